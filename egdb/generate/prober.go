package generate

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// OpenWorking maps the working files of distances that a build has left in a directory. A
// directory without working files is no error. The files must not change while they are in use.
func OpenWorking(directory string, metric egdb.Metric) (d *Distances, err error) {
	files, err := os.ReadDir(directory)
	if err != nil {
		return nil, err
	}
	d = NewDistances(metric)
	var all error
	for _, file := range files {
		base, found := strings.CutSuffix(file.Name(), metrics[metric].working)
		m, err := egdb.ParseMaterial(base)
		if !found || err != nil || canonical(m).String() != base {
			continue
		}
		if err := d.open(m, filepath.Join(directory, file.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			all = errors.Join(all, err)
		}
	}
	if all != nil {
		return nil, errors.Join(all, d.Close())
	}
	return d, nil
}

// Metric returns the metric of the distances.
func (d *Distances) Metric() egdb.Metric { return d.metric }

// Materials returns all materials that are solved, those with fewest pieces first.
func (d *Distances) Materials() (all []egdb.Material) {
	for pieces := 2; pieces <= egdb.MaxPieces; pieces++ {
		for _, m := range egdb.Slices(pieces) {
			if d.slice(m) != nil {
				all = append(all, m)
			}
		}
	}
	return all
}

// Prober returns the distances of positions from solved slices. Several goroutines may call it at
// once; it handles one call after the other.
type Prober struct {
	*Distances
	mu    sync.Mutex
	cache *cache[scores]
}

// proberCache is the memory for the unpacked blocks of a prober, in bytes. A block of three
// kings against three takes 157 MB and one of four against three 450 MB, each in both
// orientations.
const proberCache = 4 << 30

// NewProber returns a prober of solved slices. Its memory grows with use to at most 4 GiB.
func NewProber(d *Distances) *Prober {
	return &Prober{Distances: d, cache: newCache[scores](d, proberCache/scoresBytes)}
}

// Distance returns the distance of p for its side to move, Unknown if its slice is not
// solved.
func (p *Prober) Distance(position board.Position) egdb.Distance {
	if position.Turn == board.White {
		position = position.Mirror()
	}
	switch {
	case position.Black == 0:
		return egdb.Distance{Value: board.Loss}
	case position.White == 0:
		return egdb.Distance{Value: board.Win}
	}
	m := egdb.MaterialOf(position)
	if max(m.Pieces(), 2) > egdb.MaxPieces || p.slice(m) == nil {
		return egdb.Distance{}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cache.begin()
	men, kings := ^position.Kings, position.Kings
	v := p.score(p.cache, m, blackToMove, &jump{
		a: uint32(position.Black & kings), b: uint32(position.Black & men),
		c: uint32(position.White & kings), d: uint32(position.White & men),
	})
	return v.distance(p.metric)
}
