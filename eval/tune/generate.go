package tune

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/file"
)

// Generation says which games are played, and where the files of their samples are written.
type Generation struct {
	Directory string // of the shards; it may also contain shards of other seeds
	Seed      uint64
	Shards    int // number of files at the end
	Games     int // games in each file
	Workers   int // games played at the same time
	Terms     Terms
	Play      Play // must have the settings in Terms
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
	group, ctx := errgroup.WithContext(ctx)
	numbers := make(chan int)
	group.Go(func() error {
		defer close(numbers)
		for n := range g.Shards {
			select {
			case numbers <- n:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		return nil
	})
	var reporting sync.Mutex
	for range g.Workers {
		group.Go(func() error {
			player := NewPlayer(g.Play)
			for n := range numbers {
				s, err := g.make(ctx, player, n)
				if err != nil {
					return err
				}
				reporting.Lock()
				report(s)
				reporting.Unlock()
			}
			return nil
		})
	}
	return group.Wait()
}

// make writes a shard, unless the file exists or another process is writing it.
func (g *Generation) make(ctx context.Context, player *Player, number int) (s Shard, err error) {
	s = Shard{Name: g.Name(number), Number: number}
	if found, err := g.find(&s); found || err != nil {
		return s, err
	}
	lock, err := file.Acquire(s.Name, file.NoWait)
	if errors.Is(err, file.ErrLocked) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	if found, err := g.find(&s); found || err != nil { // another process may have written it before the lock
		return s, err
	}
	samples, err := g.play(ctx, player, number)
	if err != nil {
		return s, err
	}
	s.Games, s.Samples = g.Games, len(samples)
	return s, writeShard(s.Name, Header{Seed: g.Seed, Number: number, Games: g.Games, Terms: g.Terms}, samples)
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

// play plays the games of a shard and returns their samples in random order. Each position occurs once.
func (g *Generation) play(ctx context.Context, player *Player, number int) ([]Sample, error) {
	var samples []Sample
	seen := map[board.Position]bool{}
	random := rand.New(rand.NewPCG(g.Seed, uint64(number)))
	for range g.Games {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		for _, s := range player.Game(random) {
			if !seen[s.Position] {
				seen[s.Position] = true
				samples = append(samples, s)
			}
		}
	}
	random.Shuffle(len(samples), func(i, j int) { samples[i], samples[j] = samples[j], samples[i] })
	return samples, nil
}
