package prooftree

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/cmd/internal/proving"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// server is a goal with all that works on it.
type server struct {
	Settings
	library  *egdb.DB
	versions tree.Versions
	store    *tree.Store
	lines    [][]board.Position
	display  *display
	newQueue func() Queue
}

// Serve works on a goal until it is proven or disproven, or until ctx ends: then the verdict is Open, and the same
// settings go on. It prints how far it is.
func Serve(ctx context.Context, s Settings, out io.Writer) (verdict proving.Verdict, err error) {
	if err := s.adopt(); err != nil {
		return proving.Open, err
	}
	v := &server{Settings: s}
	if v.lines, err = readLines(ctx, s.Lines); err != nil {
		return proving.Open, fmt.Errorf("line: %w", err)
	}
	if v.library, err = endgames.OpenFilled(s.Databases, ""); err != nil {
		return proving.Open, err
	}
	defer func() { err = errors.Join(err, v.library.Close()) }()
	if v.versions, err = versions(v.library, s.Pieces); err != nil {
		return proving.Open, err
	}
	if err := tree.CheckGoal(s.Goal, v.library, v.versions.Pieces); err != nil {
		return proving.Open, err
	}
	if v.store, err = tree.OpenOrCreate(s.Store, v.spec()); err != nil {
		return proving.Open, err
	}
	defer func() { err = errors.Join(err, v.store.Close()) }()
	v.display = newDisplay(out, s.Store, s.Goal.String())
	newQueue, closeQueues, err := v.queues(ctx)
	if err != nil {
		return proving.Open, err
	}
	defer closeQueues()
	v.newQueue = newQueue
	if verdict, err = v.prove(ctx); err != nil {
		return verdict, err
	}
	return verdict, v.display.end(verdict)
}

func (v *server) spec() tree.Spec {
	budget := v.Budget
	if budget == 0 {
		budget = DefaultBudget
	}
	return tree.NewSpec(v.Goal, budget, v.versions)
}

// prove works on the claims of the goal, one after the other. One that is disproven ends it.
func (v *server) prove(ctx context.Context) (proving.Verdict, error) {
	for _, claim := range v.Goal.Claims() {
		m, err := v.claim(ctx, claim)
		switch {
		case err != nil && ctx.Err() != nil:
			v.display.meter.Line("interrupted; the same command goes on")
			return proving.Open, nil
		case err != nil:
			return proving.Open, err
		case m.Disproven():
			return proving.Disproven, nil
		}
	}
	return proving.Proven, nil
}

// claim works on one claim.
func (v *server) claim(ctx context.Context, claim certificate.Claim) (*tree.Manager, error) {
	m, err := tree.NewManager(v.store, claim, tree.Options{
		Known: v.library, Budget: v.Budget, Tell: func(message string) { v.display.meter.Line("%s", cli.Fit(message, longestMessage)) },
	})
	if err != nil {
		return nil, err
	}
	if err := follow(m, v.lines); err != nil {
		return nil, err
	}
	queue := v.newQueue()
	v.display.begin()
	err = m.Run(ctx, queue, func() { v.display.show(m.Status) })
	queue.Close(err == nil)
	v.display.line.Clear()
	if failed := v.display.write(m.Status(), false); err == nil {
		err = failed // the first error is what matters
	}
	return m, err
}

// longestMessage is the most letters of a message of the manager that are printed; a stack may be long.
const longestMessage = 500
