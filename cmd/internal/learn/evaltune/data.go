package evaltune

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Data holds samples with Black to move: those from which weights are learned, and those held out, with which the
// weights are tested. The samples held out come from other games, and their positions do not occur in Training.
// Positions that occur several times in Training stay, since merging them would need more time and memory than it saves.
type Data struct {
	Training, Held []Sample
	Samples        int    // read, also those held out that occur in Training
	Shards         int    // files that the samples are from
	Fingerprint    uint64 // differs for other samples and for another order
}

// Load reads all shards in the folders into memory, 16 bytes a sample; leaves says whether to keep the leaves of searches.
// After each shard it calls progress with the number of shards read and the number of all shards. The order of the
// samples is that of the folders and of the names of the files.
func Load(ctx context.Context, leaves bool, progress func(done, total int), folders ...string) (*Data, error) {
	names, err := shardNames(folders)
	if err != nil {
		return nil, err
	}
	d := &Data{Shards: len(names)}
	places, err := d.reserve(names)
	if err != nil {
		return nil, err
	}
	if err := fill(ctx, names, places, progress); err != nil {
		return nil, err
	}
	for _, p := range places {
		d.Fingerprint = mix(d.Fingerprint, p.fingerprint)
	}
	if !leaves {
		d.Training, d.Held = slices.DeleteFunc(d.Training, Sample.Leaf), slices.DeleteFunc(d.Held, Sample.Leaf)
	}
	d.Samples = len(d.Training) + len(d.Held)
	d.dropKnown()
	if len(d.Training) == 0 || len(d.Held) == 0 {
		return nil, fmt.Errorf("%s: too few samples: of the files there (%d) about one in %d is held out; %d positions are left "+
			"to learn from and %d to test with; make more files, by zonda tune selfplay with another --seed and a small --games-per-file",
			strings.Join(folders, ", "), len(names), heldShare, len(d.Training), len(d.Held))
	}
	return d, nil
}

// shardNames returns the file names of all shards in the folders. It returns an error if a folder has no shard.
func shardNames(folders []string) (all []string, err error) {
	for _, folder := range folders {
		names, err := file.Matching(folder, "*"+Extension)
		if err != nil {
			return nil, err
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("%s: too few samples: there is no file *%s", folder, Extension)
		}
		all = append(all, names...)
	}
	return all, nil
}

// heldShare is the number of shards of which about one is held out. A shard is held out as a whole, since the positions of a
// game are similar.
const heldShare = 20

// HeldOut reports whether the shard is held out. The answer depends on the seed and on the number of the shard alone, so
// that a shard that is held out once is never learned from. Seeds hold out other numbers, so that seeds with few shards
// hold out their share too.
func (h Header) HeldOut() bool {
	const apart = 7 // numbers between the shards that two seeds in a row hold out
	return (uint64(h.Number)+apart*((h.Seed+heldShare-1)%heldShare))%heldShare == heldShare-1
}

// place is where the samples of a shard go.
type place struct {
	samples     []Sample
	fingerprint uint64
}

// maxSamples is the largest number of samples that are read. Their numbers have 32 bits.
const maxSamples = 1 << 30

// reserve makes room for the samples of all shards. The headers say how many samples there are.
func (d *Data) reserve(names []string) ([]place, error) {
	headers := make([]Header, len(names))
	training, held := 0, 0
	for i, name := range names {
		h, err := readHeader(name)
		if err != nil {
			return nil, err
		}
		headers[i] = h
		if h.Samples > maxSamples {
			return nil, fmt.Errorf("%s: the header says %d samples, more than %d", name, h.Samples, maxSamples)
		}
		if h.HeldOut() {
			held += h.Samples
		} else {
			training += h.Samples
		}
	}
	if training+held > maxSamples {
		return nil, fmt.Errorf("the files have %d samples, more than %d", training+held, maxSamples)
	}
	d.Training, d.Held = make([]Sample, training), make([]Sample, held)
	places := make([]place, len(names))
	restTraining, restHeld := d.Training, d.Held
	for i, h := range headers {
		rest := &restTraining
		if h.HeldOut() {
			rest = &restHeld
		}
		places[i].samples, *rest = (*rest)[:h.Samples], (*rest)[h.Samples:]
	}
	return places, nil
}

// fill reads the shards to their places, several at the same time.
func fill(ctx context.Context, names []string, places []place, progress func(done, total int)) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	var mutex sync.Mutex
	done := 0
	for i, name := range names {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := places[i].read(name); err != nil {
				return err
			}
			mutex.Lock()
			defer mutex.Unlock()
			done++
			progress(done, len(names))
			return nil
		})
	}
	return group.Wait()
}

// read reads a shard. A position with White to move is mirrored.
func (p *place) read(name string) error {
	_, samples, err := ReadShard(name)
	if err != nil {
		return err
	}
	if len(samples) != len(p.samples) {
		return fmt.Errorf("%s: another program changed the file while it was read", name)
	}
	for i, s := range samples {
		s = s.mirrored()
		p.samples[i] = s
		p.fingerprint = mix(mix(p.fingerprint, uint64(s.Black)|uint64(s.White)<<32),
			uint64(s.Kings)|uint64(uint16(s.Score))<<32|uint64(s.Result)<<48)
	}
	return nil
}

// mirrored returns the sample with Black to move.
func (s Sample) mirrored() Sample {
	if p := s.Position(); s.Turn == board.White {
		p = p.Mirror()
		s.Black, s.White, s.Kings, s.Turn = p.Black, p.White, p.Kings, p.Turn
	}
	return s
}

// mix returns a number that depends on all bits of a and b, and on their order.
func mix(a, b uint64) uint64 {
	const odd = 0x9E3779B97F4A7C15 // an arbitrary odd number with about half its bits set
	high, low := bits.Mul64(a^odd, b+odd)
	return high ^ low ^ b
}

// dropKnown removes the samples of positions that openings.HeldOut keeps from learning, and the samples held out whose
// positions are also in Training.
func (d *Data) dropKnown() {
	d.Training = slices.DeleteFunc(d.Training, func(s Sample) bool { return openings.HeldOut(s.Position()) })
	known := make(map[board.Position]bool, len(d.Held))
	for _, s := range d.Held {
		known[s.Position()] = false
	}
	for _, s := range d.Training {
		if _, held := known[s.Position()]; held {
			known[s.Position()] = true
		}
	}
	d.Held = slices.DeleteFunc(d.Held, func(s Sample) bool { return known[s.Position()] })
}

// Point is a position with Black to move, with the mean result and the mean score of all samples that have this
// position.
type Point struct {
	Position board.Position
	Result   float32 // the mean result of the games, 0 to 1 for Black
	Score    float32 // the mean score of the searches, in hundredths of a man for Black
	games    float32 // the number of samples
}

// Set holds the points of the samples of games: those to learn from, and those held out.
type Set struct{ Training, Held []Point }

// NewSet returns the points of samples, none of which may be a leaf.
func NewSet(d *Data) *Set { return &Set{Training: merged(d.Training), Held: merged(d.Held)} }

// compare orders points by their positions.
func compare(a, b Point) int {
	return cmp.Or(cmp.Compare(a.Position.Black, b.Position.Black), cmp.Compare(a.Position.White, b.Position.White),
		cmp.Compare(a.Position.Kings, b.Position.Kings))
}

// merged returns the points of samples, in the order of their positions: one for all samples with the same position.
func merged(samples []Sample) []Point {
	points := make([]Point, len(samples))
	for i, s := range samples {
		points[i] = Point{Position: s.Position(), Result: float32(s.Outcome()), Score: float32(s.Score), games: 1}
	}
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
