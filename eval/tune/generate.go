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

	"github.com/gofrs/flock"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Generation says which games are made, and where their samples go.
type Generation struct {
	Directory string // shards of other seeds may be there, too
	Seed      uint64
	Shards    int // files to have in the end
	Games     int // of each
	Workers   int // games at once
	Terms     Terms
	Play      Play // as the terms say
}

// Shard is a file that is done, or left to another process.
type Shard struct {
	Name           string
	Number         int
	Games, Samples int  // 0 if another process is at it
	Found          bool // it was there
}

// Extension ends the names of shards.
const Extension = ".samples.zst"

// Name returns the file of a shard.
func (g *Generation) Name(number int) string {
	return filepath.Join(g.Directory, fmt.Sprintf("s%d-%05d%s", g.Seed, number, Extension))
}

// Run makes the shards that are missing, several at once, and calls report with each
// one done. Several processes may share a directory: each makes what no other is at.
// What a shard holds depends on its seed, number and terms alone. If ctx ends, the shards
// in work are given up.
func (g *Generation) Run(ctx context.Context, report func(Shard)) error {
	const permissions = 0o755
	if err := os.MkdirAll(g.Directory, permissions); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	numbers := make(chan int)
	done := make(chan Shard)
	var workers sync.WaitGroup
	for range g.Workers {
		workers.Go(func() {
			player := NewPlayer(g.Play)
			for n := range numbers {
				s, err := g.make(ctx, player, n)
				if err != nil {
					stop(err) // the first cause stands
					return
				}
				done <- s
			}
		})
	}
	go func() {
		defer close(numbers)
		for n := range g.Shards {
			select {
			case numbers <- n:
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() {
		workers.Wait()
		close(done)
	}()
	for s := range done {
		report(s)
	}
	return context.Cause(ctx)
}

// make makes a shard unless it is there or another process is at it.
func (g *Generation) make(ctx context.Context, player *Player, number int) (s Shard, err error) {
	s = Shard{Name: g.Name(number), Number: number}
	if found, err := g.look(&s); found || err != nil {
		return s, err
	}
	lock := flock.New(s.Name + ".lock")
	held, err := lock.TryLock()
	if err != nil || !held {
		return s, err
	}
	defer func() { err = errors.Join(err, os.Remove(lock.Path()), lock.Unlock()) }()
	if found, err := g.look(&s); found || err != nil { // another process has just made it
		return s, err
	}
	samples, err := g.play(ctx, player, number)
	if err != nil {
		return s, err
	}
	s.Games, s.Samples = g.Games, len(samples)
	return s, writeShard(s.Name, Header{Seed: g.Seed, Number: number, Games: g.Games, Terms: g.Terms}, samples)
}

// look reports whether a shard is there; one of other terms is an error.
func (g *Generation) look(s *Shard) (bool, error) {
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

// play makes the games of a shard and returns their samples without order, each position
// once.
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
