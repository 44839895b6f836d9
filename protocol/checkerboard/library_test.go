package checkerboard

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

const patience = time.Minute

// endless is the time that hosts send for a search without an end.
const endless = 8_600_000

// newLibrary returns a library that keeps settings in a folder of the test.
func newLibrary(t testing.TB) *Library {
	l := open(t, filepath.Join(t.TempDir(), "zonda", "zonda64.json"))
	require.NoError(t, l.engine.SetOption("OwnBook", "off")) // it is to think
	return l
}

func open(t testing.TB, file string) *Library {
	l := New(file)
	t.Cleanup(func() {
		l.engine.Stop()   // where a test failed half way
		l.thinking.Lock() // what was put off is done
		defer l.thinking.Unlock()
		require.NoError(t, l.engine.Close())
	})
	return l
}

// ask requires a command to be understood and returns the reply.
func ask(t testing.TB, l *Library, command string) string {
	t.Helper()
	reply, ok := l.Command(command)
	require.True(t, ok, command)
	return reply
}

func refused(t testing.TB, l *Library, command string) {
	t.Helper()
	reply, ok := l.Command(command)
	require.False(t, ok, command)
	require.Equal(t, refusal, reply)
}

// call is a call of getmove with a board, a status and a flag of its own.
func call(p board.Position, seconds float64) Call {
	c := Call{Board: &Board{}, Color: colors[p.Turn], MaxTime: seconds, Status: make([]byte, 1024), PlayNow: new(int32)}
	c.Board.Put(p)
	return c
}

// statusText returns the text in the buffer, which must have an end.
func statusText(t testing.TB, c Call) string {
	t.Helper()
	end := bytes.IndexByte(c.Status, 0)
	require.GreaterOrEqual(t, end, 0)
	return string(c.Status[:end])
}

// begin runs getmove in the background; what it returns comes through the channel.
func begin(l *Library, c Call) <-chan Claim {
	done := make(chan Claim, 1)
	go func() { done <- l.GetMove(c) }()
	return done
}

func await(t testing.TB, done <-chan Claim) Claim {
	t.Helper()
	select {
	case claim := <-done:
		return claim
	case <-time.After(patience):
		require.FailNow(t, "getmove does not return")
		return 0
	}
}

// made requires the board to be the one after a legal move and returns the position.
func made(t testing.TB, before board.Position, c Call) board.Position {
	t.Helper()
	for m := range before.Legal() {
		want := call(before.Play(m), 0).Board
		if *want == *c.Board {
			return before.Play(m)
		}
	}
	require.FailNow(t, "after no legal move", "%s: %v", before, c.Board)
	return before
}

// TestCommandsDuringASearch: questions are answered; what cannot be set now is set when
// the search is over, and read as if it were set.
func TestCommandsDuringASearch(t *testing.T) {
	file := filepath.Join(t.TempDir(), "settings.json")
	l := open(t, file)
	c := call(board.Start(), endless)
	done := begin(l, c)
	require.Eventually(t, l.engine.Searching, patience, time.Millisecond)
	require.Equal(t, "21", ask(t, l, "get gametype"))
	require.Contains(t, ask(t, l, "staticevaluation W:W18:B9"), "value=")
	require.Equal(t, "hashsize is set after this move", ask(t, l, "set hashsize 2"))
	require.Equal(t, "hashsize is set after this move", ask(t, l, "set hashsize 8"))
	require.Equal(t, "8", ask(t, l, "get hashsize"))
	require.Equal(t, "allscores set to 1", ask(t, l, "set allscores 1"))
	for _, bad := range []string{"set hashsize banana", "set hashsize", "set dbpath /no/such/folder", "set nonsense 1"} {
		refused(t, l, bad)
	}
	require.Equal(t, "64", l.engine.Option("Hash"))
	atomic.StoreInt32(c.PlayNow, 1)
	await(t, done)
	l.GetMove(call(board.Start(), 0.001)) // waits for what was put off
	require.Equal(t, "8", l.engine.Option("Hash"))
	require.Equal(t, "8", ask(t, l, "get hashsize"))
	require.Equal(t, "8", ask(t, open(t, file), "get hashsize"))
}

// TestEverythingAtOnce is worth most under the race detector.
func TestEverythingAtOnce(t *testing.T) {
	l := newLibrary(t)
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			for range 10 {
				c := call(board.Start(), 0.005)
				l.GetMove(c)
				made(t, board.Start(), c)
			}
		})
	}
	for i := range 2 {
		all.Go(func() {
			for n := range 50 {
				ask(t, l, "get hashsize")
				ask(t, l, fmt.Sprintf("set hashsize %d", 1+(n+i)%4))
				ask(t, l, "about")
				ask(t, l, "set gamehist B:W21-32:B1-12")
				runtime.Gosched()
			}
		})
	}
	all.Wait()
}

