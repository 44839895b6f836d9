package egdb

import (
	"fmt"
	"slices"

	"github.com/zonda-checkers/zonda/board"
)

// Distances returns the plies from a position to the end of the game, or to the next
// conversion. DB.Distances returns it, and it needs the values of the DB. The files store lost
// positions, from five pieces on half of them. A search of one to three plies gives the other
// distances, and a cache keeps the results. Several goroutines may use it at once.
type Distances struct {
	metric Metric
	values *library
	places map[Material]*distanceHalf
	slices []*DistanceSlice
	pieces int // all slices of up to this number of pieces are present
	cache  cache
	mappedFiles
}

// open opens the distances that belong to values.
func (d *Distances) open(o Options, values *library) {
	d.metric, d.values, d.places = max(o.Metric, DTW), values, map[Material]*distanceHalf{}
	builtIn := func() ([]*DistanceSlice, error) { return nil, nil }
	if d.metric == DTW {
		builtIn = builtInDistances
	}
	openSlices(&d.mappedFiles, distanceFiles(d.metric), o, builtIn, d.add)
	slices.SortFunc(d.slices, func(a, b *DistanceSlice) int { return compare(a.Material, b.Material) })
	for d.complete(d.pieces + 1) {
		d.pieces++
	}
}

// complete reports whether all slices of the given number of pieces are present.
func (d *Distances) complete(pieces int) bool {
	if pieces > MaxDistancePieces || pieces > d.values.Complete() {
		return false
	}
	return !slices.ContainsFunc(Slices(pieces), func(m Material) bool { return d.places[m] == nil })
}

// add adds a slice if it has the counts of the values; otherwise it returns an error.
func (d *Distances) add(s *DistanceSlice, name string) error {
	for i, m := range s.Materials() {
		v := sliceOf(d.values.slices, m)
		switch {
		case v == nil:
			return kindError{fmt.Errorf("%s: the values of %s, which it needs, are not there", name, m.String()+Extension), ErrNoFile}
		case v.Counts[v.side(m)] != s.Counts[i]:
			return fmt.Errorf("%s: made for other values of %v than those of %s", name, m, v.name)
		}
	}
	for i, m := range s.Materials() {
		d.places[m] = &s.halves[i]
	}
	d.slices = append(d.slices, s)
	return nil
}

// Metric returns the metric of the distances.
func (d *Distances) Metric() Metric { return d.metric }

// Slices returns the slices, those with fewest pieces first. The caller must not change
// them.
func (d *Distances) Slices() []*DistanceSlice { return d.slices }

// Complete returns the largest number n such that every won or lost position of at most n
// pieces has a distance.
func (d *Distances) Complete() int { return d.pieces }

// Longest returns the longest distances of m with Black to move, false if the set has no
// slice of m.
func (d *Distances) Longest(m Material) (Longest, bool) {
	s := sliceOf(d.slices, m)
	if s == nil {
		return Longest{}, false
	}
	return s.Longest[s.side(m)], true
}

// Distance returns the distance of p for its side to move. Its value is board.Unknown if the
// DB does not know the value, or if a slice of distances that the answer needs is
// missing.
func (d *Distances) Distance(p board.Position) (found Distance) {
	if d.closed.Load() {
		return Distance{}
	}
	if len(d.mapped) > 0 {
		defer recovering(func(fault error) { found = Distance{Value: d.giveUpAt(fault)} })()
	}
	if p.Turn == board.White {
		p = p.Mirror()
	}
	if !regular(p) {
		return Distance{}
	}
	switch {
	case p.Black == 0:
		return Distance{Value: board.Loss}
	case p.White == 0:
		return Distance{Value: board.Win}
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

// win returns the distance of a won position with Black to move: one ply more than the
// shortest loss that a move leads to.
func (d *Distances) win(p board.Position) Distance {
	key := cacheKey(p)
	if known, ok := d.cache.Get(key); ok {
		return known
	}
	best := Distance{Value: board.Unknown}
	var moves board.MoveList
	p.Moves(&moves)
	for _, m := range moves.Slice() {
		child := p.Play(m).Mirror()
		rest := Distance{Value: board.Loss}
		if !child.Finished() {
			switch d.values.Probe(child) {
			case board.Loss:
				rest = d.loss(child)
			case board.Unknown: // the move may win sooner than the others
				return Distance{}
			default:
				continue
			}
		}
		if rest.Value == board.Unknown {
			return rest
		}
		plies := d.metric.After(p, child, rest).Plies
		if best.Value == board.Unknown || plies < best.Plies {
			best = Distance{board.Win, plies}
		}
	}
	d.keepDistance(key, best)
	return best
}

// loss returns the distance of a lost position with Black to move.
func (d *Distances) loss(p board.Position) Distance {
	h := d.places[MaterialOf(p)]
	if h == nil || !readable(h.unreadable) {
		return Distance{}
	}
	if DistanceStorable(p, h.rule) {
		plies, ok := h.plies(p, d.metric)
		if !ok {
			return Distance{}
		}
		return Distance{board.Loss, plies}
	}
	key := cacheKey(p)
	if known, ok := d.cache.Get(key); ok {
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
	d.keepDistance(key, worst)
	return worst
}

// keepDistance adds a distance to the cache, which may drop it.
func (d *Distances) keepDistance(key uint64, found Distance) {
	if found.Value != board.Unknown {
		d.cache.Set(key, found)
	}
}

// cacheKey returns a number that identifies a position of up to MaxDistancePieces pieces with Black to move.
func cacheKey(p board.Position) uint64 {
	return Packed(p) | uint64(place(MaterialOf(p)))<<symbolShift | 1<<63
}
