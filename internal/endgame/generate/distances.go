package generate

import (
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unsafe"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/pack"
)

// Distances holds the distances of endgames, slice by slice: 1.1 to 1.2 bytes a position.
// Several goroutines may read solved slices at once.
type Distances struct {
	sliceSet[*distanceSlice]
	metric endgame.Metric
	reach  score // the largest distance kept in a byte: narrowest, or less in tests
}

// NewDistances returns an empty set of a metric, DTW or DTC.
func NewDistances(metric endgame.Metric) *Distances {
	return &Distances{metric: metric, reach: narrowest}
}

// Solve computes the distances of slices as Values.Solve computes values. It does not need
// Values.
func (d *Distances) Solve(ctx context.Context, materials []endgame.Material, threads int, report func(positions uint64)) error {
	forms := d.begin(materials, newDistanceSlice)
	return schedule(ctx, forms, threads, func() solver { return newDistanceSolver(ctx, d).work }, report)
}

// small, unpack and mirror are the methods of blocks.

func (d *Distances) small(f *form, key blockKey, room *[]scores) []scores {
	s := d.slice(f.material)
	if s.flat == nil {
		return nil
	}
	place := f.place(key)
	if s.wide != nil {
		if wide := s.wideBlock(place); wide != nil {
			return wide
		}
	}
	words := slices.Grow((*room)[:0], f.words())[:f.words()]
	*room = words
	for i := range words {
		words[i] = s.flatBlock(place)[i].wide()
	}
	return words
}

func (d *Distances) unpack(into []scores, f *form, key blockKey) {
	s := d.slice(f.material)
	place := f.place(key)
	if wide := s.wideBlock(place); wide != nil {
		copy(into, wide)
		return
	}
	d.tables.unpackScores(into, bytesOf(s.packed.from(place)), key.blackMen|key.whiteMen, key.blackKings, key.whiteKings)
}

func (d *Distances) mirror(into, from []scores, m endgame.Material) {
	mirror(&d.tables, into, from, m, transposeScores)
}

// save, open, accept and encode are what a store needs.

func (d *Distances) save(m endgame.Material, name string) (busy time.Duration, err error) {
	s := d.slice(m)
	return s.busy, s.save(name, d.metric)
}

func (d *Distances) open(m endgame.Material, name string) error {
	s, err := openDistances(name, m, d.metric)
	if err == nil {
		d.put(s, maxKings(m))
	}
	return err
}

func (d *Distances) accept(m endgame.Material, data []byte) bool {
	s, err := endgame.OpenDistances(m.String(), d.metric, data)
	if err != nil || s.Material != pack.Canonical(m) {
		return false
	}
	for i, m := range s.Materials() {
		maximum, known := d.Longest(m)
		if !d.sliceSet.accept(m, s.Counts[i]) || known && maximum != s.Longest[i] {
			return false
		}
	}
	return true
}

func (d *Distances) encode(ctx context.Context, m endgame.Material, threads int, _ func(done, total int)) ([]byte, error) {
	data, err := pack.EncodeDistances(ctx, d, m, d.metric, threads)
	if err != nil {
		return nil, err
	}
	s, err := endgame.OpenDistances(m.String(), d.metric, data)
	if err != nil {
		return nil, err
	}
	return data, pack.CheckDistances(ctx, s, d, threads)
}

// distanceSlice holds the distances of a material and its mirror, one byte for each
// position. A block with a distance that does not fit a byte is kept as words too. A slice without
// kings has two scores a configuration.
type distanceSlice struct {
	kept[narrow, uint32]
	wide map[uint32][]scores // the blocks that are kept as words, by place; guarded by mu
	max  [sides]extremes
}

const scoresBytes = int(unsafe.Sizeof(scores{}))

func newDistanceSlice(m endgame.Material) *distanceSlice {
	s := &distanceSlice{max: [sides]extremes{newExtremes(), newExtremes()}}
	s.begin(m)
	return s
}

// menScore returns a score of a slice without kings.
func (s *distanceSlice) menScore(configuration, side int) score {
	return score(s.men[configuration] >> (side * laneBits))
}

