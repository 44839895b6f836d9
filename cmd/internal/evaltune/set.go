package evaltune

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// Point is a position with Black to move, with the mean result and the mean score of all samples that have this
// position.
type Point struct {
	Position board.Position
	Result   float32 // the mean result of the games, 0 to 1 for Black
	Score    float32 // the mean score of the searches, in hundredths of a man for Black
	games    float32 // the number of samples
}

// Set holds the points from which weights are learned, and the points held out, with which the weights are tested. The
// points held out come from other games.
type Set struct {
	Training, Held []Point
	Samples        int // the number of samples from which the points were merged
}

// HeldShare is the number of shards of which about one is held out. A shard is held out as a whole, since the positions of a
// game are similar.
const HeldShare = 20

// HeldOut reports whether the shard is held out. The answer depends on the seed and on the number of the shard alone, so
// that a shard that is held out once is never learned from. Seeds hold out other numbers, so that seeds with few shards
// hold out their share too.
func (h Header) HeldOut() bool {
	const apart = 7 // numbers between the shards that two seeds in a row hold out
	return (uint64(h.Number)+apart*((h.Seed+HeldShare-1)%HeldShare))%HeldShare == HeldShare-1
}

// Load reads all shards in the folders, without the search leaves in them. After each shard it calls progress with the number of shards read and the number
// of all shards. A position that is in both parts of the set stays only in Training.
func Load(ctx context.Context, progress func(done, total int), folders ...string) (*Set, error) {
	names, err := Shards(folders)
	if err != nil {
		return nil, err
	}
	s := &Set{}
	for i, name := range names {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := s.read(name); err != nil {
			return nil, err
		}
		progress(i+1, len(names))
	}
	s.Training, s.Held = merged(s.Training), merged(s.Held)
	s.Held = without(s.Held, s.Training)
	if len(s.Training) == 0 || len(s.Held) == 0 {
		return nil, fmt.Errorf("%s: too few samples: of the files there (%d) one in %d is held out; make at least %d files, "+
			"by zonda tune selfplay with more --games or a smaller --games-per-file",
			strings.Join(folders, ", "), len(names), HeldShare, HeldShare)
	}
	return s, nil
}

// Shards returns the file names of all shards in the folders. It returns an error if a folder has no shard.
func Shards(folders []string) (all []string, err error) {
	for _, folder := range folders {
		names, err := filepath.Glob(filepath.Join(folder, "*"+Extension))
		if err != nil {
			return nil, err
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("%s: too few samples: there is no file *%s", folder, Extension)
		}
		slices.Sort(names)
		all = append(all, names...)
	}
	return all, nil
}

// read adds the samples of a shard.
func (s *Set) read(name string) error {
	h, samples, err := ReadShard(name)
	if err != nil {
		return err
	}
	part := &s.Training
	if h.HeldOut() {
		part = &s.Held
	}
	for _, sample := range samples {
		if !sample.Leaf() {
			*part = append(*part, pointOf(sample))
			s.Samples++
		}
	}
	return nil
}

// pointOf returns a sample as a point. If White is to move, the position is mirrored.
func pointOf(s Sample) Point {
	p := Point{Position: s.Position, Result: float32(s.Result-board.Loss) / 2, Score: float32(s.Score), games: 1}
	if p.Position.Turn == board.White {
		p.Position = p.Position.Mirror()
	}
	return p
}

// compare orders points by their positions.
func compare(a, b Point) int {
	return cmp.Or(cmp.Compare(a.Position.Black, b.Position.Black), cmp.Compare(a.Position.White, b.Position.White),
		cmp.Compare(a.Position.Kings, b.Position.Kings))
}

// merged sorts points and merges those with the same position to one point. It changes the slice points.
func merged(points []Point) []Point {
	slices.SortFunc(points, compare)
	kept := points[:0]
	for _, p := range points {
		last := len(kept) - 1
		if last < 0 || compare(kept[last], p) != 0 {
			kept = append(kept, p)
			continue
		}
		k := &kept[last]
		k.Result = (k.Result*k.games + p.Result) / (k.games + 1)
		k.Score = (k.Score*k.games + p.Score) / (k.games + 1)
		k.games++
	}
	return kept
}

// without returns the points that are not among others; both are sorted.
func without(points, others []Point) []Point {
	return slices.DeleteFunc(points, func(p Point) bool {
		_, found := slices.BinarySearchFunc(others, p, compare)
		return found
	})
}
