package pack

import (
	"context"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// Source gives the values of endgames, slice by slice.
type Source interface {
	// Each calls visit for the positions of m with Black to move that belong to one of
	// parts equal parts, 0 <= part < parts, in a fixed order. All parts together are the
	// slice. Several goroutines may ask for different parts at once.
	Each(m egdb.Material, part, parts int, visit func(p board.Position, v board.Result))
}

// parts is the number of parts into which the work on a slice is divided. It does not depend
// on the number of workers, so that the file does not either.
const parts = 64

// eachPart calls work for every part, on workers goroutines, until the context ends.
func eachPart(ctx context.Context, workers int, work func(part int)) {
	var group errgroup.Group
	group.SetLimit(max(workers, 1))
	for part := 0; part < parts && ctx.Err() == nil; part++ {
		group.Go(func() error {
			work(part)
			return nil
		})
	}
	_ = group.Wait() // work has no errors
}