// keepWide keeps the words of a block.
func (s *distanceSlice) keepWide(place int, words []scores) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.wide == nil {
		s.wide = map[uint32][]scores{}
	}
	s.wide[uint32(place)] = append([]scores(nil), words...)
}

// wideBlock returns the words of a block, nil if it is not kept as words. Several goroutines
// may call it while others add blocks.
func (s *distanceSlice) wideBlock(place int) []scores {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wide[uint32(place)]
}

// note merges the longest distances of a job.
func (s *distanceSlice) note(l [sides]extremes) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for side := range sides {
		s.max[side].merge(&l[side])
	}
}

// wideHeader is the number of bytes before a block that is kept as words; they hold its place.
const wideHeader = 8

// save writes the slice to a working file. A file of that name is complete at any time.
func (s *distanceSlice) save(name string, metric endgame.Metric) error {
	p := preamble{Material: s.material, Metric: uint32(metric), Counts: s.counts, Longest: s.max}
	var wide [][]byte
	for _, place := range slices.Sorted(maps.Keys(s.wide)) {
		wide = append(wide, binary.NativeEndian.AppendUint64(nil, uint64(place)), bytesOf(s.wide[place]))
	}
	places, data := s.parts()
	return p.save(name, places, data, wide)
}

// openDistances maps the distances of a slice.
func openDistances(name string, m endgame.Material, metric endgame.Metric) (*distanceSlice, error) {
	w, err := openWorking(name, m, metric)
	if err != nil {
		return nil, err
	}
	s := &distanceSlice{max: w.Longest}
	if !s.read(w, m, 0) || !s.readWide(w.wide) {
		return nil, w.refuse(name)
	}
	return s, nil
}

// readWide reads the blocks that are kept as words and reports whether the data is sound.
func (s *distanceSlice) readWide(data []byte) bool {
	size := wideHeader + s.words()*scoresBytes
	if len(data)%size != 0 {
		return false
	}
	for ; len(data) > 0; data = data[size:] {
		place := binary.NativeEndian.Uint64(data)
		if place >= uint64(s.configurations()*sides) {
			return false
		}
		s.keepWide(int(place), numbersOf[scores](data[wideHeader:size]))
	}
	return true
}

// OpenWorking maps the working files of distances that a build has left in a directory. A
// directory without working files is no error. The files must not change while they are in use.
func OpenWorking(directory string, metric endgame.Metric) (d *Distances, err error) {
	files, err := os.ReadDir(directory)
	if err != nil {
		return nil, err
	}
	d = NewDistances(metric)
	var all error
	for _, file := range files {
		base, found := strings.CutSuffix(file.Name(), recipes[metric].working)
		m, err := endgame.ParseMaterial(base)
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
func (d *Distances) Metric() endgame.Metric { return d.metric }

// Materials returns all materials that are solved, those with fewest pieces first.
func (d *Distances) Materials() (all []endgame.Material) {
	for pieces := 2; pieces <= endgame.MaxPieces; pieces++ {
		for _, m := range endgame.Slices(pieces) {
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
	return &Prober{Distances: d, cache: newCache[scores](d, min(proberCache, math.MaxInt)/scoresBytes)}
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
	m := endgame.MaterialOf(position)
	if max(m.Pieces(), 2) > endgame.MaxPieces || p.slice(m) == nil {
		return egdb.Distance{}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cache.begin()
	men, kings := ^position.Kings, position.Kings
	v := p.score(p.cache, blackToMove, jump{
		a: uint32(position.Black & kings), b: uint32(position.Black & men),
		c: uint32(position.White & kings), d: uint32(position.White & men),
	})
	return v.distance(p.metric)
}

// score returns the score of the position of the pieces of j.
func (d *Distances) score(c *cache[scores], side uint8, j jump) score {
	m := j.material()
	s := d.slice(m)
	if s.material != m || !s.stored(j.b, j.d) {
		side, j = 1-side, j.mirror()
	}
	if s.men != nil {
		return s.menScore(s.configuration(j.b, j.d), int(side))
	}
	x := j.takeX()
	return c.words(j.block(side))[j.word()].at(x)
}
