package problems

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// Measure lets each level play a problem a number of times, with its random choices, and returns the rating that fits how often the levels
// solve it. The same seed has the same result.
func (f *Finder) Measure(p suite.Problem, tries int, seed uint64) (rating float64) {
	f.random = rand.New(rand.NewPCG(seed, p.Position.Hash()))
	if p.Claim == suite.Ground {
		return f.measureGround(p, tries)
	}
	var solved [engine.MaxLevel]float64
	for i := range solved {
		for range tries {
			if f.solves(i+1, p) {
				solved[i] += 1 / float64(tries)
			}
		}
	}
	rating, _ = fitted(solved)
	return rating
}

// solves reports whether a level solves a problem: as many of its moves as the line has own ones keep what the problem claims. The replies
// are those of the line, or the hardest where the level has left it.
func (f *Finder) solves(level int, p suite.Problem) bool {
	g := board.NewGame(p.Position)
	need := p.Claim.Need(p.Position)
	for len(g.Moves()) < len(p.Line) {
		at := g.Position()
		run, finish := f.levels[level-1].Begin(g, search.Limits{}, nil)
		m := finish(run.Search()).Move()
		if !f.right(at, m, p, need) {
			return false
		}
		g.Play(m)
		after := g.Position()
		switch {
		case after.Over(), p.Claim == suite.Man && resting(after) && -after.Lead(after.Turn) >= need:
			return true
		case len(g.Moves()) < len(p.Line) && slices.Equal(g.Moves(), p.Line[:len(g.Moves())]):
			g.Play(p.Line[len(g.Moves())])
		case p.Claim != suite.Value:
			g.Play(f.stubborn(g, need))
		default:
			g.Play(f.hardest(after, p.Result))
		}
		if g.Position().Over() {
			return false // it has no move
		}
	}
	return true
}

// right reports whether a move keeps what a problem claims.
func (f *Finder) right(at board.Position, m board.Move, p suite.Problem, need int) bool {
	if p.Claim != suite.Value {
		return slices.Contains(f.winning(at, need, quietPlies), m)
	}
	return f.value(at.Play(m)).high <= p.Result.Opposite()
}

// RankCorrelation returns Spearman's correlation of two lists.
func RankCorrelation(a, b []float64) float64 { return stat.Correlation(ranks(a), ranks(b), nil) }

// ranks returns the place of each number among all, 0 for the least; equal numbers share the middle of their places.
func ranks(numbers []float64) []float64 {
	sorted := slices.Sorted(slices.Values(numbers))
	places := make([]float64, len(numbers))
	for i, number := range numbers {
		first, _ := slices.BinarySearch(sorted, number)
		last, _ := slices.BinarySearchFunc(sorted, number, func(x, number float64) int { return cmp.Or(cmp.Compare(x, number), -1) })
		places[i] = float64(first+last-1) / 2
	}
	return places
}