// TestRepliesFit whatever is asked: hosts' buffers have 256 bytes.
func TestRepliesFit(t *testing.T) {
	l := newLibrary(t)
	l.Translate(func(s string) string { return strings.Repeat(s, 1000) }, strings.Clone)
	for _, command := range []string{"name", "get gametype", "staticevaluation B:W21-32:B1-12", "islegal B:W18:B15 15 22"} {
		require.Len(t, ask(t, l, command), maxReply)
	}
	require.Len(t, ask(t, l, "about"), maxLongReply)
	require.Len(t, ask(t, l, "set check_wld_dir /"), maxLongReply)
}

// TestHostsText: what the host's code page says is understood, and what it lacks is
// replaced.
func TestHostsText(t *testing.T) {
	l := newLibrary(t)
	require.NotContains(t, ask(t, l, "set check_wld_dir /tmp/böse"), "ö")
	l.Translate(strings.ToUpper, strings.ToLower)
	require.Equal(t, "ZONDA", strings.Fields(ask(t, l, "NAME"))[0])
}

// TestAPanicStaysInside: the host gets an answer that claims nothing, and the next call is
// as good as any.
func TestAPanicStaysInside(t *testing.T) {
	l := newLibrary(t)
	panics := func(string) string { panic("of a test") }
	l.Translate(panics, panics)
	refused(t, l, "name")
	c := call(board.Start(), 0.05)
	require.Equal(t, ClaimNothing, l.GetMove(c))
	l.Translate(ascii, strings.Clone)
	c = call(board.Start(), 0.05)
	l.GetMove(c)
	made(t, board.Start(), c)
	require.Contains(t, ask(t, l, "about"), "note: the search failed: of a test")
}

func TestIsLegal(t *testing.T) {
	l := newLibrary(t)
	c := call(position(t, "B:W18,26:B14"), 0)
	var m Move
	require.True(t, l.IsLegal(c.Board, Black, 14, 30, &m))
	require.Equal(t, int32(2), m.Jumps)
	require.True(t, l.IsLegal(c.Board, Black, 14, 30, nil))
	require.False(t, l.IsLegal(c.Board, Black, 14, 23, &m))
	require.False(t, l.IsLegal(c.Board, White, 14, 30, &m))
	require.False(t, l.IsLegal(c.Board, 3, 14, 30, &m))
	require.False(t, l.IsLegal(c.Board, Black, 0, 1<<30, &m))
	require.False(t, l.IsLegal(nil, Black, 14, 30, &m))
}

// FuzzCommand: whatever is typed, the reply fits, and only "?" comes with a refusal.
func FuzzCommand(f *testing.F) {
	for _, command := range []string{
		"name", "about", "help", "get hashsize", "set allscores 1", "set gamehist B:W21-32:B1-12 11-15",
		"set check_wld_dir .", "staticevaluation W:W18:B9", "get movelist B:W1:B", "24-19 27-24", "set \xff\x00", "",
	} {
		f.Add(command)
	}
	l := New("") // keeps nothing
	f.Fuzz(func(t *testing.T, command string) {
		if strings.Contains(command, "hashsize") || strings.Contains(command, "threads") {
			t.Skip("memory and threads are another test's")
		}
		reply, ok := l.Command(command)
		require.LessOrEqual(t, len(reply), maxLongReply)
		if !ok {
			require.Equal(t, refusal, reply)
		}
		require.NotContains(t, ask(t, l, "about"), "failed")
	})
}

// TestSettingsAreKept: those of the user, not those of a game.
func TestSettingsAreKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new", "folder", "zonda64.json")
	folder := t.TempDir()
	values := map[string]string{
		"hashsize": "2", "searchthreads": "2", "level": "3", "dbmbytes": "64", "dbpath": folder,
		"enable_wld": "0", "max_dbpieces": "5", "enable_mtc": "0", "allscores": "1", "solve": "1",
		"book": "1", "bookfile": filepath.Join("..", "uci", "testdata", "small.zbk"),
	}
	l := open(t, file)
	for name, value := range values {
		require.Equal(t, name+" set to "+value, ask(t, l, "set "+name+" "+value))
	}
	ask(t, l, "set gamehist B:W21-32:B1-12 11-15")
	ask(t, l, "set gametype 21")
	require.Len(t, kept(), len(values))

	again := open(t, file)
	for name, value := range values {
		require.Equal(t, value, ask(t, again, "get "+name), name)
	}
	require.Contains(t, ask(t, again, "about"), "\nsettings: "+file)
	require.NotContains(t, ask(t, again, "about"), "note")
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Len(t, strings.Split(strings.TrimSpace(string(data)), "\n"), len(values)+2)

	other := open(t, filepath.Join(filepath.Dir(file), "copy.json"))
	require.Equal(t, "64", ask(t, other, "get hashsize"), "a copy has its own")
}

