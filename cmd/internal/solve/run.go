package solve

import (
	"context"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// Settings say how each problem is searched.
type Settings struct {
	MoveTime time.Duration `kong:"-"` // 0 for none
	Depth    search.Depth  `kong:"-"` // 0 for none
	Nodes    uint64        `kong:"-"` // exact with one thread, 0 for none

	Threads          int  `help:"Threads of each search (default ${default})." default:"1" placeholder:"N" min:"1"`
	HashMiB          int  `name:"hash" help:"Transposition table in MiB (default ${default})." default:"64" placeholder:"MIB" min:"1"`
	WithoutDatabases bool `name:"no-egdb" help:"Ask no endgame databases, to measure their worth."`
}

// Attempt is the search of one problem.
type Attempt struct {
	Problem  Problem
	Best     search.Info
	Solution *Solution // nil if the search did not end with the problem solved
}

// Summary holds the totals of a run.
type Summary struct {
	Problems int // searched
	Answered int // of these, with a known answer
	Solved   int // of these
	Nodes    uint64
	Time     time.Duration
}

func (s *Summary) add(a Attempt) {
	s.Problems++
	if a.Problem.Answered() {
		s.Answered++
	}
	if a.Solution != nil {
		s.Solved++
	}
	s.Nodes += a.Best.Nodes
	s.Time += a.Best.Time
}

// Run searches the problems one after the other, each with empty tables, and calls report after each.
// The move rule is off, because a problem asks what can be forced in any number of moves. If ctx ends,
// Run returns the summary so far and ctx.Err().
func Run(ctx context.Context, problems []Problem, settings Settings, report func(Attempt)) (Summary, error) {
	e, err := engine.New(settings.config())
	if err != nil {
		return Summary{}, err
	}
	defer func() { _ = e.Close() }() // no log file: nothing can be lost
	var sum Summary
	for _, p := range problems {
		a, err := attempt(ctx, e, p, settings)
		if err != nil {
			return sum, fmt.Errorf("%s: %w", p.ID, err)
		}
		sum.add(a)
		report(a)
	}
	return sum, nil
}

func (settings Settings) config() engine.Config {
	c := engine.Config{Hash: settings.HashMiB, Threads: settings.Threads}
	if settings.WithoutDatabases {
		c.Endings = engine.NoEndings
	}
	return c
}

func attempt(ctx context.Context, e *engine.Engine, p Problem, settings Settings) (Attempt, error) {
	if err := e.NewGame(); err != nil {
		return Attempt{}, err
	}
	limits := search.Limits{
		MoveTime: settings.MoveTime, Depth: settings.Depth, Nodes: settings.Nodes, Solve: true,
		SearchKnown: true, // the answer must come from the search, not from distances
	}
	w := watch{problem: p}
	game := board.NewGame(p.Position)
	game.MoveRule = 0
	best, err := e.Play(ctx, game, limits, func(l engine.Lines) { w.see(l.Info) })
	if err != nil {
		return Attempt{}, err
	}
	w.see(best.Info)
	return Attempt{Problem: p, Best: w.last, Solution: w.since}, nil
}
