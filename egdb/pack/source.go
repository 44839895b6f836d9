package pack

import (
	"context"
	"sync"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// Source gives the values of endgames, slice by slice.
type Source interface {
	// Each calls visit for every placement of m with Black to move, in an order
	// that is always the same, for part of parts (0 <= part < parts): the parts
	// together are the slice. Different parts may be asked for at the same time.
	Each(m egdb.Material, part, parts int, visit func(p board.Position, v board.Result))
}

// parts is the number of parts a slice is worked on in. It does not depend on the
// number of workers, so that nothing written does.
const parts = 64

// eachPart calls work for every part, on so many workers, until the context ends.
func eachPart(ctx context.Context, workers int, work func(part int)) {
	next := make(chan int)
	var done sync.WaitGroup
	for range max(workers, 1) {
		done.Go(func() {
			for part := range next {
				work(part)
			}
		})
	}
	for part := 0; part < parts && ctx.Err() == nil; part++ {
		next <- part
	}
	close(next)
	done.Wait()
}
