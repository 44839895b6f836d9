package egdb

import (
	"fmt"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// Distances returns the plies from a position to the end of the game, or to the next
// conversion. DB.Distances returns it, and it needs the values of the DB. The files store lost
// positions, from five pieces on half of them. A search of one to three plies gives the other
// distances, and a cache keeps the results. Several goroutines may use it at once.
type Distances struct {
	metric endgame.Metric
	values *library
	places map[endgame.Material]*endgame.DistanceHalf
	slices []*endgame.DistanceSlice
	pieces int // all slices of up to this number of pieces are present
	cache  cache
	mappedFiles
}

// open opens the distances that belong to values.
func (d *Distances) open(o Options, values *library) {
	d.metric, d.values, d.places = endgame.Metric(max(o.Metric, DTW)), values, map[endgame.Material]*endgame.DistanceHalf{}
	builtIn := func() ([]*endgame.DistanceSlice, error) { return nil, nil }
	if d.metric == endgame.DTW {
		builtIn = builtInDistances
	}
	openSlices(&d.mappedFiles, distanceFiles(d.metric), o, builtIn, d.add)
	slices.SortFunc(d.slices, func(a, b *endgame.DistanceSlice) int { return endgame.CompareMaterials(a.Material, b.Material) })
	for d.complete(d.pieces + 1) {
		d.pieces++
	}
}

// distanceFiles returns the kind of the files of a metric.
func distanceFiles(metric endgame.Metric) fileKind[*endgame.DistanceSlice] {
	return fileKind[*endgame.DistanceSlice]{endgame.DistanceExtension(metric), func(name string, data []byte) (*endgame.DistanceSlice, error) {
		return endgame.OpenDistances(name, metric, data)
	}}
}

// complete reports whether all slices of the given number of pieces are present.
func (d *Distances) complete(pieces int) bool {
	if pieces > endgame.MaxDistancePieces || pieces > d.values.Complete() {
		return false
	}
	return !slices.ContainsFunc(endgame.Slices(pieces), func(m endgame.Material) bool { return d.places[m] == nil })
}

// add adds a slice if it has the counts of the values; otherwise it returns an error.
func (d *Distances) add(s *endgame.DistanceSlice, name string) error {
	for i, m := range s.Materials() {
		v := sliceOf(d.values.slices, m)
		switch {
		case v == nil:
			return kindError{fmt.Errorf("%s: the values of %s, which it needs, are not there", name, m.String()+endgame.Extension), ErrNoFile}
		case v.Counts[v.Side(m)] != s.Counts[i]:
			return fmt.Errorf("%s: made for other values of %v than those of %s", name, m, v.Name)
		}
	}
	for i, m := range s.Materials() {
		d.places[m] = s.Half(i)
	}
	d.slices = append(d.slices, s)
	return nil
}

// Metric returns the metric of the distances.
func (d *Distances) Metric() endgame.Metric { return d.metric }

// Slices returns the slices, those with fewest pieces first. The caller must not change
// them.
func (d *Distances) Slices() []*endgame.DistanceSlice { return d.slices }

// Complete returns the largest number n such that every won or lost position of at most n
// pieces has a distance.
func (d *Distances) Complete() int { return d.pieces }

// Longest returns the longest distances of m with Black to move, false if the set has no
// slice of m.
func (d *Distances) Longest(m endgame.Material) (endgame.Longest, bool) {
	s := sliceOf(d.slices, m)
	if s == nil {
		return endgame.Longest{}, false
	}
	return s.Longest[s.Side(m)], true
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
	if !endgame.Regular(p) {
		return Distance{}
	}
	switch {
	case p.Black == 0:
		return Distance{Value: board.Loss}
	case p.White == 0:
		return Distance{Value: board.Win}
	case d.places[endgame.MaterialOf(p)] == nil:
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
	key := endgame.DistanceKey(p)
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
		plies := d.metric.Before(p, child, rest.Plies)
		if best.Value == board.Unknown || plies < best.Plies {
			best = Distance{board.Win, plies}
		}
	}
	d.keepDistance(key, best)
	return best
}

// Before returns the distance of p for the side to move if this side plays the move to child. After is the distance of child.
func (d *Distances) Before(p, child board.Position, after Distance) Distance {
	v := Distance{Value: after.Value.Opposite()}
	if v.Value == board.Win || v.Value == board.Loss {
		v.Plies = d.metric.Before(p, child, after.Plies)
	}
	return v
}

// loss returns the distance of a lost position with Black to move.
func (d *Distances) loss(p board.Position) Distance {
	h := d.places[endgame.MaterialOf(p)]
	if h == nil || !h.Readable() {
		return Distance{}
	}
	if h.Stores(p) {
		plies, ok := h.Plies(p, d.metric)
		if !ok {
			return Distance{}
		}
		return Distance{board.Loss, plies}
	}
	key := endgame.DistanceKey(p)
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
		worst.Plies = max(worst.Plies, d.metric.Before(p, child, rest.Plies))
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
