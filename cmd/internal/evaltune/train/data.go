package train

import (
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/evaltune"
)

// Data holds the samples from which a network learns, and the samples held out, with which the network is tested. The
// samples held out come from other games, and their positions do not occur in Training. Positions that occur several
// times in Training stay, since merging them would need more time and memory than it saves.
type Data struct {
	Training, Held []Sample
	Shards         int    // files that the samples are from
	Fingerprint    uint64 // differs for other samples and for another order
}

// Load reads all shards in the folders into memory, 16 bytes a sample. After each shard it calls progress with the number
// of shards read and the number of all shards. The order of the samples is that of the folders and of the names of the
// files.
func Load(ctx context.Context, progress func(done, total int), folders ...string) (*Data, error) {
	names, err := evaltune.Shards(folders)
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
	d.dropKnown()
	if len(d.Training) == 0 || len(d.Held) == 0 {
		return nil, fmt.Errorf("%s: too few samples: of the files there (%d) about one in %d is held out; %d positions are left "+
			"to learn from and %d to test with; make more files by zonda tune selfplay",
			strings.Join(folders, ", "), len(names), evaltune.HeldShare, len(d.Training), len(d.Held))
	}
	return d, nil
}

// place is where the samples of a shard go.
type place struct {
	samples     []Sample
	fingerprint uint64
}

// mostSamples is the largest number of samples that are read. Their numbers have 32 bits.
const mostSamples = 1 << 30

// reserve makes room for the samples of all shards. The headers say how many samples there are.
func (d *Data) reserve(names []string) ([]place, error) {
	headers := make([]evaltune.Header, len(names))
	training, held := 0, 0
	for i, name := range names {
		h, err := evaltune.ReadHeader(name)
		if err != nil {
			return nil, err
		}
		headers[i] = h
		if h.Samples > mostSamples {
			return nil, fmt.Errorf("%s: the header says %d samples, more than %d", name, h.Samples, mostSamples)
		}
		if h.HeldOut() {
			held += h.Samples
		} else {
			training += h.Samples
		}
	}
	if training+held > mostSamples {
		return nil, fmt.Errorf("the files have %d samples, more than %d", training+held, mostSamples)
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

// read reads a shard.
func (p *place) read(name string) error {
	_, samples, err := evaltune.ReadShard(name)
	if err != nil {
		return err
	}
	if len(samples) != len(p.samples) {
		return fmt.Errorf("%s: another program changed the file while it was read", name)
	}
	for i, s := range samples {
		sample := sampleOf(s)
		p.samples[i] = sample
		p.fingerprint = mix(mix(p.fingerprint, uint64(sample.Black)|uint64(sample.White)<<32),
			uint64(sample.Kings)|uint64(uint16(sample.Score))<<32|uint64(sample.Result)<<48)
	}
	return nil
}

// mix returns a number that depends on all bits of a and b, and on their order.
func mix(a, b uint64) uint64 {
	const odd = 0x9E3779B97F4A7C15 // an arbitrary odd number with about half its bits set
	high, low := bits.Mul64(a^odd, b+odd)
	return high ^ low ^ b
}

// dropKnown removes the samples held out whose positions are also in Training.
func (d *Data) dropKnown() {
	type key [3]board.Bitboard
	keyOf := func(s *Sample) key { return key{s.Black, s.White, s.Kings} }
	known := make(map[key]bool, len(d.Held))
	for i := range d.Held {
		known[keyOf(&d.Held[i])] = false
	}
	for i := range d.Training {
		k := keyOf(&d.Training[i])
		if _, held := known[k]; held {
			known[k] = true
		}
	}
	d.Held = slices.DeleteFunc(d.Held, func(s Sample) bool { return known[keyOf(&s)] })
}
