package main_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
)

// gitName returns what the library says of the commit behind its version: nothing where git is not there.
func gitName() string {
	out, err := exec.Command("git", "describe", "--tags", "--always", "--dirty").Output()
	if err != nil {
		return ""
	}
	name := strings.TrimSpace(string(out))
	if rest, tagged := strings.CutPrefix(name, "v"+engine.Version); tagged {
		return rest
	}
	return " " + name
}

func position(t *testing.T, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// testCommands asks what CheckerBoard asks: at the start, in its dialogs, in its menus.
func testCommands(t *testing.T, b bench) {
	h := newHost(t, b)
	h.load(0, b.dll)
	name := "Zonda " + engine.Version + gitName()
	require.Equal(t, "reply 1 "+name, h.tell("name 0"))
	name = regexp.QuoteMeta(name)
	for _, test := range []struct{ command, result, text string }{
		{"name", "1", name}, {"get gametype", "1", "21"}, {"get book", "1", "[0-3]"},
		{"get movelist B:W1:B", "0", `\?`}, {"get gametype", "1", "21"},

		{"get hashsize", "1", "64"}, {"get dbmbytes", "1", "256"}, {"get allscores", "1", "0"},
		{"get dbpath", "1", ""}, {"get solve", "1", "0"}, {"get enable_wld", "1", "1"},
		{"get max_dbpieces", "1", "24"}, {"get mtcpath", "1", ""}, {"get enable_mtc", "1", "1"},
		{"get bookfile", "1", ".*"}, {"get searchthreads", "1", "1"}, {"get cpus", "1", `\d+`},
		{"get protocolversion", "1", "2"},

		{"about", "1", name + `, .*settings: C:\\.*\\zonda\\` + b.dll + `\.json`}, {"help", "1", ""},
		{"staticevaluation W:W18:B9,10", "1", "value=.*"}, {"staticevaluation nonsense", "0", `\?`},
		{`set check_wld_dir C:\windows`, "1", "no endgame databases found.*"},
		{`set check_mtc_dir C:\windows`, "1", ".*"}, {`set dbpath C:\no such folder`, "0", `\?`},
		{"set gamehist B:W21-32:B1-12", "1", "gamehist set"},
		{"set gamehist W:WK27:BK1,K2,K9 nonsense", "0", `\?`},
		{"24-19 27-24", "0", `\?`}, {"set gametype 21", "1", ".*21"}, {"set gametype 25", "0", `\?`},
		{"set hashsize banana", "0", `\?`}, {"set", "0", `\?`}, {"go", "0", `\?`}, {"quit", "0", `\?`},
		{"set " + strings.Repeat("x", 5000), "0", `\?`},
	} {
		result, text := h.ask(0, test.command)
		require.Equal(t, test.result, result, test.command)
		require.Regexp(t, "^(?:"+test.text+")$", text, test.command)
	}
	// The longest string that there is: a history that CheckerBoard builds without a limit.
	shuffle := strings.Repeat(" 31-27 1-5 27-31 5-1", 100)
	result, _ := h.ask(0, "set gamehist W:WK31:BK1,K2,K9"+shuffle)
	require.Equal(t, "1", result)
}

// testSettingsAreKept from one process to the next, for each copy of the library its own.
func testSettingsAreKept(t *testing.T, b bench) {
	other := b.copyOf(t, "other")
	folder := `C:\users`
	first := newHost(t, b)
	first.load(0, b.dll)
	first.load(1, other)
	for _, command := range []string{"hashsize 8", "allscores 1", "max_dbpieces 5", "dbpath " + folder} {
		result, text := first.ask(0, "set "+command)
		require.Equal(t, "1", result)
		name, value, _ := strings.Cut(command, " ")
		require.Equal(t, name+" set to "+value, text)
	}
	require.Equal(t, "ok", first.tell("free 0"))

	second := newHost(t, b)
	second.load(0, b.dll)
	second.load(1, other)
	for name, values := range map[string][2]string{
		"hashsize": {"8", "64"}, "allscores": {"1", "0"}, "max_dbpieces": {"5", "24"}, "dbpath": {folder, ""},
	} {
		for slot, want := range values {
			_, text := second.ask(slot, "get "+name)
			require.Equal(t, want, text, "%s of copy %d", name, slot)
		}
	}
	files := b.settings(t)
	require.Len(t, files, 1)
	require.NoError(t, os.Remove(files[0]))
}

// testMoves goes through positions of every kind: each answer must be one of the boards
// after a legal move, to the last square. How much is proven in the time is a matter of the
// machine, but what is claimed must be the value of the position, and a draw is never claimed.
func testMoves(t *testing.T, b bench) {
	const draw, win, loss, nothing = 0, 1, 2, 3
	h := newHost(t, b)
	h.load(0, b.dll)
	h.ask(0, "set book 0")
	for fen, value := range map[string]int{
		"B:W21-32:B1-12":         nothing,
		"W:W21-32:B1-11,15":      nothing,
		"B:W10:B25":              draw, // a crowning
		"B:W18,26:B14":           win,  // two jumps and a crowning
		"B:W9,10,17,18:B6":       loss, // two ways round
		"B:W6,7,14,15:BK2":       win,  // a king in a circle: it ends where it began
		"W:WK27:BK31,24,16,7":    draw,
		"B:W10:B6,1":             win,
		"W:W29,30:BK21,K22":      loss,
		"B:WK5,K6,14:BK1":        loss,
		"W:WK32,K28,K24:BK1,K12": win,
	} {
		p := position(t, fen)
		m := h.getMove(0, p, request{maxTime: 0.1})
		h.made(p, m)
		if m.result != nothing {
			require.Equal(t, value, m.result, "%s: %s", fen, m.status)
			require.NotEqual(t, draw, m.result, "%s: %s", fen, m.status)
		}
		require.Contains(t, m.status, "=")
		require.NotRegexp(t, `[(){}]`, m.status)
		testIsLegal(h, p)
	}
	for _, fen := range []string{"B:W10:B6,1", "B:W6,7,14,15:BK2"} { // the last piece is captured
		require.Equal(t, win, h.getMove(0, position(t, fen), request{maxTime: 0.1}).result, fen)
	}
	for fen, want := range map[string]int{"W:W5:B1,9,14": 2, "B:W18:B": 2, "W:W18:B": 1} {
		p := position(t, fen)
		m := h.getMove(0, p, request{maxTime: 0.1})
		require.Equal(t, boardOf(p), m.board, "no move, no change")
		require.Equal(t, want, m.result, fen)
	}
}

// testIsLegal asks for every pair of squares.
func testIsLegal(h *host, p board.Position) {
	h.t.Helper()
	legal := map[[2]int]bool{}
	for m := range p.Legal() {
		legal[[2]int{m.From.Number(), m.To.Number()}] = true
	}
	ends := map[int]bool{0: true, 33: true}
	for pair := range legal {
		ends[pair[0]], ends[pair[1]] = true, true
	}
	for from := range ends {
		for to := range ends {
			answer := h.tell("islegal 0 %d %d %d %s", colorOf(p), from, to, boardOf(p))
			require.Equal(h.t, legal[[2]int{from, to}], strings.HasPrefix(answer, "legal 1"), "%s %d-%d", p, from, to)
		}
	}
}

// testClocks packs clocks as hosts do. A clock that is not understood makes getmove think
// for hours.
func testClocks(t *testing.T, b bench) {
	const hours = 100_000
	h := newHost(t, b)
	h.load(0, b.dll)
	h.ask(0, "set book 0")
	p := board.Start()
	pack := func(remaining, increment int) int32 { return int32(uint32(remaining)<<16 | uint32(increment)) }
	for name, r := range map[string]request{
		"seconds":              {0.05, 0, 0},
		"exactly":              {0.05, 2, 0},
		"nothing":              {0, 0, 0},
		"less than nothing":    {-1, 0, 0},
		"a clock of 1 ms":      {hours, 1 << 2, pack(2000, 0)},
		"a clock of 10 ms":     {hours, 2 << 2, pack(200, 0)},
		"a clock of 0.1 s":     {hours, 3 << 2, pack(20, 0)},
		"an increment":         {hours, 1 << 2, pack(5, 100)},
		"exact before a clock": {0.05, 2 | 1<<2, pack(65535, 65535)},
		"a shifted unit":       {0.05, 1<<3 | 1<<4, pack(65535, 65535)},
		"only the other bit":   {0.05, 1 << 4, pack(65535, 65535)},
	} {
		t.Run(name, func(*testing.T) { h.made(p, h.getMove(0, p, r)) })
	}

	// The check value: 315 seconds left, 15 more for each move. It thinks for a while.
	h.begin(0, p, request{maxTime: 50, info: 0x8, moreInfo: 0x7B0C05DC})
	require.Equal(t, "late", h.tell("wait 0 1000"))
	require.Equal(t, "ok", h.tell("playnow 0"))
	h.made(p, h.end(0))
}

// testPlayNow ends endless searches at various moments, the first right at the start, and
// asks and sets meanwhile what CheckerBoard may ask and set.
func testPlayNow(t *testing.T, b bench) {
	const endless = 8_600_000
	h := newHost(t, b)
	h.load(0, b.dll)
	h.load(1, b.copyOf(t, "third"))
	for slot := range 2 {
		h.ask(slot, "name")
	}
	p := position(t, "W:W21-25,26,28-32:B1-8,10,11,16")
	var after []int
	for _, ms := range []int{0, 0, 1, 5, 20, 100, 500} {
		h.begin(0, p, request{maxTime: endless})
		h.begin(1, p, request{maxTime: endless})
		h.tell("sleep %d", ms)
		for slot := range 2 {
			require.Equal(t, "ok", h.tell("playnow %d", slot))
			m := h.end(slot)
			h.made(p, m)
			after = append(after, m.since)
		}
	}
	t.Logf("milliseconds after playnow, two copies by turns: %v", after)

	h.begin(0, p, request{maxTime: endless})
	h.thinks(0)
	for range 20 {
		for command, text := range map[string]string{
			"name": "Zonda .*", "get gametype": "21", "get book": "[0-3]", "get hashsize": "64|16",
			"staticevaluation W:W18:B9": "value=.*", "set allscores 0": "allscores set to 0",
			"set hashsize 16": "hashsize is set after this move",
		} {
			result, reply := h.ask(0, command)
			require.Equal(t, "1", result, command)
			require.Regexp(t, "^(?:"+text+")$", reply)
		}
		result, _ := h.ask(0, "set hashsize banana")
		require.Equal(t, "0", result)
		require.Regexp(t, "^status ", h.tell("peek 0"))
		h.tell("sleep 20")
	}
	require.Regexp(t, `^status depth \d+/\d+/.*value=.*pv `, h.tell("peek 0"))
	require.Equal(t, "ok", h.tell("playnow 0"))
	h.made(p, h.end(0))
	h.made(p, h.getMove(0, p, request{maxTime: 0.01})) // after it the table is the new one
	_, hash := h.ask(0, "get hashsize")
	require.Equal(t, "16", hash)
	for _, file := range b.settings(t) {
		require.NoError(t, os.Remove(file))
	}
}

// exactTime is the bit of info that asks to use the time given, neither more nor less.
const exactTime = 1 << 1

// testAskedAtOnce asks for a move right after loading, each time in a new process: the move
// is legal, and searched if there was time. How long it took is told, not judged.
func testAskedAtOnce(t *testing.T, b bench) {
	p := position(t, "W:W21-25,26,28-32:B1-8,10,11,16")
	for _, seconds := range []float64{0, 0.01, 0.05, 0.1} {
		h := newHost(t, b)
		h.loadAndBegin(b.dll, p, request{maxTime: seconds, info: exactTime})
		m := h.end(0)
		h.made(p, m)
		require.Contains(t, m.status, "depth ")
		t.Logf("%g s given, %d ms taken", seconds, m.took)
	}
}

// testLoadedAgain frees the library at every bad moment and loads it again: Go's threads
// must not lose the code they run.
func testLoadedAgain(t *testing.T, b bench) {
	h := newHost(t, b)
	first := h.load(0, b.dll)
	require.Equal(t, "ok", h.tell("free 0")) // before Go has begun to run
	h.tell("sleep 300")
	p := board.Start()
	for range 3 {
		require.Equal(t, first, h.load(0, b.dll), "it never left")
		h.made(p, h.getMove(0, p, request{maxTime: 0.02}))
		require.Equal(t, "ok", h.tell("free 0"))
	}
	h.load(0, b.dll)
	h.begin(0, p, request{maxTime: 1})
	h.tell("sleep 100")
	require.Equal(t, "ok", h.tell("free 0")) // in the middle of a search
	h.tell("sleep 100")
	h.made(p, h.end(0))
}

// testNonsense gives what no host should: nothing changes, nothing is claimed, nothing falls.
func testNonsense(t *testing.T, b bench) {
	h := newHost(t, b)
	h.load(0, b.dll)
	full := boardOf(board.Start())
	for name, change := range map[string]func(*squares) int{
		"no such piece":  func(s *squares) int { s[place(14)] = 7; return 2 },
		"no such colour": func(*squares) int { return 3 },
		"nothing there":  func(s *squares) int { *s = squares{}; return 1 },
		"thirteen men":   func(s *squares) int { s[place(13)] = 6; return 2 },
	} {
		s := full
		color := change(&s)
		require.Equal(t, "ok", h.tell("begin 0 %d 1 0 0 %s", color, s))
		m := h.end(0)
		require.Equal(t, 3, m.result, name)
		require.Equal(t, s, m.board, name)
		require.Contains(t, m.status, "no move: ", name)
	}
	p := board.Start()
	h.made(p, h.getMove(0, p, request{maxTime: 0.02}))
}