// TestTwoKeepersShareAFile: what one sets the other does not undo.
func TestTwoKeepersShareAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "zonda64.json")
	one, two := open(t, file), open(t, file)
	ask(t, one, "set hashsize 2")
	ask(t, two, "set dbmbytes 64")
	both := open(t, file)
	require.Equal(t, "2", ask(t, both, "get hashsize"))
	require.Equal(t, "64", ask(t, both, "get dbmbytes"))
}

// TestBadSettingsFiles cost nothing but what is bad in them, and are never lost.
func TestBadSettingsFiles(t *testing.T) {
	for name, test := range map[string]struct{ text, note string }{
		"not JSON":    {"hashsize = 2", "no settings: FILE: invalid character"},
		"a list":      {"[1, 2]", "no settings: FILE: json: "},
		"empty":       {"", "no settings: FILE: unexpected end"},
		"a bad value": {`{"hashsize": "banana", "allscores": "1"}`, `setting hashsize banana was kept, but: option Hash: "banana" is not`},
		"a lost path": {`{"dbpath": "/no/such/folder", "allscores": "1"}`, "setting dbpath /no/such/folder was kept, but: "},
		"a stranger":  {`{"colour": "blue", "allscores": "1"}`, ""},
		"nothing":     {"null", ""},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "zonda64.json")
			require.NoError(t, os.WriteFile(file, []byte(test.text), 0o600))
			l := open(t, file)
			about := ask(t, l, "about")
			if test.note == "" {
				require.NotContains(t, about, "note")
			} else {
				require.Contains(t, about, "\nnote: "+strings.ReplaceAll(test.note, "FILE", file))
			}
			if strings.Contains(test.text, "allscores") {
				require.Equal(t, "1", ask(t, l, "get allscores"), "the rest counts")
			}
			ask(t, l, "set solve 1")
			require.Equal(t, "1", ask(t, open(t, file), "get solve"))
			var kept []byte
			for _, where := range []string{file, file + ".broken"} {
				data, _ := os.ReadFile(where)
				kept = append(kept, data...)
			}
			for word := range strings.FieldsSeq(`hashsize "banana" "/no/such/folder" "blue" [1,`) {
				if strings.Contains(test.text, word) {
					require.Contains(t, string(kept), word)
				}
			}
		})
	}
}

// TestSettingsThatCannotBeKept are set all the same, and the reply says so.
func TestSettingsThatCannotBeKept(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "a file")
	require.NoError(t, os.WriteFile(blocked, nil, 0o600))
	l := open(t, filepath.Join(blocked, "zonda64.json"))
	require.Contains(t, ask(t, l, "set hashsize 2"), "hashsize set to 2, but cannot be kept: ")
	require.Equal(t, "2", ask(t, l, "get hashsize"))
	without := open(t, "")
	require.Equal(t, "hashsize set to 2", ask(t, without, "set hashsize 2"))
}

func TestSettingsFile(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", "/somewhere")
	t.Setenv("HOME", "/home/someone")
	t.Setenv("AppData", "/somewhere")
	name := SettingsFile("zonda64")
	require.Equal(t, "zonda64.json", filepath.Base(name))
	require.Equal(t, "zonda", filepath.Base(filepath.Dir(name)))
}

// Whatever a settings file holds, a value can be kept in it, and what cannot be read stays beside it.
func FuzzSettingsFile(f *testing.F) {
	f.Add([]byte(`{"hashsize": "2", "dbpath": "D:\\endgames"}`))
	f.Add([]byte(`{"hashsize": 2}`))
	f.Add([]byte("null"))
	f.Fuzz(func(t *testing.T, data []byte) {
		name := filepath.Join(t.TempDir(), "zonda64.json")
		require.NoError(t, os.WriteFile(name, data, 0o600))
		before, err := (&settingsFile{name: name}).read()
		if err != nil {
			require.ErrorContains(t, err, name+": ")
			require.NotContains(t, err.Error(), "\n")
			require.Empty(t, before)
		}
		require.NoError(t, (&settingsFile{name: name}).keep("solve", "1"))
		after, readErr := (&settingsFile{name: name}).read()
		require.NoError(t, readErr)
		before["solve"] = "1"
		require.Equal(t, before, after)
		if err != nil {
			broken, err := os.ReadFile(name + ".broken")
			require.NoError(t, err)
			require.Equal(t, data, broken)
		}
	})
}
