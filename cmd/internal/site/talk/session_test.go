package talk

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/protocol/session"
	"github.com/zonda-checkers/zonda/search"
)

// newTestSession returns a session whose messages are kept.
func newTestSession(t *testing.T) *Session {
	e := session.New()
	s := NewSession(e, func(any) {}, Kinds())
	t.Cleanup(func() {
		s.Close()
		require.NoError(t, e.Close())
	})
	return s
}

// Every way that is told names the move that it belongs to.
func TestPaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := board.Start()
		for range rapid.IntRange(0, 80).Draw(t, "plies") {
			moves := slices.Collect(p.Legal())
			if p.Over() {
				return
			}
			for _, m := range moves {
				ways := paths(p, m)
				require.NotEmpty(t, ways)
				for _, way := range ways {
					var given board.Path
					for _, n := range way {
						s, ok := board.SquareNumber(n)
						require.True(t, ok)
						given = append(given, s)
					}
					require.Contains(t, p.FindMoves(given), m)
				}
			}
			p = p.Play(moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")])
		}
	})
}

// A king that takes four men in a circle may go round either way, and ends where it began.
func TestPathsInACircle(t *testing.T) {
	p, err := board.ParseFEN("B:W10,11,18,19:BK15")
	require.NoError(t, err)
	for _, m := range movesOf(p) {
		require.NotEmpty(t, m.Paths, m.Text)
	}
	ring, err := board.ParseFEN("B:W6,7,14,15:BK2")
	require.NoError(t, err)
	moves := movesOf(ring)
	require.Len(t, moves, 1)
	require.Len(t, moves[0].Paths, 2)
	require.Len(t, moves[0].Captured, 4)
}

// The databases' table and the perfect line agree, and the line ends the game.
func TestPerfect(t *testing.T) {
	s := newTestSession(t)
	h := History{Start: "B:WK29:BK1,K2"}
	table, err := onGame(database)(context.Background(), s, h)
	require.NoError(t, err)
	wins := Value{Result: "win", Plies: 11}
	require.Equal(t, wins, table.Value)
	require.Equal(t, wins, table.Moves[0].Value)
	line, err := onGame(perfect)(context.Background(), s, h)
	require.NoError(t, err)
	require.Len(t, line.Moves, 11)
	require.True(t, line.Ends)
	far, err := onGame(database)(context.Background(), s, History{})
	require.NoError(t, err)
	require.Equal(t, Value{Result: "unknown"}, far.Value)
	complete, pieces := s.engine.DatabasePieces()
	require.Equal(t, complete, far.Complete)
	require.Equal(t, pieces, far.Pieces)
}

// A page is told each time that databases were opened behind an answer without them, or others in their place.
func TestDatabasesAreTold(t *testing.T) {
	e, told := session.New(), make(chan any, 10)
	s := NewSession(e, func(m any) { told <- m }, Kinds())
	t.Cleanup(func() {
		s.Close()
		require.NoError(t, e.Close())
	})
	const ending = "W:WK1:BK32"
	ask := func() string {
		p, err := onGame(position)(context.Background(), s, History{Start: ending})
		require.NoError(t, err)
		return p.Database
	}
	first := ask()
	if first == "" { // the databases were opened behind the answer; a fast machine has opened them before the answer
		require.Equal(t, Event{databasesEvent, Nothing{}}, <-told)
		first = ask()
	}
	require.Equal(t, "draw", first)
	require.NoError(t, e.SetOption("EGDBPath", t.TempDir()))
	ask()
	require.Equal(t, Event{databasesEvent, Nothing{}}, <-told)
	require.Equal(t, "draw", ask())
	require.NoError(t, e.SetOption("EGDBPieces", "0"))
	<-e.Loaded()
	require.Equal(t, "unknown", ask())
	require.Equal(t, Event{databasesEvent, Nothing{}}, <-told)
	table, err := onGame(database)(context.Background(), s, History{Start: ending})
	require.NoError(t, err)
	require.Zero(t, table.Pieces)
	require.Empty(t, told)
}

