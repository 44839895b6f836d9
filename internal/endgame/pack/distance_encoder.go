package pack

import (
	"context"
	"fmt"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/ribbon"
)

// DistanceSource gives the distances of endgames, slice by slice.
type DistanceSource interface {
	// Each visits the positions of a slice as the Each of a Source does.
	Each(m endgame.Material, part, parts int, visit func(p board.Position, d egdb.Distance))
	// Counts and Longest return the counts and the longest distances of a slice with Black
	// to move; false if the source does not have the slice.
	Counts(m endgame.Material) (endgame.Counts, bool)
	Longest(m endgame.Material) (endgame.Longest, bool)
}

// bothParities is the largest number of pieces with which every quiet lost position is
// stored. With more pieces half of them are stored, and a search of two plies gives the rest.
const bothParities = 4

// distanceRule returns the rule, see endgame.DistanceStorable, that says which lost positions
// are stored.
func distanceRule(pieces int) uint8 {
	if pieces <= bothParities {
		return 3
	}
	return 1
}

// distanceEncoder writes one file of distances.
type distanceEncoder struct {
	ctx     context.Context
	source  DistanceSource
	metric  endgame.Metric
	workers int
}

// EncodeDistances returns the distance file of m and its mirror, from the distances of the
// source. The file does not depend on the number of workers.
func EncodeDistances(ctx context.Context, source DistanceSource, m endgame.Material, metric endgame.Metric, workers int) ([]byte, error) {
	e := &distanceEncoder{ctx, source, metric, workers}
	h := endgame.Header{Material: Canonical(m), Salt: salt}
	var sections []endgame.Section
	for i, m := range h.Materials() {
		counts, solved := source.Counts(m)
		maximum, _ := source.Longest(m)
		if !solved {
			return nil, fmt.Errorf("slice %v is not solved", m)
		}
		h.Counts[i] = counts
		made, err := e.half(m, uint8(i))
		if err != nil {
			return nil, fmt.Errorf("slice %v: %w", m, err)
		}
		sections = append(sections, made...)
		sections = append(sections, endgame.Section{Kind: endgame.SectionLongest, Half: uint8(i), Data: endgame.EncodeLongest(maximum)})
	}
	if h.Material.Symmetric() {
		h.Counts[1] = h.Counts[0]
	}
	return endgame.EncodeDistances(metric, h, sections), ctx.Err()
}

// stored visits those positions of a part that are stored, with their symbols: the plies in units of the metric.
func (e *distanceEncoder) stored(m endgame.Material, part int, visit func(p board.Position, symbol int)) {
	rule := distanceRule(m.Pieces())
	e.source.Each(m, part, parts, func(p board.Position, d egdb.Distance) {
		if d.Value == board.Loss && endgame.DistanceStorable(p, rule) {
			visit(p, d.Plies/e.metric.Unit())
		}
	})
}

// half returns the sections of one side to move, none if no position is stored.
func (e *distanceEncoder) half(m endgame.Material, index uint8) ([]endgame.Section, error) {
	s := e.sample(m)
	if err := e.ctx.Err(); err != nil || s.stored == 0 {
		return nil, err
	}
	f, err := s.fit(m)
	if err != nil {
		return nil, err
	}
	codes, data, err := e.codes(m, f)
	if err != nil || e.ctx.Err() != nil {
		return nil, err
	}
	sections := []endgame.Section{
		{Kind: endgame.SectionLevels, Half: index, Data: append(endgame.ModelFields(f.shape, distanceRule(m.Pieces())), f.tables...)},
		{Kind: endgame.SectionCodes, Half: index, Data: data},
	}
	zeros, ones := e.bits(m, f, codes)
	if err := e.ctx.Err(); err != nil || keyCount(zeros)+keyCount(ones) == 0 {
		return sections, err
	}
	file, err := ribbon.BuildBits(e.ctx, zeros, ones, e.workers)
	if err != nil {
		return nil, err
	}
	return append(sections, endgame.Section{Kind: endgame.SectionBits, Half: index, Data: file}), nil
}

// codes counts the symbols of all stored positions by context, and returns the codes with
// their section.
func (e *distanceEncoder) codes(m endgame.Material, f *distancePredictor) (*endgame.Codes, []byte, error) {
	contexts := make([]histogram, len(f.bounds)+1)
	var mu sync.Mutex
	flat, err := endgame.OpenCodes(flatCodes(f.bounds))
	if err != nil {
		return nil, nil, err
	}
	eachPart(e.ctx, e.workers, func(part int) {
		own := make([]histogram, len(contexts))
		e.stored(m, part, func(p board.Position, symbol int) {
			level, _ := f.model.Level(p)
			own[flat.Context(level)].count(symbol)
		})
		mu.Lock()
		defer mu.Unlock()
		for i := range own {
			contexts[i].add(own[i])
		}
	})
	data := encodeCodes(f.bounds, contexts)
	codes, err := endgame.OpenCodes(data)
	return codes, data, err
}

// bits returns the keys of all bits of all codes: the keys of the bits that are 0, and the keys of
// the bits that are 1.
func (e *distanceEncoder) bits(m endgame.Material, f *distancePredictor, codes *endgame.Codes) (zeros, ones [][]uint64) {
	zeros, ones = make([][]uint64, parts), make([][]uint64, parts)
	eachPart(e.ctx, e.workers, func(part int) {
		var keys [2][]uint64
		e.stored(m, part, func(p board.Position, symbol int) {
			level, packed := f.model.Level(p)
			word, length := codes.Word(codes.Context(level), symbol)
			for i := range length {
				bit := word >> (length - 1 - i) & 1
				keys[bit] = append(keys[bit], endgame.BitKey(packed, i, salt))
			}
		})
		zeros[part], ones[part] = keys[0], keys[1]
	})
	return zeros, ones
}

// CheckDistances compares every distance that a slice stores with the distance of the
// source. The error names the first wrong position.
func CheckDistances(ctx context.Context, s *endgame.DistanceSlice, source DistanceSource, workers int) error {
	e := &distanceEncoder{ctx, source, s.Metric, workers}
	for _, m := range s.Materials() {
		var once sync.Once
		var wrong error
		eachPart(ctx, workers, func(part int) {
			e.source.Each(m, part, parts, func(p board.Position, d egdb.Distance) {
				if d.Value != board.Loss {
					return
				}
				if got, stored := s.Stored(p); stored && got != d.Plies {
					once.Do(func() { wrong = fmt.Errorf("slice %v: %s is a %v, read as a loss in %d", m, p.FEN(), d, got) })
				}
			})
		})
		if wrong != nil {
			return wrong
		}
	}
	return ctx.Err()
}
