package main

import (
	"context"
	"os"

	"github.com/zonda-checkers/zonda/eval/tune"
)

// loadSamples reads all samples in some folders and shows a bar meanwhile.
func loadSamples(ctx context.Context, folders []string) (*tune.Set, error) {
	out := newMeter(os.Stdout)
	defer out.clear()
	return tune.Load(ctx, func(done, total int) { out.step("loading", "files", uint64(done), uint64(total)) }, folders...)
}
