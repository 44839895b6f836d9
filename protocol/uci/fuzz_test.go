package uci

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/protocol/checkerboard"
)

// maxError is the most that a line about an error takes.
const maxError = 400

// requireClear holds an error to one readable line that does not repeat all of a long
// text.
func requireClear(t require.TestingT, line string) {
	require.True(t, utf8.ValidString(line), "%q", line)
	require.False(t, strings.ContainsFunc(line, unicode.IsControl), "%q", line)
	require.LessOrEqual(t, len(line), maxError)
}

// answerLine matches all that a session prints.
var answerLine = regexp.MustCompile(`^(?:` + strings.Join([]string{
	`info string error: .+`,
	`info depth \d+ seldepth \d+ multipv \d+ score (?:cp -?\d+|win \d+|loss \d+) nodes \d+ nps \d+ hashfull \d+ tbhits \d+ time \d+ pv [-x0-9 ]+`,
	`bestmove (?:none|[-x0-9]+(?: ponder [-x0-9]+)?)`,
	`reply (?:0 \?|1(?: .*)?)`,
	`status depth .*=.*`,
	`move (?:none|[-x0-9]+) result [0-3] fen [BW:K0-9,]+`,
	`id (?:name|author) .+`, `option name \S.* type .+`, `uciok`, `readyok`,
	`moves (?:none|[-x0-9 ]+)`, `[-x0-9]+ \d+`, `total \d+`,
	`book none`, `book [-x0-9]+ score (?:cp -?\d+|win \d+|loss \d+|unknown) visits \d+`, `antibook (?:yes|no)`,
	`(?:info string|status) book(?: [-x0-9]+(?: v-?\d+)? d\d+)+(?: value=-?\d+)?`, `egdb unknown`,
	` {2,4}(?:[.bwBW] +){4}(?: *\d+){4}`, `fen [BW:K0-9,]+`, `(?:Black|White) to move`,
	`draw: .+`, `(?:Black|White) wins: .+`,
	`network with \d+ columns: .+`, ` +(?:[bBwW][-+]\d+|\.)(?: +(?:[bBwW][-+]\d+|\.)){3}`,
	`(?:heuristics, which do not count: )?hundredths of a man, .+`, `heuristic .+`, `strongest patterns, .+`, `the other patterns .+`, `[a-z0-9 -]+, (?:Black|White): .+`, `total for Black .+`, `score for .+`,
	`[a-z ]+(?: +[-+]?[0-9.]+){8}`,
	`[a-z]+[^:]*: .+`, // help
}, `|`) + `)$`)

// heavy matches lines that would write a file, take much memory or count for long.
var heavy = regexp.MustCompile(`(?i)logfile|hash|threads|perft\s*\d\d|perft\s*[4-9]|bench`)

func FuzzSession(f *testing.F) {
	for _, input := range []string{
		"uci\nisready\nhelp\nd\nmoves\neval\nprobe\nperft 2\nquit\n",
		"position startpos moves 11-15 22-18\ngo depth 3\nisready\n",
		"go\nstop\nd\ngo infinite\nposition startpos\n",
		"position fen W:W18,22:B15\ngo ponder movetime 5\nponderhit\n",
		"setoption name MultiPV value 3\ngo nodes 100 searchmoves 11-15 9-14\n",
		"setoption name MoveRule value 0\nposition fen W:W:B1\ngo\nplay 11-15\n",
		"getmove B:W18,26:B14 0.01 info 8 moreinfo 0x7B0C05DC\nplaynow\n",
		"set gamehist B:WK31:BK1,K2,K9 1-5 31-27 5-1\ngetmove W:WK27:BK1,K2,K9 0.01\n",
		"set allscores 1\ngetmove B:W9,10,17,18:B6 1\nplaynow\nget allscores\nname\nabout\n",
		"staticevaluation W:W18:B9\nislegal B:W18:B15 15 22\nget \xff\x00\n\x1b\r\n",
		"\uFEFFuci\rposition fen \"B:W21 , 22:B1 2\" moves\ru\x00cinewgame\r\rposition fen B:W3 2:BK1\rd\r\x1A",
		"position startpos moves \u202a11-15\u202c 22\u201318\r\nplay 15\u00d722\r\n",
		"play 11-15\nstop\nplay 8-11\nperft 3\nstop\nucinewgame\n",
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
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.OneOf(rapid.SampledFrom(vocabulary()), rapid.SampledFrom(vocabulary()), rapid.StringN(0, 5, -1))
		line := rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(word, 1, 6).Draw(t, "words"), " ")
		})
		light := line.Filter(func(line string) bool { return !heavy.MatchString(line) })
		input := strings.Join(rapid.SliceOfN(light, 1, 12).Draw(t, "lines"), "\n")
		requireAnswers(t, []byte(input))
	})
}

// vocabulary returns words that mean something to a session.
func vocabulary() []string {
	words := strings.Fields("name value startpos fen moves MultiPV MoveRule Ponder true info moreinfo 1 2 -1 8 0.01 8600000 " +
		"B:W21-32:B1-12 W:W18:B9 B:W9,10,17,18:B6 W:W:B1 B:WK31:BK1,K2,K9 B:W:B 11-15 22-18 15x22 6x22 6x13x22 1-5")
	for _, c := range commandTable() {
		words = append(words, c.name, c.name)
	}
	words = append(words, checkerboard.Settings()...)
	return append(words, goWords...)
}

// requireAnswers runs a session on the input, whose end ends every search, and holds
// each line that it prints to what a line may look like.
func requireAnswers(t require.TestingT, input []byte) {
	for line := range strings.Lines(converse(t, input)) {
		line = strings.TrimSuffix(line, "\n")
		require.Regexp(t, answerLine, line)
		if strings.HasPrefix(line, "info string") {
			requireClear(t, line)
		}
	}
}