// A score names the side that is better, and the three shares of the result are those of the sides.
func TestScores(t *testing.T) {
	start := board.Start()
	up := scoreOf(search.Info{Score: 50}, start)
	require.Equal(t, []any{"Black", 0.5, "", 0}, []any{up.Side, up.Man, up.Result, up.Plies})
	require.InDeltaSlice(t, []float64{0.808, 0.192, 0}, []float64{up.Black, up.Draw, up.White}, 0.006)
	start.Turn = board.White
	require.Equal(t, Score{Side: "White", Man: up.Man, Black: up.White, Draw: up.Draw, White: up.Black}, scoreOf(search.Info{Score: 50}, start))
	require.Equal(t, Score{Side: "Black", Result: "win", Plies: 4, Black: 1}, scoreOf(search.Info{Score: eval.LossIn(4)}, start))
	require.Equal(t, Score{Result: "draw", Draw: 1}, scoreOf(search.Info{Score: 50, Known: board.Draw}, start))
	require.Equal(t, Score{Side: "White", Result: "win", White: 1}, scoreOf(search.Info{Score: 50, Proven: board.Win}, start))
	for _, proven := range []board.Result{board.Win, board.Draw} {
		require.Empty(t, scoreOf(search.Info{Rank: 2, Score: 50, Proven: proven}, start).Result, "the second move may be worse")
	}
	require.Equal(t, Score{Side: "Black", Result: "win", Black: 1}, scoreOf(search.Info{Rank: 2, Proven: board.Loss}, start))
	even := scoreOf(search.Info{}, start)
	require.Equal(t, even.Black, even.White)
	require.Empty(t, even.Side)
}

// A threat is the best move of the side that is not to move.
func TestThreat(t *testing.T) {
	s := newTestSession(t)
	told, err := onGame(threat)(t.Context(), s, History{Start: "W:W14,32:B10,3"})
	require.NoError(t, err)
	require.Equal(t, Threat{"10x17", []int{10, 17}}, told)
	told, err = onGame(threat)(t.Context(), s, History{Start: "W:W5:B1"})
	require.NoError(t, err)
	require.Equal(t, []int{1, 6}, told.Path)
	told, err = onGame(threat)(t.Context(), s, History{Start: "W:W32:B28"})
	require.NoError(t, err)
	require.Empty(t, told.Path, "a man that cannot move threatens nothing")

	quiet := History{Start: "W:W21-32:B1-12"}
	told, err = onGame(threat)(t.Context(), s, quiet)
	require.NoError(t, err)
	_, err = onGame(think)(t.Context(), s, ThinkRequest{Level: 1, MoveTime: 50})
	require.NoError(t, err)
	for range 5 {
		again, err := onGame(threat)(t.Context(), s, quiet)
		require.NoError(t, err)
		require.Equal(t, told, again, "with full strength, whatever the level of a game")
	}
}

// Values have plies where a side wins and they are known.
func TestValues(t *testing.T) {
	for want, w := range map[Value]worth{
		{"win", 19}: {board.Win, 19, true}, {"win", 0}: {board.Win, 0, false}, {"draw", 0}: {board.Draw, 5, true}, {"loss", 2}: {board.Loss, 2, true},
		{"unknown", 0}: {},
	} {
		require.Equal(t, want, w.value())
	}
}

// An ending is explained by moves, numbers and reasons; one beyond the databases has none.
func TestExplain(t *testing.T) {
	s := newTestSession(t)
	told, err := onGame(explainEnding)(t.Context(), s, History{Start: "W:WK32:BK26"})
	require.NoError(t, err)
	require.Equal(t, []any{"win", 9, 1, "draw"}, []any{told.Result, told.Plies, told.Keeping, told.Passed})
	require.Equal(t, []string{"26-22", "26-23"}, told.Mistakes[0].Replies)
	told, err = onGame(explainEnding)(t.Context(), s, History{})
	require.NoError(t, err)
	require.Equal(t, "unknown", told.Result)
}

// Ends of games are said in words that nobody has to learn.
func TestWords(t *testing.T) {
	s := newTestSession(t)
	for fen, want := range map[string]string{
		"B:W32:B": "White wins: Black has no pieces left", "B:W8,11:B4": "White wins: Black cannot move", "W:WK1:BK32": "",
	} {
		p, err := onGame(position)(context.Background(), s, History{Start: fen})
		require.NoError(t, err, fen)
		require.Equal(t, want, p.Over, fen)
	}
	dance := []string{"1-6", "32-27", "6-1", "27-32"}
	p, err := onGame(position)(context.Background(), s, History{"W:WK1:BK32", append(dance, dance...)})
	require.NoError(t, err)
	require.Equal(t, "draw: the position has occurred three times", p.Over)
}

