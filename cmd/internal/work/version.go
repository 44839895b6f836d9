package work

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/network"
	"github.com/zonda-checkers/zonda/search"
)

// Version tells programs apart that may give other results for the same piece.
type Version struct {
	Release   string `json:"release"`
	Signature uint64 `json:"signature"` // the nodes of the benchmark: see search.Bench
	Data      string `json:"data"`      // checksum of the networks, databases and books in the program
}

// MeasureVersion runs the benchmark, on so many threads at the same time, which takes about a second. It returns the
// version of this program and the speed of the slowest thread in nodes a second.
func MeasureVersion(ctx context.Context, threads int) (v Version, speed uint64, err error) {
	totals := make([]search.BenchResult, max(1, threads))
	group, ctx := errgroup.WithContext(ctx)
	for i := range totals {
		group.Go(func() (err error) {
			totals[i], err = search.Bench(ctx, nil, search.AllTechniques(), search.DefaultParameters(), func(search.BenchResult) {})
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return v, 0, err
	}
	slowest := slices.MaxFunc(totals, func(a, b search.BenchResult) int { return cmp.Compare(a.Time, b.Time) })
	v = Version{Release: engine.FullName(), Signature: slowest.Nodes, Data: dataChecksum()}
	return v, search.Info{Nodes: slowest.Nodes, Time: slowest.Time}.NodesPerSecond(), nil
}

// dataChecksum returns a checksum of all data in the program that decides its results.
func dataChecksum() string {
	sum := sha256.New()
	for _, part := range [][sha256.Size]byte{
		eval.Checksum(), network.Checksum(), egdb.Checksum(), book.Checksum(), antibook.Checksum(),
	} {
		_, _ = sum.Write(part[:]) // a hash takes everything
	}
	const digits = 16 // of the 64: enough to tell data apart
	return hex.EncodeToString(sum.Sum(nil))[:digits]
}

// String returns the version in words.
func (v Version) String() string {
	return fmt.Sprintf("%s (bench %d, data %s)", v.Release, v.Signature, v.Data)
}
