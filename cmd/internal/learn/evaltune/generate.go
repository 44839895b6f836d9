package evaltune

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/pool"
)

// Generation says which games are played, and where the files of their samples are written.
type Generation struct {
	Directory string // of the shards; it may also contain shards of other seeds
	Seed      uint64
	Shards    int // number of files at the end
	Games     int // games in each file
	Terms     Terms
	Pool      pool.Pool[Order, Samples] // plays the games: see NewPool
	Waits     func(shards int)          // called when only shards are left that other processes are writing; nil for nobody
}

// Shard describes a file of samples after Run has processed it.
type Shard struct {
	Name           string
	Number         int
	Games, Samples int
	Found          bool // the file existed before, or another process has written it
}

// Extension is the end of the file names of shards.
const Extension = ".samples.zst"

// Name returns the file name of a shard, with its directory.
func (g *Generation) Name(number int) string {
	return filepath.Join(g.Directory, fmt.Sprintf("s%d-%05d%s", g.Seed, number, Extension))
}

// Run writes the shards that do not exist yet, several at the same time, and calls report after each shard. Several
// processes may use the same directory: a process waits in the end for a shard that another process is writing, and makes it if that process
// does not. So all shards are there when Run returns nil. The samples of a shard depend only on its seed, its number, its terms and its
// number of games. If ctx ends, Run returns an error and does not write the shards that are not complete. Shards with forged samples are
// made again.
func (g *Generation) Run(ctx context.Context, report func(Shard)) error {
	const permissions = 0o755
	if err := os.MkdirAll(g.Directory, permissions); err != nil {
		return err
	}
	r := &run{Generation: g, report: report, locks: map[int]*file.Lock{}, there: map[int]bool{}, told: map[int]bool{}}
	for {
		err := errors.Join(g.Pool.Do(ctx, r.orders(), r.write), r.release())
		forged := (*pool.Forged[Order])(nil)
		if errors.As(err, &forged) {
			for _, o := range forged.Tasks {
				delete(r.there, o.Number)
				if err := os.Remove(g.Name(o.Number)); err != nil {
					return err
				}
			}
			continue
		}
		if err == nil {
			err = r.await(ctx)
		}
		if err != nil || len(r.there) == r.Shards {
			return errors.Join(err, r.release())
		}
	}
}

// othersPause is the time between two looks at shards that other processes are writing.
const othersPause = time.Second

// await waits until all shards are there, or one that another process was writing is left to this one, which it locks.
func (r *run) await(ctx context.Context) error {
	for told := false; ; {
		for n := range r.Shards {
			if r.isThere(n) {
				continue
			}
			s, toMake, err := r.begin(n)
			if err != nil || toMake {
				return err
			}
			if s.Found {
				r.tell(s)
			}
		}
		left := r.Shards - len(r.there)
		if left == 0 {
			return nil
		}
		if !told && r.Waits != nil {
			told = true
			r.Waits(left)
		}
		select {
		case <-time.After(othersPause):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// run is a call of Generation.Run.
type run struct {
	*Generation
	mu     sync.Mutex
	report func(Shard)
	locks  map[int]*file.Lock // of the shards that are made, by their numbers
	there  map[int]bool       // the shards whose files exist
	told   map[int]bool       // the shards that were reported
}

// orders returns the shards to make, which it locks. It reports those that are there, and leaves out those of other processes.
func (r *run) orders() iter.Seq2[Order, error] {
	return func(yield func(Order, error) bool) {
		for n := range r.Shards {
			if r.isThere(n) {
				continue
			}
			s, toMake, err := r.begin(n)
			if err == nil && !toMake {
				if s.Found {
					r.tell(s)
				}
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
	r.mu.Lock()
	locked := r.locks[number] != nil
	r.mu.Unlock()
	if locked {
		return s, true, nil
	}
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

// isThere reports whether the file of a shard exists, as far as this process has seen.
func (r *run) isThere(number int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.there[number]
}

// tell reports a shard whose file exists, one at a time and once.
func (r *run) tell(s Shard) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.there[s.Number] = true
	if !r.told[s.Number] {
		r.told[s.Number] = true
		r.report(s)
	}
}

// release gives up the locks of the shards that were not made.
func (r *run) release() (err error) {
	for number, lock := range r.locks {
		err = errors.Join(err, lock.Release())
		delete(r.locks, number)
	}
	return err
}

// find reports whether the file of a shard exists. It returns an error if the file is damaged or has other terms.
func (g *Generation) find(s *Shard) (bool, error) {
	h, _, err := ReadShard(s.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if unreadable := new(fs.PathError); errors.As(err, &unreadable) {
		return false, err
	}
	if err != nil {
		return false, fmt.Errorf("%w; remove the file, and the same command makes it again", err)
	}
	different := file.Difference(h.Terms, g.Terms)
	if h.Games != g.Games {
		different = append(different, fmt.Sprintf("%d games instead of %d", h.Games, g.Games))
	}
	if len(different) > 0 {
		return false, fmt.Errorf("%s was made with %s; choose another --seed or --out", s.Name, strings.Join(different, ", "))
	}
	s.Found, s.Games, s.Samples = true, h.Games, h.Samples
	return true, nil
}
