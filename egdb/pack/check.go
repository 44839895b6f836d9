package pack

import (
	"context"
	"fmt"
	"sync"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// Check compares every position that a slice stores with the value of the source. The error
// names the first wrong position.
func Check(ctx context.Context, s *egdb.Slice, source Source, workers int) error {
	for _, m := range []egdb.Material{s.Material, s.Material.Mirror()} {
		var once sync.Once
		var wrong error
		eachPart(ctx, workers, func(part int) {
			source.Each(m, part, parts, func(p board.Position, v board.Result) {
				if s.Stored(p) && s.Value(p) != v {
					once.Do(func() { wrong = fmt.Errorf("slice %v: %s is a %v, read as %v", m, p.FEN(), v, s.Value(p)) })
				}
			})
		})
		if wrong != nil {
			return wrong
		}
		if s.Material.Symmetric() {
			break
		}
	}
	return ctx.Err()
}
