package judge

import (
	"cmp"
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/pool"
	"github.com/zonda-checkers/zonda/search"
)

// Run finds what the studies lack, one study after the other: the verdicts on its positions, and then closer looks at
// each move that seems to be a fault. Each question is answered from an empty transposition table, so that no answer
// depends on another. Run calls report after each finding, one call at a time, and returns the first error,
// which is ctx.Err() if ctx ends before all is done.
func Run(ctx context.Context, c *Collection, settings Settings, report func(Finding) error) error {
	c.rating, c.corridor = settings.Rating, settings.Corridor
	concurrency := settings.engines(c)
	engines := make(chan analyst, concurrency) // that are free
	for range concurrency {
		e, err := settings.newAnalyst()
		if err != nil {
			return err
		}
		defer func() { _ = e.Close() }() // no log file: nothing can be lost
		engines <- e
	}
	answer := pool.Func[question, Finding](func(ctx context.Context, q question) (Finding, error) {
		e := <-engines
		defer func() { engines <- e }()
		f, err := settings.answer(ctx, e, q)
		return f, cmp.Or(ctx.Err(), err)
	})
	analysts := pool.Goroutines[question, Finding]{Number: concurrency, New: func() (pool.Worker[question, Finding], error) { return answer, nil }}
	for _, s := range c.Studies {
		for questions := s.missing(); len(questions) > 0; questions = s.missing() {
			err := analysts.Do(ctx, pool.Tasks(questions...), func(_ question, f Finding) error {
				c.found.add(f)
				return report(f)
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// answer searches for the answer to a question. A closer look searches the position after the move first, so that the
// transposition table tells the search of the position before it what the move leads to.
func (s Settings) answer(ctx context.Context, e analyst, q question) (f Finding, err error) {
	f.question = q
	if err := e.NewGame(); err != nil {
		return f, err
	}
	told := 0.0
	advance := func(part float64) {
		if s.Advance != nil && part > told {
			s.Advance((part - told) * q.cost())
			told = part
		}
	}
	defer advance(1)
	if f.IsPosition() {
		if f.Before, err = s.verdict(ctx, e, q.At, advance); err == nil {
			f.Before = s.solved(ctx, e, q.At, f.Before)
		}
		return f, err
	}
	if q.Look == corridorLook {
		f.Corridor, err = s.corridor(ctx, e, q.At)
		return f, err
	}
	const searches = 2
	closer := s.closer(q.Look)
	if f.After, err = closer.verdict(ctx, e, q.At.Play(q.Move), func(part float64) { advance(part / searches) }); err == nil {
		f.Before, err = closer.verdict(ctx, e, q.At, func(part float64) { advance((1 + part) / searches) })
	}
	return f, err
}

// verdict searches a position. If all moves lose, a search that is stopped may end with a move that it has not searched, at
// depth 0, to set a problem for the opponent. Then the line of the last iteration counts. Advance hears what part of the nodes was
// searched.
func (s Settings) verdict(ctx context.Context, e analyst, p board.Position, advance func(part float64)) (Verdict, error) {
	if !p.HasMove() {
		return finished(), nil
	}
	var last search.Info
	game := board.NewGame(p)
	game.MoveRule = 0
	best, err := e.Play(ctx, game, search.Limits{MoveTime: s.MoveTime, Depth: s.Depth, Nodes: s.Nodes}, func(found engine.Lines) {
		if found.Depth > 0 {
			last = found.Info
		}
		if s.Nodes > 0 {
			advance(min(1, float64(found.Nodes)/float64(s.Nodes)))
		}
	})
	if err != nil {
		return Verdict{}, err
	}
	if best.Depth == 0 && last.Depth > 0 {
		best.Info = last
	}
	v := newVerdict(best.Info, e.endings.Probe(p))
	if value, plies := e.endings.Distance(p); value == v.Result {
		v.Plies = plies
	}
	return v, nil
}

// solved returns the verdict on a position with what the proof solver adds to it. The solver is asked only if the
// settings say so and neither the databases nor the search know the value.
func (s Settings) solved(ctx context.Context, e analyst, p board.Position, v Verdict) Verdict {
	if s.Solver == 0 || v.Result != board.Unknown {
		return v
	}
	limited, cancel := context.WithTimeout(ctx, s.Solver)
	defer cancel()
	found := e.Prove(limited, p)
	if found.Value == board.Unknown {
		return v
	}
	v.Result, v.Source = found.Value, Solver
	if found.Value != board.Loss {
		v.Proof = found.Line[:min(len(found.Line), maxLine)]
	}
	return v
}

// withProof returns v, the verdict of a closer look, with what the proof solver has found of the position.
func (v Verdict) withProof(first Verdict) Verdict {
	if first.Source == Solver && v.Result == board.Unknown {
		v.Result, v.Source, v.Proof = first.Result, Solver, first.Proof
	}
	return v
}

// question is what a search is asked: the value of a position, or a closer look at a move.
type question struct {
	At   board.Position
	Move board.Move // of a closer look
	Look int        // 0 for the value of the position, 1 for the first closer look, corridorLook for the corridor of the position
}

// Finding is the answer to a question.
type Finding struct {
	question
	Before Verdict // on the position
	After  Verdict // on the position after the move, for the opponent; only of a closer look

	Corridor Corridor // only of that question
}

// IsPosition reports whether the finding is the verdict on a position. Otherwise it is a closer look at a move, or a corridor.
func (f Finding) IsPosition() bool { return f.Look == 0 }

// findings holds what a run found. Equal positions and equal moves have one finding, in whatever games they are.
type findings map[question]Finding

func (f findings) add(found Finding) { f[found.question] = found }

// verdict returns the verdict on a position, and false if there is none yet.
func (f findings) verdict(p board.Position) (Verdict, bool) {
	found, ok := f[question{At: p}]
	return found.Before, ok
}

// Source is where a verdict comes from.
type Source uint8

// The sources. What the search found is an estimate unless it is a win or a loss.
const (
	Searched Source = iota
	Databases
	Rules  // the side to move has no move
	Solver // the proof solver
)

// Verdict is the value of a position for the side to move, and the best line.
type Verdict struct {
	Score  eval.Score   // of the search
	Result board.Result // if it is proven, otherwise Unknown
	Source Source       // of the result, or else of the score
	Depth  search.Depth // of the search
	Plies  int          // to the end of the game with perfect play, if the databases know it; otherwise 0
	Line   []board.Move // the best play of the search, maxLine moves at most; empty only if there is no move
	Proof  []board.Move // play that keeps the proven value of a win or a draw; only of the solver, maxLine moves at most
}

// maxLine is the number of moves kept of the best play.
const maxLine = 12

// newVerdict returns the verdict on a position from its search and from the databases.
func newVerdict(best search.Info, known board.Result) Verdict {
	v := Verdict{
		Score: best.Score, Depth: best.Depth, Result: known, Source: Databases,
		Line: best.PV[:min(len(best.PV), maxLine)],
	}
	if known != board.Unknown {
		return v
	}
	v.Source = Searched
	switch {
	case best.Score.IsWin():
		v.Result = board.Win
	case best.Score.IsLoss():
		v.Result = board.Loss
	}
	return v
}

// finished is the verdict on a position without a move.
func finished() Verdict {
	return Verdict{Score: eval.LossIn(0), Result: board.Loss, Source: Rules}
}

// Chance returns the points that the side to move can expect, 0 to 1.
func (v Verdict) Chance() float64 {
	switch v.Result {
	case board.Win:
		return 1
	case board.Draw:
		return 1. / 2
	case board.Loss:
		return 0
	}
	return v.Score.Chance()
}

// Chances returns the chances of the side to move of a position with this number of pieces. A known result is certain.
func (v Verdict) Chances(pieces int) eval.Chances {
	switch v.Result {
	case board.Win:
		return eval.Chances{Win: 1}
	case board.Draw:
		return eval.Chances{Draw: 1}
	case board.Loss:
		return eval.Chances{Loss: 1}
	}
	return v.Score.Chances(pieces)
}

// Better returns the best play: that of the proof, or else that of the search.
func (v Verdict) Better() []board.Move {
	if len(v.Proof) > 0 {
		return v.Proof
	}
	return v.Line
}

// Text returns the verdict in words, for a position in which turn is to move: "Black +0.35",
// "even", "draw (databases)", "draw (proven)", "White wins in 31 plies".
func (v Verdict) Text(turn board.Color) string {
	switch v.Source {
	case Databases:
		return v.outcome(turn) + " (databases)"
	case Solver:
		return v.outcome(turn) + " (proven)"
	}
	return v.outcome(turn)
}

func (v Verdict) outcome(turn board.Color) string {
	switch v.Result {
	case board.Draw:
		return "draw"
	case board.Win:
		return turn.String() + " wins" + v.distance()
	case board.Loss:
		return turn.Opponent().String() + " wins" + v.distance()
	}
	switch {
	case v.Score == 0:
		return "even"
	case v.Score < 0:
		return turn.Opponent().String() + " " + men(-v.Score)
	}
	return turn.String() + " " + men(v.Score)
}

// plies returns the plies to the end of a won or lost game, 0 if they are not known.
func (v Verdict) plies() int {
	if v.Plies == 0 && v.Score.HasPlies() && v.Score.IsWin() == (v.Result == board.Win) {
		return v.Score.Plies()
	}
	return v.Plies
}

// distance returns the plies to the end in words, if they are known.
func (v Verdict) distance() string {
	switch plies := v.plies(); plies {
	case 0:
		return ""
	case 1:
		return " in 1 ply"
	default:
		return fmt.Sprintf(" in %d plies", plies)
	}
}

// men returns a score in men: "+0.35".
func men(s eval.Score) string { return fmt.Sprintf("%+.2f", float64(s)/float64(eval.Man)) }

// Game judges the moves of a game, in their order. The error is ctx.Err() if ctx ends before all is done; the judgements are then those of
// the moves that were reached.
func Game(ctx context.Context, g *pdn.Game, s Settings) ([]Judgement, error) {
	c := Of(g)
	err := Run(ctx, c, s, func(Finding) error { return nil })
	return c.Studies[0].Judgements(), err
}
