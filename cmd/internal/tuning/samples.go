package tuning

import (
	"context"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/evaltune"
)

// LoadSamples reads all samples in some folders and shows a bar meanwhile.
func LoadSamples(ctx context.Context, folders []string) (*evaltune.Set, error) {
	out := cli.NewMeter(cli.Stdout)
	defer out.Clear()
	return evaltune.Load(ctx, func(done, total int) { out.Step("loading", "files", uint64(done), uint64(total)) }, folders...)
}
