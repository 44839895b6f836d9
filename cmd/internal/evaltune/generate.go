package evaltune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/crew"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Generation says which games are played, and where the files of their samples are written.
type Generation struct {
	Directory string // of the shards; it may also contain shards of other seeds
	Seed      uint64
	Shards    int // number of files at the end
	Games     int // games in each file
	Terms     Terms
	Crew      crew.Crew[Order, Samples] // plays the games: see NewCrew
}

// Shard describes a file of samples after Run has processed it.
type Shard struct {
	Name           string
	Number         int
	Games, Samples int  // 0 if another process is writing the file
	Found          bool // the file existed before
}

// Extension is the end of the file names of shards.
const Extension = ".samples.zst"

// Name returns the file name of a shard, with its directory.
func (g *Generation) Name(number int) string {
	return filepath.Join(g.Directory, fmt.Sprintf("s%d-%05d%s", g.Seed, number, Extension))
}

// Run writes the shards that do not exist yet, several at the same time, and calls report after each shard. Several
// processes may use the same directory: a process leaves out a shard that another process is writing. The samples of
// a shard depend only on its seed, its number, its terms and its number of games. If ctx ends, Run returns an error and
// does not write the shards that are not complete.
func (g *Generation) Run(ctx context.Context, report func(Shard)) error {
	const permissions = 0o755
	if err := os.MkdirAll(g.Directory, permissions); err != nil {
		return err
	}
	r := &run{Generation: g, report: report, locks: map[int]*file.Lock{}}
	return errors.Join(g.Crew.Do(ctx, r.orders(), r.write), r.release())
}

// run is a call of Generation.Run.
type run struct {
	*Generation
	mu     sync.Mutex
	report func(Shard)
	locks  map[int]*file.Lock // of the shards that are made, by their numbers
}

// orders returns the shards to make, which it locks. It reports the others.
func (r *run) orders() iter.Seq2[Order, error] {
	return func(yield func(Order, error) bool) {
		for n := range r.Shards {
			s, toMake, err := r.begin(n)
			if err == nil && !toMake {
				r.tell(s)
				continue
			}
			if !yield(Order{Seed: r.Seed, Number: n, Games: r.Games, Terms: r.Terms}, err) {
				return
			}
		}
	}
}

// begin locks a shard, unless the file exists or another process is writing it. It reports whether the shard is to be
// made.
func (r *run) begin(number int) (s Shard, toMake bool, err error) {
	s = Shard{Name: r.Name(number), Number: number}
	if found, err := r.find(&s); found || err != nil {
		return s, false, err
	}
	lock, err := file.Acquire(s.Name, file.NoWait)
	if errors.Is(err, file.ErrLocked) {
		return s, false, nil
	}
	if err != nil {
		return s, false, err
	}
	if found, err := r.find(&s); found || err != nil { // another process may have written it before the lock
		return s, false, errors.Join(err, lock.Release())
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.locks[number] = lock
	return s, true, nil
}

// write writes the shard of an order.
func (r *run) write(o Order, samples Samples) error {
	s := Shard{Name: r.Name(o.Number), Number: o.Number, Games: o.Games, Samples: len(samples)}
	if err := writeShard(s.Name, Header{Seed: o.Seed, Number: o.Number, Games: o.Games, Terms: o.Terms}, samples); err != nil {
		return err
	}
	r.mu.Lock()
	lock := r.locks[o.Number]
	delete(r.locks, o.Number)
	r.mu.Unlock()
	r.tell(s)
	return lock.Release()
}

// tell reports a shard, one at a time.
func (r *run) tell(s Shard) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report(s)
}

// release gives up the locks of the shards that were not made.
func (r *run) release() (err error) {
	for _, lock := range r.locks {
		err = errors.Join(err, lock.Release())
	}
	return err
}

// find reports whether the file of a shard exists. It returns an error if the file has other terms.
func (g *Generation) find(s *Shard) (bool, error) {
	h, _, err := ReadShard(s.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil && (h.Terms != g.Terms || h.Games != g.Games) {
		err = fmt.Errorf("%s was made by other terms: %d games of %+v", s.Name, h.Games, h.Terms)
	}
	s.Found, s.Games, s.Samples = true, h.Games, h.Samples
	return err == nil, err
}

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

// Load reads all shards in the folders, without the search leaves in them. After each shard it calls progress with the number
// of shards read and the number of all shards. A position that is in both parts of the set stays only in Training.
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
