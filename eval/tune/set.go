package tune

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Point is a position, each once, with Black to move, and what became of it on average.
type Point struct {
	Position board.Position
	Result   float32 // of the games, 0 to 1 for Black
	Score    float32 // of the searches, in hundredths of a man for Black
	games    float32
}

// Set is points to learn from, and others of games that are held out to test what was learned.
type Set struct {
	Training, Held []Point
	Samples        int // before each position was taken once
}

// Every heldShare-th shard is held out, as a whole: positions of one game are too much alike.
const heldShare = 20

// Load reads all shards in some folders and calls progress after each with how many of
// all are read. A position that occurs in both parts stays in the training's.
func Load(ctx context.Context, progress func(done, total int), folders ...string) (*Set, error) {
	names, err := shards(folders)
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
			strings.Join(folders, ", "), len(names), heldShare, heldShare)
	}
	return s, nil
}

// shards returns the names of all shards in some folders, of which each must have some.
func shards(folders []string) (all []string, err error) {
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
	if h.Number%heldShare == heldShare-1 {
		part = &s.Held
	}
	for _, sample := range samples {
		*part = append(*part, pointOf(sample))
	}
	s.Samples += len(samples)
	return nil
}

// pointOf returns a sample as Black to move would see it.
func pointOf(s Sample) Point {
	p := Point{Position: s.Position, Result: float32(s.Result-board.Loss) / 2, Score: float32(s.Score), games: 1}
	if p.Position.Turn == board.White {
		p.Position = p.Position.Mirror()
	}
	return p
}

func compare(a, b Point) int {
	return cmp.Or(cmp.Compare(a.Position.Black, b.Position.Black), cmp.Compare(a.Position.White, b.Position.White),
		cmp.Compare(a.Position.Kings, b.Position.Kings))
}

// merged sorts points and makes one of those with the same position.
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
