package work

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

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

// MeasureVersion runs the benchmark, which takes about a second, and returns the version of this program and its
// speed in nodes a second.
func MeasureVersion(ctx context.Context) (v Version, speed uint64, err error) {
	total, err := search.Bench(ctx, nil, search.AllTechniques(), search.DefaultParameters(), func(search.BenchResult) {})
	if err != nil {
		return v, 0, err
	}
	v = Version{Release: engine.FullName(), Signature: total.Nodes, Data: dataChecksum()}
	return v, search.Info{Nodes: total.Nodes, Time: total.Time}.NodesPerSecond(), nil
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
