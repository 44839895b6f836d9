package judge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/eval"
)

// quick settings give the same verdicts every time.
var quick = Settings{Nodes: 350, Threads: 1, HashMiB: 1, Concurrency: 2}

func readGames(t require.TestingT, text string) *Collection {
	c := &Collection{}
	require.NoError(t, c.Read("test.pdn", strings.NewReader(text)))
	return c
}

func run(t *testing.T, c *Collection, settings Settings) {
	t.Helper()
	all, before := c.Positions()
	require.NoError(t, Run(context.Background(), c, settings, func(f Finding) error {
		if f.IsPosition() {
			before++
		}
		return nil
	}))
	require.Equal(t, all, before)
}

// randomEndgame returns a position of at most five pieces with a move to make.
func randomEndgame(random *rand.Rand) board.Position {
	for {
		p := board.Position{Turn: board.Color(random.IntN(2))}
		for range 2 + random.IntN(4) {
			bit := board.Square(random.IntN(board.Squares)).Bit()
			if (p.Black|p.White)&bit != 0 {
				continue
			}
			side, row := &p.Black, board.CrowningRow(board.Black)
			if random.IntN(2) == 0 {
				side, row = &p.White, board.CrowningRow(board.White)
			}
			*side |= bit
			if bit&row != 0 || random.IntN(2) == 0 {
				p.Kings |= bit
			}
		}
		if !p.Finished() && p.HasMove() {
			return p
		}
	}
}

// In endgames the databases decide: a move that gives a proven result away is a blunder, and one
// that keeps it is at most inaccurate, and only if it makes a win longer, whatever the search thinks.
func TestMarksOfEndgames(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	random := rand.New(rand.NewPCG(1, 2))
	c := &Collection{}
	for range 150 {
		p := randomEndgame(random)
		for m := range p.Legal() {
			g := pdn.NewGame(p)
			g.Add(m)
			c.add(g, "", nil)
		}
	}
	run(t, c, quick)
	e, err := egdb.Open(egdb.Options{})
	require.NoError(t, err)
	seen := map[Mark]int{}
	for _, s := range c.Studies {
		j := s.Judgements()[0]
		next := j.At.Play(j.Move)
		before, after := e.Probe(j.At), e.Probe(next).Opposite()
		if next.Finished() || !next.HasMove() {
			after = board.Win
		}
		require.NotEqual(t, board.Unknown, before, j.At.FEN())
		var moves board.MoveList
		j.At.Moves(&moves)
		switch {
		case moves.Len() == 1:
			require.Equal(t, Forced, j.Mark)
		case after < before:
			require.Equal(t, Blunder, j.Mark, "%s %s", j.At.FEN(), j.At.MoveText(j.Move))
			require.Positive(t, j.Lost)
		default:
			require.Zero(t, j.Lost)
			_, minimum := e.Distance(j.At)
			_, left := e.Distance(next)
			slow := before == board.Win && left+1-minimum >= Slower
			gift := j.material.Given && j.material.Quiet <= provenQuiet
			require.True(t, gift || j.Mark <= Inaccuracy, "%s %s", j.At.FEN(), j.At.MoveText(j.Move))
			require.True(t, gift || slow || !j.Mark.Fault(), "%s %s", j.At.FEN(), j.At.MoveText(j.Move))
		}
		seen[j.Mark]++
	}
	require.Greater(t, seen[Blunder], 20)
	require.Greater(t, seen[sound]+seen[Best], 20)
	require.NotZero(t, seen[Forced])
	require.NotZero(t, seen[Inaccuracy])
}

