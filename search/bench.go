package search

import (
	"context"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// BenchPosition is a position of the benchmark, as a FEN, and the depth of its search in plies.
type BenchPosition struct {
	FEN   string
	Depth Depth
}

// BenchPositions returns the benchmark's positions: openings, middlegames, endings
// and problems. Changing them changes the signature of every build.
func BenchPositions() []BenchPosition {
	return []BenchPosition{
		{"B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", 20},
		{"W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15", 19},
		{"W:W21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,22", 20},
		{"W:W19,21,22,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,16", 19},
		{"B:W18,20,22,25,26,27,29,30,31,32:B1,2,3,5,6,7,8,10,11,12", 19},
		{"B:W19,21,22,25,27,28,30,32:B1,3,6,10,11,12,13,20", 20},
		{"W:W18,21,23,27,29,30,32:B2,5,6,9,12,14,20", 21},
		{"W:W22,25,30,K2,K7:B10,13,16,20,K31", 20},
		{"B:W13,21,22,23,28,29:B1,2,5,6,14,20", 22},
		{"B:WK9,12,K21:B1,K4,8,10", 20},
		{"B:W30,K31,K32:BK20,21,K22,K23", 20},
		{"B:WK8,12,13:BK1,3,6", 22},
		{"W:WK6,K10,K12,K15,K20:BK26,K27,K31,K32", 14},
		{"W:WK2,6,K10,11,15,K18,19,20,21,31:B1,3,4,12,13,23,K24,25,27,K29", 19},
		{"W:W5,K10,11,17,22,25,26,29,30,32:B1,2,4,12,15,16,19,23,27,28", 19},
		{"B:WK2,16,20:BK10,K25", 19},
	}
}

// benchHash is the table's size in MiB. Another size changes the signature.
const benchHash = 16

// BenchResult is the result of the whole benchmark or of one of its positions.
type BenchResult struct {
	Number int    // of the position, from 1; for the whole benchmark the number of positions
	Nodes  uint64 // positions visited; for the whole benchmark this is the signature
	Time   time.Duration
	Best   Info // the best line of the position; empty for the whole benchmark
}

// String returns the benchmark's last line.
func (r BenchResult) String() string {
	rate := Info{Nodes: r.Nodes, Time: r.Time}.NodesPerSecond()
	return fmt.Sprintf("bench: %d nodes, %d ms, %d nodes/s", r.Nodes, r.Time.Milliseconds(), rate)
}

// Bench searches the benchmark's positions on one thread, each with an empty table of benchHash MiB, and calls report
// after each position. The evaluation is evaluator, nil for that of the program. The number of nodes is the signature
// of the search and the evaluation. It is the same on every machine and in every build. If ctx ends, or if a
// parameter is outside of its range, Bench returns an error.
func Bench(ctx context.Context, evaluator eval.Evaluator, use Techniques, p Parameters, report func(BenchResult)) (total BenchResult, err error) {
	s := New(benchHash, 1)
	if err := s.SetParameters(p); err != nil {
		return total, err
	}
	sources := Sources{Evaluator: evaluator}
	sources.Evaluation() // its weights are made ready now, before the time is measured,
	eval.BuiltIn()       // and those with which a network evaluates positions of few pieces
	s.SetTechniques(use)
	for i, b := range BenchPositions() {
		p, err := board.ParseFEN(b.FEN)
		if err != nil {
			return total, fmt.Errorf("bench position %d: %w", i+1, err)
		}
		s.Clear()
		run := s.NewRun(board.NewGame(p), Limits{Depth: b.Depth}, sources, nil)
		unlink := context.AfterFunc(ctx, run.Stop)
		best := run.Search()
		unlink()
		if ctx.Err() != nil {
			return total, fmt.Errorf("stopped after %d of %d positions", i, len(BenchPositions()))
		}
		report(BenchResult{Number: i + 1, Nodes: best.Nodes, Time: best.Time, Best: best})
		total.Number, total.Nodes, total.Time = i+1, total.Nodes+best.Nodes, total.Time+best.Time
	}
	return total, nil
}
