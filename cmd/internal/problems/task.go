package problems

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/internal/pool"
)

// Task is a game to look at: one of the levels, or an own one.
type Task struct {
	Number  int            `json:"game"`              // from 0
	Nodes   uint64         `json:"nodes"`             // of the search that finds shots
	Seed    uint64         `json:"seed,omitempty"`    // of a game of the levels
	Weakest int            `json:"weakest,omitempty"` // level that plays it
	Ground  bool           `json:"ground,omitempty"`  // ground problems are looked for; without a game, in one of newcomers
	Name    string         `json:"name,omitempty"`    // of an own game; empty for one of the levels
	Start   board.Position `json:"start,omitzero"`
	Moves   string         `json:"moves,omitempty"`
}

// task returns a game by its number.
func (w Work) task(number int) Task {
	if len(w.Own) == 0 {
		return Task{Number: number, Nodes: w.Nodes, Seed: w.Seed, Weakest: w.Weakest, Ground: w.Ground}
	}
	own := w.Own[number]
	start := own.Game.Start()
	return Task{Number: number, Nodes: w.Nodes, Ground: w.Ground, Name: own.Name, Start: start, Moves: start.LineText(own.Game.Moves())}
}

// Check returns an error if a task, which a stranger may have given, is no game to look at.
func (p Task) Check() error {
	switch {
	case p.Number < 0:
		return fmt.Errorf("game %d: games are numbered from 0", p.Number)
	case p.Name == "" && (p.Weakest < 1 || p.Weakest >= engine.MaxLevel):
		return fmt.Errorf("game %d: the weakest level is %d, not 1 to %d", p.Number, p.Weakest, engine.MaxLevel-1)
	case p.Nodes == 0 || p.Nodes > secondNodes:
		return fmt.Errorf("game %d: a search has %d nodes, not 1 to %d", p.Number, p.Nodes, secondNodes)
	}
	_, err := p.own()
	return err
}

// own returns the own game of a task, and an error if a move of it is illegal.
func (p Task) own() (*board.Game, error) {
	g := board.NewGame(p.Start)
	return g, g.PlayText(strings.Fields(p.Moves)...)
}

// Look is what came of a game.
type Look struct {
	Number int       `json:"game"`
	Found  []Problem `json:"found,omitempty"`
	Census Census    `json:"census"`
	Void   bool      `json:"void,omitempty"` // in a journal: the look before it at the same game was forged
}

// Check returns an error if a look, which a stranger may have had, cannot be that of a task. That its problems are right is for a
// Checker.
func (l Look) Check(p Task) error {
	if l.Number != p.Number {
		return fmt.Errorf("the look at game %d is that of game %d", p.Number, l.Number)
	}
	if l.Void {
		return fmt.Errorf("the look at game %d is void", l.Number)
	}
	for _, found := range l.Found {
		line := strings.Fields(found.Line)
		switch {
		case len(line) == 0:
			return fmt.Errorf("problem %s has no line", found.Position)
		case !slices.Contains(suite.Claims, found.Claim):
			return fmt.Errorf("problem %s claims %s", found.Position, board.Quote(string(found.Claim)))
		case found.Claim == suite.Ground != p.Ground:
			return fmt.Errorf("problem %s claims %s in a look for others", found.Position, found.Claim)
		case !(found.Rating > minRating(found.Claim) && found.Rating < surely && found.Deviation >= minDeviation):
			return fmt.Errorf("problem %s has the rating %v and the deviation %v", found.Position, found.Rating, found.Deviation)
		}
		if err := board.NewGame(found.Position).PlayText(line...); err != nil {
			return fmt.Errorf("problem %s: %w", found.Position, err)
		}
	}
	return nil
}

// NewPool returns a pool of goroutines that look at games with databases.
func NewPool(db *egdb.DB, number int) pool.Pool[Task, Look] {
	return pool.Goroutines[Task, Look]{Number: number, New: func() (pool.Worker[Task, Look], error) { return NewFinder(db), nil }}
}

// Do plays or takes the game of a task and looks at it.
func (f *Finder) Do(ctx context.Context, p Task) (Look, error) {
	if err := ctx.Err(); err != nil {
		return Look{}, err
	}
	name, game := p.Name, p.own
	if name == "" {
		name, game = fmt.Sprintf("selfplay-%d#%d", p.Seed, p.Number), func() (*board.Game, error) { return f.Play(p.Seed, p.Number, p.Weakest) }
		if p.Ground {
			game = func() (*board.Game, error) { return f.playNewcomers(p.Seed, p.Number) }
		}
	}
	f.nodes, f.ground = p.Nodes, p.Ground
	g, err := game()
	if err != nil {
		return Look{}, err
	}
	l := Look{Number: p.Number}
	l.Found, l.Census = f.Look(g, func(ply int) string { return fmt.Sprintf("%s:%d", name, ply) })
	return l, nil
}

// Close does nothing: the databases belong to others.
func (f *Finder) Close() error { return nil }
