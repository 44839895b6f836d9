package egdb

import (
	"fmt"
	"slices"

	"github.com/dgraph-io/ristretto/v2"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Distances tells the plies to the end of the game, or to the next conversion, of
// positions of which a library knows the value. It stores lost positions only, of five
// pieces and more half of them: the others follow from one to three plies of search, the
// results of which are cached. It is safe for concurrent use; Close must come last.
type Distances struct {
	metric Metric
	values *Library
	places map[Material]*distanceHalf
	slices []*DistanceSlice
	pieces int // complete up to so many
	cache  *ristretto.Cache[uint64, Distance]
	shelf
}

// cachedDistances bounds the positions whose distances are kept once they are found.
const cachedDistances = 1 << 18

// OpenDistanceSet opens the distances that belong to the values of a library, which the
// caller keeps open for as long. Files that are not sound, or were made for other values,
// are left out, with an error each; the set is always usable. Options are those of Open.
func OpenDistanceSet(metric Metric, o Options, values *Library) (*Distances, []error) {
	d := &Distances{metric: metric, values: values, places: map[Material]*distanceHalf{}}
	cache, err := ristretto.NewCache(&ristretto.Config[uint64, Distance]{
		NumCounters: 10 * cachedDistances, MaxCost: cachedDistances, BufferItems: 64, IgnoreInternalCost: true,
	})
	if err != nil {
		return d, []error{err}
	}
	d.cache = cache
	var problems []error
	if o.BuiltIn && !o.Prefer {
		problems = d.builtIn(o)
	}
	if o.Directory != "" {
		problems = append(problems, d.directory(o)...)
	}
	if o.BuiltIn && o.Prefer {
		problems = append(problems, d.builtIn(o)...)
	}
	slices.SortFunc(d.slices, func(a, b *DistanceSlice) int { return compare(a.Material, b.Material) })
	for d.complete(d.pieces + 1) {
		d.pieces++
	}
	return d, problems
}

func (d *Distances) complete(pieces int) bool {
	if pieces > MaxPieces || pieces > d.values.Complete() {
		return false
	}
	return !slices.ContainsFunc(Slices(pieces), func(m Material) bool { return d.places[m] == nil })
}

func (d *Distances) builtIn(o Options) (problems []error) {
	if d.metric != DTW {
		return nil
	}
	built, err := builtInDistances()
	if err != nil {
		problems = append(problems, err)
	}
	for _, s := range built {
		if (o.Pieces == 0 || s.Material.Pieces() <= o.Pieces) && d.places[s.Material] == nil {
			if err := d.add(s, "built-in "+s.Material.String()+DistanceExtension(d.metric)); err != nil {
				problems = append(problems, err)
			}
		}
	}
	return problems
}

// directory adds the slices of a directory that are not there yet.
func (d *Distances) directory(o Options) (problems []error) {
	entries, problems := list(o, DistanceExtension(d.metric))
	for _, e := range entries {
		if d.places[e.material] != nil || d.places[e.material.Mirror()] != nil {
			continue
		}
		if err := d.open(e, e.size <= o.Memory); err != nil {
			problems = append(problems, err)
			continue
		}
		if e.size <= o.Memory {
			o.Memory -= e.size
		}
	}
	return problems
}

func (d *Distances) open(e entry, resident bool) error {
	var s *DistanceSlice
	mapped, err := d.load(e, resident, func(data []byte) error {
		var err error
		if s, err = OpenDistances(e.name, d.metric, data); err == nil && s.Material != e.material {
			err = fmt.Errorf("%s: holds the slice %v", e.name, s.Material)
		}
		return err
	})
	if err != nil {
		return err
	}
	if mapped != nil {
		s.halves[0].lost, s.halves[1].lost = &mapped.lost, &mapped.lost
	}
	return d.add(s, e.name)
}

// add adds a slice whose counts are those of the values.
func (d *Distances) add(s *DistanceSlice, name string) error {
	for i, m := range s.Materials() {
		n, known := d.values.CountsOf(m)
		switch {
		case !known:
			return fmt.Errorf("%s: the values of %s, which it needs, are not there", name, m.String()+Extension)
		case n != s.Counts[i]:
			return fmt.Errorf("%s: made for other values of %v than those of %s", name, m, d.values.NameOf(m))
		}
	}
	for i, m := range s.Materials() {
		d.places[m] = &s.halves[i]
	}
	d.slices = append(d.slices, s)
	return nil
}

// Close lets go of the files and of the cache.
func (d *Distances) Close() error {
	if d.cache != nil {
		d.cache.Close()
	}
	return d.shelf.Close()
}

// Metric returns what the distances count.
func (d *Distances) Metric() Metric { return d.metric }

// Slices returns the slices, those with fewest pieces first. The caller must not change
// them.
func (d *Distances) Slices() []*DistanceSlice { return d.slices }

// Complete returns the largest number of pieces with which, and with fewer, every
// decided position has a distance.
func (d *Distances) Complete() int { return d.pieces }

// Longest returns the longest distances of m with Black to move, false if the slice is
// not there.
func (d *Distances) Longest(m Material) (Longest, bool) {
	for _, s := range d.slices {
		for i, material := range s.Materials() {
			if material == m {
				return s.Longest[i], true
			}
		}
	}
	return Longest{}, false
}

// Distance returns the value and the distance of p for its side to move; Unknown if its
// value is not known, or the distance does not follow from the slices that are there.
func (d *Distances) Distance(p board.Position) (found Distance) {
	if len(d.mapped) > 0 {
		defer recovering(func(fault error) { found = Distance{Value: d.lost(fault)} })()
	}
	if p.Turn == board.White {
		p = p.Mirror()
	}
	if !regular(p) {
		return Distance{}
	}
	switch {
	case p.Finished():
		return finished(p)
	case d.places[MaterialOf(p)] == nil:
		return Distance{}
	}
	switch v := d.values.Probe(p); v {
	case board.Win:
		return d.win(p)
	case board.Loss:
		return d.loss(p)
	default:
		return Distance{Value: v}
	}
}

// finished returns the distance of a position in which a side has nothing left.
func finished(p board.Position) Distance {
	if p.Black == 0 {
		return Distance{Value: board.Loss}
	}
	return Distance{Value: board.Win}
}

// win returns the distance of a won position with Black to move: a ply more than that
// of the lost position nearest to its end that a move leads to.
func (d *Distances) win(p board.Position) Distance {
	key, cacheable := cacheKey(p)
	if known, ok := d.cache.Get(key); cacheable && ok {
		return known
	}
	best := Distance{Value: board.Unknown}
	var moves board.MoveList
	p.Moves(&moves)
	for _, m := range moves.Slice() {
		child := p.Play(m).Mirror()
		rest := Distance{Value: board.Loss}
		if !child.Finished() {
			if d.values.Probe(child) != board.Loss {
				continue
			}
			rest = d.loss(child)
		}
		if rest.Value == board.Unknown {
			return rest
		}
		plies := d.metric.After(p, child, rest).Plies
		if best.Value == board.Unknown || plies < best.Plies {
			best = Distance{board.Win, plies}
		}
	}
	d.keepDistance(key, cacheable, best)
	return best
}

// loss returns the distance of a lost position with Black to move.
func (d *Distances) loss(p board.Position) Distance {
	h := d.places[MaterialOf(p)]
	if h == nil || h.lost != nil && h.lost.Load() {
		return Distance{}
	}
	if DistanceStorable(p, h.rule) {
		plies, ok := h.plies(p, d.metric)
		if !ok {
			return Distance{}
		}
		return Distance{board.Loss, plies}
	}
	key, cacheable := cacheKey(p)
	if known, ok := d.cache.Get(key); cacheable && ok {
		return known
	}
	worst := Distance{Value: board.Loss}
	var moves board.MoveList
	p.Moves(&moves)
	for _, m := range moves.Slice() {
		child := p.Play(m).Mirror()
		rest := Distance{Value: board.Win}
		if !child.Finished() {
			rest = d.win(child)
		}
		if rest.Value == board.Unknown {
			return rest
		}
		worst.Plies = max(worst.Plies, d.metric.After(p, child, rest).Plies)
	}
	d.keepDistance(key, cacheable, worst)
	return worst
}

// keepDistance puts a distance into the cache, which may refuse it.
func (d *Distances) keepDistance(key uint64, cacheable bool, found Distance) {
	if cacheable && found.Value != board.Unknown {
		d.cache.Set(key, found, 1)
	}
}

// cacheKey returns a number that no other position with Black to move has; false where
// there are too many pieces for one.
func cacheKey(p board.Position) (uint64, bool) {
	if p.Pieces() > MaxPieces {
		return 0, false
	}
	return Packed(p) | uint64(place(MaterialOf(p)))<<symbolShift | 1<<63, true
}