func TestJudge(t *testing.T) {
	at, err := board.ParseFEN("B:W21,22,23:B9,10,11") // in no book
	require.NoError(t, err)
	first, err := at.ParseMove("11-15")
	require.NoError(t, err)
	other, err := at.ParseMove("9-14")
	require.NoError(t, err)
	searched := func(score eval.Score) Verdict { return Verdict{Score: score, Line: []board.Move{other}} }
	proven := func(result board.Result) Verdict {
		return Verdict{Result: result, Source: Databases, Line: []board.Move{other}}
	}
	solved := func(result board.Result, score eval.Score) Verdict {
		return Verdict{Result: result, Score: score, Source: Solver, Line: []board.Move{other}}
	}
	within := func(result board.Result, plies int) Verdict {
		return Verdict{Result: result, Source: Databases, Plies: plies, Line: []board.Move{other}}
	}
	for _, c := range []struct {
		name          string
		before, after Verdict // the second for the opponent
		want          Mark
	}{
		{"nothing lost", searched(10), searched(-10), sound},
		{"better than the search thought", searched(10), searched(-50), sound},
		{"a little", searched(0), searched(21), sound},
		{"an inaccuracy", searched(0), searched(22), Inaccuracy},
		{"a mistake", searched(0), searched(37), Mistake},
		{"a blunder", searched(0), searched(60), Blunder},
		{"less of a won game", searched(400), searched(-250), sound},
		{"the win for a draw", proven(board.Win), proven(board.Draw), Blunder},
		{"the draw for a loss", proven(board.Draw), proven(board.Win), Blunder},
		{"a draw kept", proven(board.Draw), proven(board.Draw), sound},
		{"a lost game", proven(board.Loss), proven(board.Win), sound},
		{"a win kept, but later", within(board.Win, 11), within(board.Loss, 10+Slower), Inaccuracy},
		{"a win kept, a little later", within(board.Win, 11), within(board.Loss, 8+Slower), sound},
		{"a win kept, with a distance on one side", within(board.Win, 11), proven(board.Loss), sound},
		{"a loss sooner than need be", within(board.Loss, 50), within(board.Win, 5), sound},
		{"hopes for a safe draw", searched(100), proven(board.Draw), Inaccuracy},
		{"into a loss", searched(0), proven(board.Win), Blunder},
		{"a win by search alone for a draw", Verdict{Score: eval.WinIn(9), Result: board.Win, Line: []board.Move{other}}, proven(board.Draw), Blunder},
		{"a proven win for a proven draw", solved(board.Win, 10), solved(board.Draw, 0), Blunder},
		{"a proven draw that looks bad, and still does", solved(board.Draw, -60), searched(60), sound},
		{"a proven win that looks level, and still does", solved(board.Win, 0), searched(0), sound},
		{"a proven win that looks good, and does not after the move", solved(board.Win, 60), searched(0), Blunder},
	} {
		j := judge(Judgement{At: at, Move: first, Before: c.before, After: c.after})
		require.Equal(t, c.want, j.Mark, c.name)
		require.GreaterOrEqual(t, j.Lost, 0.0)
	}
	j := judge(Judgement{At: at, Move: other, Before: searched(0), After: searched(60)})
	require.Equal(t, Best, j.Mark, "the search would have played it")
	j = judge(Judgement{At: at, Move: other, Before: proven(board.Draw), After: proven(board.Win)})
	require.Equal(t, Blunder, j.Mark, "the databases know better")
}

// TestLostVerdict: a position in which all moves lose is lost, also if the search ends with a move that sets a problem.
func TestLostVerdict(t *testing.T) {
	c := readGames(t, "[FEN \"W:W6,9,21,24:B2,14,16,K18\"] 1. 6-1 *")
	settings := quick
	settings.Nodes = DefaultNodes
	run(t, c, settings)
	_, v := c.Studies[0].Position(0)
	require.Equal(t, board.Loss, v.Result)
	require.Positive(t, v.Depth)
	require.False(t, c.Studies[0].Judgements()[0].Mark.Fault())
}

