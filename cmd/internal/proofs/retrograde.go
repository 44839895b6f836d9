package proofs

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/internal/endgame/generate"
	"github.com/zonda-checkers/zonda/search/proof"
)

// retrograde solves all positions that games from the position can come to. It sets the values of the options, none if ctx ends, and
// their table to a half of the memory that the values leave. The values are read with the other half.
func (t *positionTask) retrograde(ctx context.Context, line *cli.StatusLine, o *proof.Options) error {
	threads := runtime.GOMAXPROCS(0)
	needs := generate.EstimateFrom(t.FEN, threads)
	if needs.Memory > uint64(t.Table)<<20 {
		return fmt.Errorf("--retrograde: %d positions take about %d MiB of memory, and --hash allows %d",
			needs.Positions, needs.Memory>>20+1, t.Table)
	}
	var mu sync.Mutex
	begin, solved := time.Now(), uint64(0)
	values, err := generate.From(ctx, t.FEN, threads, func(positions uint64) {
		mu.Lock()
		defer mu.Unlock()
		solved += positions
		line.Show(func() string {
			return fmt.Sprintf("%.0f s, %d of %d positions solved", time.Since(begin).Seconds(), solved, needs.Positions)
		})
	})
	if err != nil {
		if ctx.Err() != nil {
			err = nil
		}
		return err
	}
	half := max(t.Table<<20-values.Bytes(), 0) / 2
	o.Values, o.Table = generate.NewValueProber(values, half), max(half>>20, 1)
	return nil
}
