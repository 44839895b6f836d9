package client

import (
	"math"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

func TestUCIPosition(t *testing.T) {
	require.Equal(t, "position startpos", uciPosition(newGame(t, board.Start())))
	require.Equal(t, "position startpos moves 11-15 22-18 15x22",
		uciPosition(newGame(t, board.Start(), "11-15", "22-18", "15x22")))
	p, err := board.ParseFEN("W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29")
	require.NoError(t, err)
	require.Equal(t, "position fen "+p.FEN()+" moves 15-11", uciPosition(newGame(t, p, "15-11")))
}

func TestUCISearch(t *testing.T) {
	for want, r := range map[string]Request{
		"go movetime 100": {Limits: Limits{MoveTime: 100 * time.Millisecond}},
		"go movetime 1":   {Limits: Limits{MoveTime: time.Microsecond}},
		"go nodes 20000":  {Limits: Limits{Nodes: 20000}},
		"go depth 9":      {Limits: Limits{Depth: 9}},
		"go btime 1500 wtime 1 binc 100 winc 0": {
			Limits:     Limits{Time: time.Minute},
			Clocks:     [2]time.Duration{1500 * time.Millisecond, -time.Second},
			Increments: [2]time.Duration{100 * time.Millisecond, 0},
		},
		"go btime 1000 wtime 2000 binc 0 winc 0 movestogo 3": {
			Limits:    Limits{Time: time.Minute, Moves: 40},
			Clocks:    [2]time.Duration{time.Second, 2 * time.Second},
			MovesToGo: 3,
		},
	} {
		require.Equal(t, want, uci{}.search(r))
	}
}

func TestUCIAnswers(t *testing.T) {
	p := board.Start()
	u := uci{&connection{engine: "A"}}
	m, err := u.find(p, "11-15")
	require.NoError(t, err)
	require.Equal(t, "11-15", p.MoveText(m))
	for answer, kind := range map[string]FaultKind{
		"": Nonsense, "none": Nonsense, "(none)": Nonsense, "banana": Nonsense, "11-33": Nonsense, "111519": Nonsense,
		"11-18": IllegalMove, "22-18": IllegalMove, "11x15x19": IllegalMove,
	} {
		_, err := u.find(p, answer)
		var fault *Fault
		require.ErrorAs(t, err, &fault, answer)
		require.Equal(t, kind, fault.Kind, answer)
		require.Contains(t, fault.Detail, `"`+answer+`"`)
		require.Contains(t, fault.Detail, p.FEN())
	}
}

// A value that is a word is sent as the engine spells it; other values are sent as they are.
func TestValuesAreSpelled(t *testing.T) {
	declared := options{}
	for _, line := range []string{
		"name Ponder type check default false", "name Style type combo default Solid var Solid var Very Risky", "name Path type string default <empty>", "name Type type",
	} {
		declared.addUCI(strings.Fields(line))
	}
	declared.addHub(parseHub(`param name=Book value=true type=bool`).arguments)
	declared.addHub(parseHub(`param name=variant value=english type=enum values="english a=b"`).arguments)
	for _, c := range []struct{ name, value, want string }{
		{"ponder", "True", "true"}, {"Ponder", "FALSE", "false"}, {"ponder", "maybe", "maybe"},
		{"style", "solid", "Solid"}, {"STYLE", "very risky", "Very Risky"}, {"style", "True", "True"},
		{"path", "True", "True"}, {"book", "True", "true"}, {"Variant", "ENGLISH", "english"}, {"variant", "A=B", "a=b"}, {"type", "X", "X"},
	} {
		all, err := declared.settings(Spec{Options: []Setting{{c.name, c.value}}}, Setup{})
		require.NoError(t, err)
		require.Equal(t, c.want, all[0].value, c)
	}
}

// Whatever a line of an engine says, it declares an option with a name, tells of its search, or answers with a legal move or
// a fault.
func FuzzUCILine(f *testing.F) {
	for _, text := range []string{
		"option name Clear Hash type button", "option name type", "info string error: no", "info depth 3 score cp 5 pv 11-15",
		"option name Book type combo default best var off var very good", "option name X type", "bestmove resign", "bestmove (none)",
		"bestmove 11-15 ponder 22-18", "bestmove 11x15x18", "bestmove", "id name A B",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		declared := options{}
		if words := strings.Fields(text); len(words) > 0 {
			declared.addUCI(words[1:])
		}
		for key, o := range declared {
			require.NotEmpty(t, o.name)
			require.Equal(t, strings.ToLower(o.name), key)
		}
		var th searchInfo
		answer, done := uci{}.readLine(text, &th)
		require.True(t, done || answer == "")
		require.False(t, strings.ContainsFunc(th.complaintText(), unicode.IsControl))
		c := &connection{engine: "A"}
		requireAnswer(t, answer, uci{c}.find)
		requireAnswer(t, text, hub{c}.find)
	})
}

// requireAnswer checks that find reads an answer in the starting position as a legal move, or as a fault on one line.
func requireAnswer(t *testing.T, answer string, find func(board.Position, string) (board.Move, error)) {
	m, err := find(board.Start(), answer)
	if err != nil {
		var fault *Fault
		require.ErrorAs(t, err, &fault)
		require.False(t, strings.ContainsFunc(err.Error(), unicode.IsControl))
		return
	}
	var legal board.MoveList
	board.Start().Moves(&legal)
	require.Contains(t, legal.Slice(), m)
}

func men(m float64) Score { return Score{Given: true, Men: m} }

func result(r board.Result, plies int) Score { return Score{Given: true, Result: r, Plies: plies} }

func TestScoreText(t *testing.T) {
	for text, s := range map[string]Score{
		"+0.35":   men(0.35),
		"-12.00":  men(-12),
		"+0.00":   men(0),
		"win 31":  result(board.Win, 31),
		"win":     result(board.Win, 0),
		"loss 12": result(board.Loss, 12),
		"loss":    result(board.Loss, 0),
		"draw":    result(board.Draw, 0),
	} {
		require.Equal(t, text, s.String())
		read, ok := ParseScore(text)
		require.True(t, ok, text)
		require.Equal(t, s, read)
	}
	require.Equal(t, "", Score{}.String())
	require.Equal(t, "+0.00", men(-0.001).String())
	require.Equal(t, "draw", result(board.Draw, 7).String())
	for _, text := range []string{"", " ", "won", "win x", "win -1", "win 1 2", "draw 3", "1 2", "NaN", "inf", "-1e7", "1,5", "cp 3"} {
		_, ok := ParseScore(text)
		require.False(t, ok, text)
	}
}

func TestScoreRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Score{Given: true, Result: board.Result(rapid.IntRange(0, 3).Draw(t, "result"))}
		switch s.Result {
		case board.Unknown:
			s.Men = float64(rapid.IntRange(-1e8, 1e8).Draw(t, "cents")) / 100
		case board.Win, board.Loss:
			s.Plies = rapid.IntRange(0, math.MaxInt).Draw(t, "plies")
		}
		read, ok := ParseScore(s.String())
		require.True(t, ok)
		require.Equal(t, s, read)
	})
}

func FuzzParseScore(f *testing.F) {
	f.Add("+0.35")
	f.Add("loss 12")
	f.Fuzz(func(t *testing.T, text string) {
		if s, ok := ParseScore(text); ok {
			again, ok := ParseScore(s.String())
			require.True(t, ok)
			require.Equal(t, s.String(), again.String())
		}
	})
}
