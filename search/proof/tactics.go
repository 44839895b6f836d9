package proof

import (
	"context"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// tactics is the alpha-beta search of the engine, without the pruning that may miss a combination. It takes a
// repetition as a draw, which can hide a win but not invent one. Its table compares hashes of 64 bits, so that a proven
// score counts only after its replay.
type tactics struct {
	searcher *search.Searcher
	sources  search.Sources
	visited  uint64 // positions visited since begin
}

// newTactics returns an alpha-beta search with a table of this size in MiB, on one thread.
func newTactics(l *leaves, table int) *tactics {
	sources := search.Sources{Evaluator: eval.BuiltIn(), Bounds: l.bounds}
	if l.databases != nil {
		sources.Databases = l.databases
	}
	return &tactics{searcher: search.New(table, 1), sources: sources}
}

// begin empties the table for another question.
func (t *tactics) begin() {
	t.searcher.Clear()
	t.visited = 0
}

// line is what alpha-beta says of a position.
type line struct {
	state state      // won or lost if the score is proven
	score eval.Score // for the attacker
	moves []board.Move
}

// search searches p, in which there is a move, by this number of nodes or until it finds a proven score.
func (t *tactics) search(ctx context.Context, p board.Position, nodes uint64) line {
	var run *search.Run
	best, game := search.Info{}, board.NewGame(p)
	game.MoveRule = 0
	run = t.searcher.NewRun(game, search.Limits{Nodes: nodes, Solve: true}, t.sources, func(lines []search.Info) {
		if !best.Score.IsProven() {
			best = lines[0]
		}
		if lines[0].Score.IsProven() {
			run.Stop()
		}
	})
	defer context.AfterFunc(ctx, run.Stop)()
	t.visited += run.Search().Nodes
	return lineOf(p, best)
}

// lineOf returns what the result of a search of p means for the attacker.
func lineOf(p board.Position, i search.Info) line {
	l := line{score: i.Score, moves: i.PV}
	if p.Turn == board.White {
		l.score = -l.score
	}
	switch {
	case l.score.IsWin():
		l.state = won
	case l.score.IsLoss():
		l.state = lost
	}
	return l
}