func TestVerdictText(t *testing.T) {
	for want, v := range map[string]Verdict{
		"White +0.35":                        {Score: 35},
		"Black +1.20":                        {Score: -120},
		"even":                               {},
		"draw (databases)":                   {Score: 12, Result: board.Draw, Source: Databases},
		"White wins (databases)":             {Score: 80, Result: board.Win, Source: Databases},
		"draw (proven)":                      {Score: 12, Result: board.Draw, Source: Solver},
		"White wins (proven)":                {Score: 80, Result: board.Win, Source: Solver},
		"White wins in 31 plies (databases)": {Score: eval.WinIn(31), Result: board.Win, Source: Databases},
		"Black wins in 8 plies":              {Score: eval.LossIn(8), Result: board.Loss},
		"White wins in 1 ply":                {Score: eval.WinIn(1), Result: board.Win},
		"Black wins":                         finished(),
		"White wins in 9 plies (databases)":  {Score: eval.WinIn(31), Result: board.Win, Source: Databases, Plies: 9},
		"Black wins (databases)":             {Score: eval.WinIn(3), Result: board.Loss, Source: Databases},
	} {
		require.Equal(t, want, v.Text(board.White))
	}
}

const twoGames = `[Event "one"]
1. 11-15 {mine} 23-19 $1 2. 8-11 22-17 (22-18 {Zonda is no signature} 15x22) 3. 9-13? 17-14 4. 10x17 21x14 3-8 *

[Event "two"]
[FEN "B:WK30,K31:BK1,K18,25"]
1. 25-29 30-25 2. 29x22 *
`

func TestEveryMoveIsJudged(t *testing.T) {
	c := readGames(t, twoGames)
	run(t, c, quick)
	report := NewReport(c, quick)
	require.Len(t, report.Games, 2)
	require.Len(t, report.Games[0].Moves, 9)
	require.Len(t, report.Games[1].Moves, 3)
	require.NotEmpty(t, report.Games[1].Moves[2].Known)
	require.Equal(t, []string{"Laird and Lady", ""}, []string{report.Games[0].Opening, report.Games[1].Opening})
	s := c.Studies[0].Judgements()
	require.Equal(t, []int{1, 1, 2, 2}, []int{s[0].Number(), s[1].Number(), s[2].Number(), s[3].Number()})
	require.Equal(t, []string{"1.", "1...", "2.", "2..."}, []string{s[0].Numeral(), s[1].Numeral(), s[2].Numeral(), s[3].Numeral()})
	white := Judgement{First: board.White}
	require.Equal(t, 1, white.Number())
	require.Equal(t, "1...", white.Numeral())
	white.Ply++
	require.Equal(t, 2, white.Number())
	require.Equal(t, "2.", white.Numeral())
}

// Games that cannot be placed are left out and keep their numbers.
func TestReadBrokenGames(t *testing.T) {
	c := readGames(t, "[FEN \"B:W1:B33\"] 1. 1-5 *\n\n1. 11-15 1-32 *\n\n1. 9-14 *\n")
	require.Len(t, c.LeftOut, 1)
	require.ErrorContains(t, c.LeftOut[0], "test.pdn: game 1, line 1: ")
	require.Len(t, c.Remarks, 1)
	require.Contains(t, c.Remarks[0], "test.pdn:3: game 2: error: ")
	require.Equal(t, []int{2, 3}, []int{c.Studies[0].Number, c.Studies[1].Number})
	require.ErrorContains(t, c.Read("none.pdn", strings.NewReader("")), "none.pdn: no game")
}

// A run that is stopped returns the error of its context, and one whose report fails that error.
func TestStoppedRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := readGames(t, twoGames)
	err := Run(ctx, c, quick, func(Finding) error { cancel(); return nil })
	require.ErrorIs(t, err, context.Canceled)
	c = readGames(t, twoGames)
	require.ErrorIs(t, Run(context.Background(), c, quick, func(Finding) error { return os.ErrClosed }), os.ErrClosed)
	require.Error(t, Settings{Threads: 1, HashMiB: -1}.Check())
	require.Error(t, Settings{Threads: 1, HashMiB: 1, EGDB: "/none"}.Check())
}

