package hub

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// answerLine matches all that a session prints.
var answerLine = regexp.MustCompile(`^(?:` + strings.Join([]string{
	`error message="[^"]+"`, `init message="[^"]+"`, `id name=.+`, `param name=\S+ value=\S+ type=.+`, `wait`, `ready`, `pong`,
	`info depth=\d+ mean-depth=\d+\.\d score=-?\d+\.\d\d nodes=\d+ time=\d+\.\d\d nps=\d+\.\d\d pv="[-x0-9 ]+"`,
	`done(?: move=[-x0-9]+(?: ponder=[-x0-9]+)?)?`,
}, `|`) + `)$`)

// heavy matches lines that would write a file or take much memory.
var heavy = regexp.MustCompile(`(?i)logfile|hash|threads`)

func FuzzSession(f *testing.F) {
	for _, input := range []string{
		"hub\nset-param name=variant value=english\ninit\npos start\nlevel depth=3\ngo think\nquit\n",
		"pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"11-15 22-18 15x22x18\"\nlevel time=-1 inc=2 moves=3\ngo ponder\nponder-hit\n",
		"pos pos=BeeeWbbeWbeWewebewBeeweBeeeeeeeee\nlevel nodes=100\ngo analyze\nping\nstop\nnew-game\n",
		"pos start\nlevel depth=0\ngo think\nlevel time=x\ngo think\nlevel inc=1\ngo think\n",
		"level infinite depth = 2\ngo\nfoo \"bar\" = 3\nset-param name=frame value=rotated\n\xff\x00\r\n=\n\"\n",
		"pos pos=Weeeeeeeeeeeeeebeeeeeeeeeeeeeeeee\ngo think\n",
	} {
		f.Add([]byte(input))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		if heavy.Match(input) {
			t.Skip()
		}
		requireAnswers(t, input)
	})
}

// TestAnyConversation strings known words together, which bytes at random seldom do.
func TestAnyConversation(t *testing.T) {
	t.Parallel()
	words := strings.Fields(`hub init pos level go think ponder analyze stop ponder-hit ping new-game set-param quit start infinite
		name=frame value=auto value=rotated name=variant value=english pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww depth=2 nodes=50 move-time=0.01
		time=1 inc=0.1 moves=5 moves="11-15" moves="9-13" pos=BeeeWbbeWbeWewebewBeeweBeeeeeeeee = " x`)
	rapid.Check(t, func(t *rapid.T) {
		var input []string
		for range rapid.IntRange(1, 12).Draw(t, "lines") {
			input = append(input, strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 5).Draw(t, "words"), " "))
		}
		requireAnswers(t, []byte(strings.Join(input, "\n")))
	})
}

// requireAnswers runs a session on the input, whose end ends every search, and holds each
// line that it prints to what a line may look like.
func requireAnswers(t require.TestingT, input []byte) {
	for text := range strings.Lines(converse(t, input)) {
		text = strings.TrimSuffix(text, "\n")
		require.Regexp(t, answerLine, text)
		require.True(t, utf8.ValidString(text))
		require.False(t, strings.ContainsFunc(text, unicode.IsControl), "%q", text)
		require.Less(t, len(text), 2000)
	}
}

// FuzzLine: a line is refused, or it can be written again and read as the same.
func FuzzLine(f *testing.F) {
	for _, text := range []string{`pos pos=x moves="1 2"`, `a b = "c" d=`, `=`, `"`, `a"b"c`, "a\tb\x00=\x01c"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := parseRequest(text)
		if err != nil {
			return
		}
		again := l.command
		for _, a := range l.arguments {
			again += " " + a.name
			if !a.flag {
				again += `="` + a.value + `"`
			}
		}
		back, err := parseRequest(again)
		require.NoError(t, err)
		require.Equal(t, l, back)
	})
}