// A game comes back from PDN as it was sent.
func TestGameRoundTrip(t *testing.T) {
	const text = "[Black \"A\"]\n[Source \"one\"]\n[Source \"another\"]\n1. 11-15 {good} $1 (11-16 23-18) 23-19 (22-18 {no} 15x22) 2. 8-11 *"
	s := newTestSession(t)
	read, err := readGame(context.Background(), s, GameText{text})
	require.NoError(t, err)
	written, err := writeGame(context.Background(), s, read.Game)
	require.NoError(t, err)
	again, err := readGame(context.Background(), s, written)
	require.NoError(t, err)
	require.Equal(t, []Tag{{"Black", "A"}, {"Source", "one"}, {"Source", "another"}}, again.Game.Tags)
	require.Equal(t, read.Game, again.Game)
	require.Equal(t, board.Unfinished.String(), read.Game.Result)
	_, err = writeGame(context.Background(), s, Game{Result: "*", Moves: []Node{{Move: "1-32"}}})
	require.ErrorContains(t, err, "1-32")
}

// A text without a game and a game of another kind of draughts are refused, with the reason.
func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"good morning":                        `no game in it: line 1: "good morning" is neither a move nor a comment`,
		"{a}":                                 "no game in it: neither a tag nor a move",
		"*":                                   "there is no game in the text",
		"[GameType \"25\"]\n1. c3-d4 f6-g5 *": `game 1, line 1: the game is Russian draughts (GameType "25"), not English draughts`,
	} {
		_, err := readGame(context.Background(), newTestSession(t), GameText{text})
		require.ErrorContains(t, err, want, text)
	}
}

// What was not read in a text and what is in doubt is told, with the line.
func TestReadTells(t *testing.T) {
	for text, want := range map[string][]string{
		"1. 11-15 hm 23-19\n2. 8-12 *": {
			"line 2: move 8-12 is illegal: the piece on 8 can move 8-11; the rest of the game is kept as a comment",
			`line 1: "hm" is neither a move nor a comment; it is kept as a comment`,
		},
		"<pre>1. 11-15 23-19</pre>":                                {`line 1: "<pre>1." is taken for the number of a move`, `line 1: "</pre>" behind 23-19 is kept as a comment`},
		"[PlyCount \"3\"]\n1. 11-15 23-19 ; 8-12\n2. 8-11 22-17 *": {`tag PlyCount: "3", but the game has 4 moves`},
		"1. 11-15 23-19 ; 8-12\n2. 8-11 *":                         {},
	} {
		read, err := readGame(context.Background(), newTestSession(t), GameText{text})
		require.NoError(t, err, text)
		require.Equal(t, want, read.Problems, text)
	}
}

// The engine moves, accepts a draw that the databases know, and declines one too early.
func TestPlay(t *testing.T) {
	s := newTestSession(t)
	thought, err := onGame(think)(context.Background(), s, ThinkRequest{MoveTime: 50})
	require.NoError(t, err)
	require.NotEmpty(t, thought.Move)
	answer, err := onGame(offer)(context.Background(), s, OfferRequest{History{"W:WK1:BK32", nil}, "White"})
	require.NoError(t, err)
	require.True(t, answer.Accepted)
	answer, err = onGame(offer)(context.Background(), s, OfferRequest{Engine: "Black"})
	require.NoError(t, err)
	require.False(t, answer.Accepted)
	const overflows = 18_446_744_074_000 // milliseconds; they are 290 ms in a time.Duration
	for want, q := range map[string]ThinkRequest{
		"the engine has no time for its move":                 {},
		"the time for a move is not between 0 and 1 hour":     {MoveTime: overflows},
		"the time on a clock is not between 0 and 1000 hours": {Remaining: 1, Increment: overflows},
	} {
		_, err = onGame(think)(context.Background(), s, q)
		require.EqualError(t, err, want)
	}
}

// An option has one range for a page, whatever the engine's own is.
func TestRangeOfAnOption(t *testing.T) {
	s := newTestSession(t)
	for _, value := range []string{"0", "-1", "1025", "99999999", "99999999999999999999"} {
		_, err := setOption(context.Background(), s, Setting{"Hash", value})
		require.EqualError(t, err, `option Hash: "`+value+`" is not between 1 and 1024`)
	}
	_, err := setOption(context.Background(), s, Setting{"Hash", "x"})
	require.EqualError(t, err, `option Hash: "x" is not a whole number`)
	_, err = setOption(context.Background(), s, Setting{"Hash", "8"})
	require.NoError(t, err)
}