// TestTheory: every move of the ballots in play is no fault, whatever a search says, and so are the book's moves within
// its margin of the best; others are.
func TestTheory(t *testing.T) {
	lost := Verdict{Score: 300, Line: []board.Move{{From: 1}}}
	level := Verdict{Line: []board.Move{{From: 1}}}
	judged := func(p board.Position, m board.Move) Judgement {
		return judge(Judgement{At: p, Move: m, Before: level, After: lost})
	}
	ballots := 0
	for _, suite := range []string{"2move", "3move", "11man"} {
		all, err := openings.Open(suite, false)
		require.NoError(t, err)
		for _, o := range all {
			p := o.Start
			for _, m := range o.Moves {
				j := judged(p, m)
				require.False(t, j.doubtful(closerLooks[0]), "%s %s", p.FEN(), p.MoveText(m))
				require.False(t, j.Mark.Fault(), "%s %s", p.FEN(), p.MoveText(m))
				require.Zero(t, j.Lost)
				p = p.Play(m)
			}
			ballots++
		}
	}
	require.Equal(t, 43+156+3028, ballots)
	shipped, err := book.BuiltIn()
	require.NoError(t, err)
	faults := 0
	for p, entry := range shipped.All() {
		for _, m := range entry.Moves {
			j := judged(p, m.Move)
			within := m.Score != book.NoScore && entry.Score()-m.Score <= 20
			require.False(t, within && j.Mark.Fault(), "%s %s", p.FEN(), p.MoveText(m.Move))
			if j.Mark.Fault() {
				faults++
			}
		}
	}
	require.Greater(t, faults, 1000)
}

// TestOneJudgement: equal positions and equal moves have one judgement in all games of a run, whatever was played before
// and after, in any company, and in any number of searches at once.
func TestOneJudgement(t *testing.T) {
	const moves = "1. 11-15 23-19 2. 8-11 22-17 3. 9-13 17-14 4. 10x17 21x14 3-8"
	const transposed = "1. 9-13 22-17 2. 11-15 23-19 3. 8-11 17-14 4. 10x17 21x14 3-8 5. 24-20 15x24"
	alone := readGames(t, moves+" *")
	run(t, alone, quick)
	for _, text := range []string{moves + " *\n\n" + transposed + " *", transposed + " *\n\n" + moves + " *"} {
		c := readGames(t, text)
		many := quick
		many.Concurrency = 4
		run(t, c, many)
		byMove := map[question]Judgement{}
		for _, s := range append(alone.Studies, c.Studies...) {
			for _, j := range s.Judgements() {
				j.Ply = 0
				if first, ok := byMove[question{At: j.At, Move: j.Move}]; ok {
					require.Equal(t, first, j)
				}
				byMove[question{At: j.At, Move: j.Move}] = j
			}
		}
	}
}

// TestSpareEngines: there are no more engines than positions, however many searches may run at once.
func TestSpareEngines(t *testing.T) {
	settings := quick
	settings.Concurrency = 100
	require.Equal(t, 2, settings.engines(readGames(t, "1. 11-15 *")))
}

// Whoever waits hears of every answer while it is searched, and the parts of all answers add up to what they cost. How much is left is an
// estimate that comes to nothing at the end, and that what was searched brings nearer to the truth.
func TestAdvance(t *testing.T) {
	games := readGames(t, "1. 11-15 24-20 2. 10-14 20-16 3. 12x19 23x16 4. 7-10 27-23 5. 9-13 28-24 6. 5-9 22-17 7. 13x22 25x11 8. 8x15 *")
	settings, s := quick, games.Studies[0]
	var mu sync.Mutex
	var sum, maximum, done float64
	settings.Nodes = 5000
	settings.Advance = func(part float64) {
		mu.Lock()
		defer mu.Unlock()
		require.Positive(t, part)
		sum, maximum = sum+part, max(maximum, part)
	}
	first := s.Left()
	require.Greater(t, first, float64(s.Positions()), "a game usually needs closer looks")
	closest, left := 0, first
	require.NoError(t, Run(t.Context(), games, settings, func(f Finding) error {
		before := left
		done, left = done+f.Cost(), s.Left()
		if f.Look == len(closerLooks) {
			require.InDelta(t, before-f.Cost(), left, 1e-6, "the last look brings no other")
		}
		closest = max(closest, f.Look)
		return nil
	}))
	require.InDelta(t, done, sum, 1e-6)
	require.Less(t, maximum, 128., "no answer comes without a word before")
	require.Zero(t, left)
	require.True(t, s.Done())
	require.Positive(t, closest, "a move gets a closer look")
	require.InDelta(t, 1, first/done, 0.9)
}

