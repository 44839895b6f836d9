package client

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/hub/notation"
)

func TestParseHub(t *testing.T) {
	for text, want := range map[string]hubLine{
		"":           {"", map[string]string{}},
		"wait":       {"wait", map[string]string{}},
		"  ready\t ": {"ready", map[string]string{}},
		`id name=Scan version=3.1 author="Fabien Letouzey" country=France`: {"id", map[string]string{
			"name": "Scan", "version": "3.1", "author": "Fabien Letouzey", "country": "France"}},
		`param name=variant value=english type=enum values="english a=b"`: {"param", map[string]string{
			"name": "variant", "value": "english", "type": "enum", "values": "english a=b"}},
		`param name = path  value ="" type= string`: {"param", map[string]string{"name": "path", "value": "", "type": "string"}},
		`pos start moves="11-15`:                    {"pos", map[string]string{"start": "", "moves": "11-15"}},
		"info = depth=3 =":                          {"info", map[string]string{"depth": "3"}},
		"done move=11x18x15 ponder=23-18":           {"done", map[string]string{"move": "11x18x15", "ponder": "23-18"}},
		`error message="bad command"`:               {"error", map[string]string{"message": "bad command"}},
	} {
		require.Equal(t, want, parseHub(text), text)
	}
}

func FuzzParseHub(f *testing.F) {
	f.Add(`info depth=12 mean-depth=13.5 score=-0.35 nodes=1234 time=0.10 nps=1.2 pv="11-15 23-18"`)
	f.Add(`error message = "a" = "`)
	f.Fuzz(func(t *testing.T, text string) {
		r := parseHub(text).report()
		require.GreaterOrEqual(t, r.depth, 0)
		answer, done := hub{}.readLine(text, new(searchInfo))
		require.True(t, done || answer == "")
	})
}

// A value that Hub can express is read back.
func TestHubQuote(t *testing.T) {
	require.Equal(t, "64", notation.Quote("64"))
	require.Equal(t, `""`, notation.Quote(""))
	require.Equal(t, `"a b"`, notation.Quote("a b"))
	require.Equal(t, `"a=b"`, notation.Quote("a=b"))
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.StringMatching(`[a-z =.\\/]{2,9}`).Draw(t, "value")
		require.Equal(t, value, parseHub("set-param name=n value=" + notation.Quote(value)).arguments["value"])
	})
}

func TestHubInfo(t *testing.T) {
	for text, want := range map[string]report{
		`info depth=9 mean-depth=10.5 score=-0.35 nodes=1234 time=0.10 nps=1.2 pv="11-15 23-18"`: {
			depth: 9, nodes: 1234, hasNodes: true, principal: []string{"11-15", "23-18"}, score: men(-0.35)},
		"info score=99.98 depth=7":          {score: men(99.98), depth: 7},
		"info score=-89.98":                 {score: men(-89.98)},
		"info score=nan nodes=-1 depth=x":   {},
		"info score=inf nodes=1.5 depth=-2": {},
		`info pv=""`:                        {},
		"info":                              {},
	} {
		require.Equal(t, want, parseHub(text).report(), text)
	}
}

// The positions and moves of the protocol's description.
func TestHubPosition(t *testing.T) {
	g := newGame(t, board.Start())
	require.Equal(t, "pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", hubPosition(g))
	g = newGame(t, board.Start(), "11-15", "22-18", "15x22")
	require.Equal(t, `pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves="11-15 22-18 15x22x18"`, hubPosition(g))

	p, err := board.ParseFEN("W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29")
	require.NoError(t, err)
	require.Equal(t, turned("BeeeWbbeWbeWewebewBeeweBeeeeeeeee"), hubSquares(p))
	g = newGame(t, p, "15-11")
	require.Equal(t, "pos pos="+hubSquares(p)+` moves="15-11"`, hubPosition(g))
}

// turned returns the same position with the board turned and the colours swapped, as a host
// sends it that numbers squares from the other side.
func turned(squares string) string {
	text := []byte(strings.NewReplacer("b", "w", "w", "b", "B", "W", "W", "B").Replace(squares))
	slices.Reverse(text[1:])
	return string(text)
}

func TestHubAnswers(t *testing.T) {
	p, err := board.ParseFEN("B:W6,7,14,15:BK1,2")
	require.NoError(t, err)
	h := hub{&connection{engine: "A"}}
	var l board.MoveList
	p.Moves(&l)
	require.NotZero(t, l.Len())
	for _, m := range l.Slice() {
		found, err := h.find(p, notation.MoveText(m))
		require.NoError(t, err)
		require.Equal(t, m, found)
	}
	for answer, kind := range map[string]FaultKind{
		"": Nonsense, "none": Nonsense, "1": Nonsense, "1x": Nonsense, "33-1": Nonsense, "1-2": IllegalMove,
		"1x10x6x7": IllegalMove, "1x10x7": IllegalMove,
	} {
		_, err := h.find(p, answer)
		var fault *Fault
		require.ErrorAs(t, err, &fault, answer)
		require.Equal(t, kind, fault.Kind, answer)
		require.Contains(t, fault.Detail, `"`+answer+`"`)
		require.Contains(t, fault.Detail, p.FEN())
	}
}

// Captured squares come in any order, and may be missing where nothing depends on them.
func TestHubCaptures(t *testing.T) {
	p, err := board.ParseFEN("B:W6,7,14,15,17:B2,13") // from 2 there are two ways to 18
	require.NoError(t, err)
	var l board.MoveList
	p.Moves(&l)
	ends := map[board.Square]int{}
	for _, m := range l.Slice() {
		ends[m.To]++
	}
	ambiguous := 0
	for _, m := range l.Slice() {
		squares, captured := m.From.String()+"x"+m.To.String(), ""
		found, err := notation.ParseMove(p, squares)
		if ends[m.To] == 1 {
			require.NoError(t, err)
			require.Equal(t, m, found)
		} else {
			ambiguous++
			require.Error(t, err)
		}
		for rest := m.Captured; rest != 0; rest &= rest - 1 {
			captured = "x" + rest.First().String() + captured
		}
		found, err = notation.ParseMove(p, squares+captured)
		require.NoError(t, err)
		require.Equal(t, m, found)
	}
	require.NotZero(t, ambiguous)
}

func TestHubLevel(t *testing.T) {
	g := newGame(t, board.Start(), "11-15") // White to move
	for want, r := range map[string]Request{
		"level move-time=0.1":         {Limits: Limits{MoveTime: 100 * time.Millisecond}},
		"level nodes=20000":           {Limits: Limits{Nodes: 20000}},
		"level depth=9":               {Limits: Limits{Depth: 9}},
		"level time=60 inc=0 moves=7": {Limits: Limits{Time: time.Minute, Moves: 40}, Clocks: [2]time.Duration{time.Minute, time.Minute}, MovesToGo: 7},
		"level time=59 inc=1":         {Limits: Limits{Time: time.Minute}, Clocks: [2]time.Duration{1, time.Minute}, Increments: [2]time.Duration{2, time.Second}},
		"level time=-0.75 inc=1":      {Limits: Limits{Time: time.Minute}, Clocks: [2]time.Duration{1, time.Second / 4}, Increments: [2]time.Duration{2, time.Second}},
		"level time=0.000001 inc=0":   {Limits: Limits{Time: time.Minute}, Clocks: [2]time.Duration{0, time.Microsecond}},
	} {
		r.Game = g
		require.Equal(t, want, hubLevel(r))
	}
}