// A text is a position if the reader of FEN of all commands takes all of it, and else a game, as zonda analyze reads it.
func TestReadGame(t *testing.T) {
	const usual = "B:W21-32:B1-12"
	for text, want := range map[string]struct{ start, problem string }{
		"B:W18:B14":                       {"B:W18:B14", ""},
		" B : W 18 , K 30 : B 14 . ":      {"B:W18,K30:B14", ""},
		`"B:W18:B14"`:                     {"B:W18:B14", ""},
		"“B:W18:B14”":                     {"B:W18:B14", ""},
		"B:W18:B14:H0:F1":                 {"B:W18:B14", ""},
		"[FEN \"B:W18:B14\"]\n1. 14x23 *": {"B:W18:B14", ""},
		"/FEN \"B:W18:B14\"/ 14x23":       {"B:W18:B14", ""},
		"11-15{a:b:c}":                    {usual, ""},
		"B:W99:B14":                       {"", "FEN"},
		"B : W99 : B14":                   {"", "FEN"},
		"hello":                           {"", "no game in it"},
		"to: be: or not":                  {"", "FEN"},
	} {
		read, err := readGame(t.Context(), nil, GameText{text})
		if want.problem != "" {
			require.ErrorContains(t, err, want.problem, text)
			continue
		}
		require.NoError(t, err, text)
		start, err := board.ParseFEN(want.start)
		require.NoError(t, err)
		found, err := startOf(read.Game.Start)
		require.NoError(t, err)
		require.Equal(t, start, found, text)
		require.Equal(t, start == board.Start(), read.Game.Start == "", text)
	}
	_, err := startOf("'B:W18:B14'")
	require.NoError(t, err)
}

// The strength belongs to the request: a game of level 1 stays one beside a game at full strength.
func TestThinkAtALevel(t *testing.T) {
	s := newTestSession(t)
	require.NoError(t, s.engine.SetOption("OwnBook", "off"))
	const maximum = 1000 // nodes of level 1, and far fewer than full strength has
	for _, level := range []int{1, fullStrength, 1} {
		_, err := onGame(think)(context.Background(), s, ThinkRequest{Level: level, MoveTime: 100})
		require.NoError(t, err)
		best, err := s.searched(context.Background(), board.NewGame(board.Start()), search.Limits{MoveTime: 100 * time.Millisecond})
		require.NoError(t, err)
		require.Equal(t, level == 1, best.Nodes < maximum, "%d nodes", best.Nodes)
	}
	_, err := onGame(think)(context.Background(), s, ThinkRequest{Level: 11, MoveTime: 100})
	require.ErrorContains(t, err, `"11" is not between 0 and 10`)
}

func FuzzTake(f *testing.F) {
	f.Add([]byte(`{"id":1,"kind":"position","body":{"start":"","moves":["11-15"]}}`))
	f.Add([]byte(`{"id":2,"kind":"read","body":{"text":"1. 11-15 *"}}`))
	f.Add([]byte(`{"id":3,"kind":"write","body":{"result":"*","moves":[{"move":"9-14"}]}}`))
	for _, text := range []string{
		"B:W32:B1 2", "1. **11-15** 23&ndash;19\n\n1. 9-14 {no end", "On 2 Jan 2006 X wrote:\n> 1. 11-15", "\x001. c3-d4\r\u202a2. d6-c5\u202c\n[Result \"1-0\"]",
	} {
		message, err := json.Marshal(map[string]any{"id": 4, "kind": "read", "body": GameText{text}})
		require.NoError(f, err)
		f.Add(message)
	}
	e := session.New()
	f.Cleanup(func() { _ = e.Close() })
	kinds := []Kind{NewKind("position", onGame(position)), NewKind("walk", onGame(walk)), NewKind("read", readGame), NewKind("write", writeGame), NewKind("deal", deal)}
	f.Fuzz(func(t *testing.T, message []byte) {
		replies := 0
		s := NewSession(e, func(m any) {
			if _, event := m.(Event); event {
				return
			}
			replies++
			_, err := json.Marshal(m)
			require.NoError(t, err)
		}, kinds)
		s.Take(context.Background(), message)
		require.Equal(t, 1, replies)
	})
}
