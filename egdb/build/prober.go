package build

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// OpenWorking maps the working files of distances that a build has left in a directory;
// none is no error. The files must stay as they are.
func OpenWorking(directory string, metric egdb.Metric) (d *Distances, err error) {
	files, err := os.ReadDir(directory)
	if err != nil {
		return nil, err
	}
	d = NewDistances(metric)
	var all error
	for _, file := range files {
		base, found := strings.CutSuffix(file.Name(), "."+metric.String()+ValuesExtension)
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

// Metric returns what the distances count.
func (d *Distances) Metric() egdb.Metric { return d.metric }

// Materials returns the materials that are solved, of both sides, those of few pieces
// first.
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

// Prober answers positions from distances as a generator has them. It is safe for
// concurrent use, but one at a time is answered.
type Prober struct {
	*Distances
	mu    sync.Mutex
	cache *cache[scores]
}

// proberCache is the most bytes of blocks that a prober unpacks and keeps. A block of three kings against
// three has 157 MB, one of four against three 450, and each is held in both orientations.
const proberCache = 4 << 30

// NewProber returns a prober of solved slices, which takes memory as it is asked, up to 4 GiB.
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