// provable is a game from a position of 8 pieces that White, who is to move, wins.
const provable = `[FEN "W:W21,22,28,32:B5,12,13,20"]
1. 32-27 *
`

// TestSolver: a position that a short search does not decide is proven, and all outputs say so. The journal gives the
// verdict back.
func TestSolver(t *testing.T) {
	settings := Settings{Nodes: 50, Threads: 1, HashMiB: 1, Concurrency: 1, Solver: 20 * time.Second}
	c := readGames(t, provable)
	run(t, c, settings)
	s := c.Studies[0]
	_, before := s.Position(0)
	require.Equal(t, board.Win, before.Result)
	require.Equal(t, Solver, before.Source)
	require.Equal(t, "White wins (proven)", before.Text(board.White))
	require.Equal(t, 2, c.Proven())

	var out bytes.Buffer
	require.NoError(t, pdn.Write(&out, s.Annotated(true)))
	require.Contains(t, out.String(), "32-27 {Zonda: White wins (proven)}")
	text, err := json.Marshal(NewReport(c, settings))
	require.NoError(t, err)
	require.Contains(t, string(text), `"proven":"win"`)

	v, err := newVerdictLine(s.positions[0], before).verdict(s.positions[0])
	require.NoError(t, err)
	require.Equal(t, before, v)
}

// TestSettingsOfTheSolver are part of the run's name.
func TestSettingsOfTheSolver(t *testing.T) {
	s := quick
	s.Solver = 10 * time.Second
	require.Equal(t, "350 nodes, 10s for a proof a position", s.String())
	c := readGames(t, provable)
	with, err := c.Digest("program", s)
	require.NoError(t, err)
	without, err := c.Digest("program", quick)
	require.NoError(t, err)
	require.NotEqual(t, with, without)
}

// TestProofInCloserLook: a closer look keeps what the solver has proven, and the line of the proof is the better one.
func TestProofInCloserLook(t *testing.T) {
	played, proven := []board.Move{{From: 1, To: 5}}, []board.Move{{From: 2, To: 6}}
	first := Verdict{Result: board.Draw, Source: Solver, Line: played, Proof: proven}
	closer := Verdict{Score: 12, Line: played}.withProof(first)
	require.Equal(t, Verdict{Score: 12, Result: board.Draw, Source: Solver, Line: played, Proof: proven}, closer)
	require.Equal(t, proven, closer.Better())
	known := Verdict{Result: board.Win, Source: Databases, Line: played}
	require.Equal(t, known, known.withProof(first), "the databases know more")
	require.Equal(t, played, known.Better())
	require.Equal(t, known, known.withProof(Verdict{Result: board.Win, Source: Databases, Line: proven}))
}

// TestUnjudged ends a run after each number of findings: a move has its final judgement or none.
func TestUnjudged(t *testing.T) {
	const game = `1. 11-15 23-19 2. 8-11 22-17 3. 15-18 19-15 *`
	done := readGames(t, game)
	run(t, done, quick)
	final := NewReport(done, quick).Games[0].Moves
	ended := errors.New("ended")
	for maximum := 0; ; maximum++ {
		c := readGames(t, game)
		left := maximum
		err := Run(t.Context(), c, quick, func(Finding) error {
			if left--; left < 0 {
				return ended
			}
			return nil
		})
		judged := 0
		for ply, m := range NewReport(c, quick).Games[0].Moves {
			if m.Mark == "unjudged" {
				require.Equal(t, MoveReport{Move: final[ply].Move, Mark: "unjudged"}, m)
				continue
			}
			require.Equal(t, final[ply], m)
			judged++
		}
		if err == nil {
			require.Len(t, final, judged)
			return
		}
		require.ErrorIs(t, err, ended)
	}
}
