package pack

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// Options say how Encode works.
type Options struct {
	Workers int          // goroutines; the file does not depend on the number
	Census  Census       // counts of the slice itself and of slices of fewer pieces; may be nil
	Report  func(Report) // is called for each side to move that is stored; may be nil

	// BothSides is the largest number of pieces with which both sides to move are
	// stored; 0 means 5.
	BothSides int
}

// Report describes one encoded side to move of a slice.
type Report struct {
	Material   egdb.Material // with Black to move
	Stored     uint64        // stored positions
	Exceptions uint64        // stored positions where the predictor is wrong
	Tables     int           // bytes of the predictor
	Bytes      int           // bytes of all sections
	Shape      egdb.Shape
}

// encoder writes one slice file.
type encoder struct {
	Options
	ctx    context.Context
	source Source
	// The predictions of the models of both halves for the stored positions, in the order of the source.
	predictions [2]*[parts][]uint16
}

// Encode returns the slice file of m and its mirror, from the values of the source. It has read the file and found the
// value of every stored position in it.
func Encode(ctx context.Context, source Source, m egdb.Material, options Options) ([]byte, error) {
	e := &encoder{Options: options, ctx: ctx, source: source}
	m = Canonical(m)
	halves := []egdb.Material{m, m.Mirror()}
	if m.Symmetric() {
		halves = halves[:1]
	}
	h := egdb.Header{Material: m, Salt: salt}
	var sections []egdb.Section
	for i, half := range halves {
		h.Counts[i] = e.counts(half)
		if e.rule(half) == storeNone {
			continue
		}
		made, report, err := e.half(half, uint8(i))
		if err != nil {
			return nil, fmt.Errorf("slice %v: %w", half, err)
		}
		sections = append(sections, made...)
		if e.Report != nil {
			e.Report(report)
		}
	}
	if m.Symmetric() {
		h.Counts[1] = h.Counts[0]
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	data := egdb.EncodeSlice(h, sections)
	return data, e.check(data)
}

// salt of the keys. Any number works; this one is in the files of the program.
const salt = 0x7A6F6E6461

// counts returns how many positions of m are won, drawn and lost.
func (e *encoder) counts(m egdb.Material) egdb.Counts {
	if e.Census != nil {
		if c, known := e.Census(m); known {
			return c
		}
	}
	var n [4]atomic.Uint64
	eachPart(e.ctx, e.Workers, func(part int) {
		var own [4]uint64
		e.source.EachWord(m, part, parts, func(w *Word) { w.counts(w.At, &own) })
		for v := range own {
			n[v].Add(own[v])
		}
	})
	return egdb.Counts{Wins: n[board.Win].Load(), Draws: n[board.Draw].Load(), Losses: n[board.Loss].Load()}
}

// half returns the sections of one side to move.
func (e *encoder) half(m egdb.Material, index uint8) ([]egdb.Section, Report, error) {
	g := e.gather(m, e.rule(m), sampleSize)
	if err := e.ctx.Err(); err != nil {
		return nil, Report{}, err
	}
	f, err := e.fit(m, e.rule(m), &g)
	if err != nil {
		return nil, Report{}, err
	}
	g.sampled = nil // frees memory
	c := e.classify(f, g.stored(), index)
	if err := e.ctx.Err(); err != nil {
		return nil, Report{}, err
	}
	sections := []egdb.Section{{Kind: egdb.SectionModel, Half: index, Data: f.data}}
	exceptions, err := e.exceptions(f, c, index)
	if err != nil {
		return nil, Report{}, err
	}
	secondExceptions, err := e.secondExceptions(c, index)
	if err != nil {
		return nil, Report{}, err
	}
	sections = append(append(sections, exceptions...), secondExceptions...)
	report := Report{Material: m, Stored: g.stored(), Exceptions: uint64(len(c.wrong)), Tables: len(f.data), Shape: f.shape}
	for _, s := range sections {
		report.Bytes += len(s.Data)
	}
	return sections, report, nil
}

// classified is the comparison of the predictor with all stored positions.
type classified struct {
	exceptions, secondExceptions bucketCounts
	wrong                        []mistake
}

// mistake is a position where the first result of the predictor is wrong.
type mistake struct {
	key         uint64
	margin, gap uint8
	third       bool // the second result is wrong too
}

func newClassified() classified {
	return classified{exceptions: newBucketCounts(egdb.Margins), secondExceptions: newBucketCounts(egdb.Gaps)}
}

// classify compares the predictor with every stored position, and keeps the predictions. It returns nil if the context
// has ended.
func (e *encoder) classify(f *predictor, stored uint64, half uint8) *classified {
	all := newClassified()
	var byPart [parts]classified
	predictions := &[parts][]uint16{}
	e.predictions[half] = predictions
	eachPart(e.ctx, e.Workers, func(part int) {
		c := newClassified()
		codes := make([]uint16, 0, stored/parts*5/4) // enough for most parts
		predictor := egdb.NewWordPredictor(f.model)
		e.stored(f.shape.Material, f.rule, part, func(w *Word, at board.Bitboard) {
			predictor.Predict(&w.Word, at)
			rest, shift := w.Packed()
			for ; at != 0; at &= at - 1 {
				x := at.First()
				j := predictor.Predictions[x]
				place := count(&c.exceptions, &c.secondExceptions, j, w.Value(x))
				if place > 0 {
					c.wrong = append(c.wrong, mistake{egdb.Key(rest+uint64(x)<<shift, salt), j.Margin, j.Gap, place == 2})
				}
				codes = append(codes, j.Code())
			}
		})
		predictions[part] = codes
		byPart[part] = c
	})
	if e.ctx.Err() != nil {
		return nil // some parts are missing
	}
	for part := range byPart {
		c := &byPart[part]
		all.exceptions.add(c.exceptions)
		all.secondExceptions.add(c.secondExceptions)
		all.wrong = append(all.wrong, c.wrong...)
	}
	return &all
}

// exceptions returns the sections of the set of positions where the first result of the
// predictor is wrong.
func (e *encoder) exceptions(f *predictor, c *classified, half uint8) ([]egdb.Section, error) {
	yes := make([]keyed, len(c.wrong))
	for i, w := range c.wrong {
		yes[i] = keyed{w.key, w.margin}
	}
	s, err := newExceptionSet(c.exceptions, yes, e.Workers)
	if err != nil || len(s.widths) == 0 {
		return nil, err
	}
	var byPart [parts][]uint64
	eachPart(e.ctx, e.Workers, func(part int) {
		var passing []uint64
		codes := e.predictions[half][part]
		e.stored(f.shape.Material, f.rule, part, func(w *Word, at board.Bitboard) {
			rest, shift := w.Packed()
			for ; at != 0; at &= at - 1 {
				j, x := egdb.PredictionOf(codes[0]), at.First()
				codes = codes[1:]
				if j.Order[0] != w.Value(x) {
					continue
				}
				if width := s.width(j.Margin); width != egdb.Never {
					if key := egdb.Key(rest+uint64(x)<<shift, salt); s.passes(key, width) {
						passing = append(passing, key)
					}
				}
			}
		})
		byPart[part] = passing
	})
	var passing []uint64
	for _, keys := range byPart {
		passing = append(passing, keys...)
	}
	if err := e.ctx.Err(); err != nil {
		return nil, err
	}
	return s.sections(egdb.SectionExceptions, half, passing, e.Workers)
}

// secondExceptions returns the sections of the set of exceptions where the second result of
// the predictor is wrong too.
func (e *encoder) secondExceptions(c *classified, half uint8) ([]egdb.Section, error) {
	var yes []keyed
	for _, w := range c.wrong {
		if w.third {
			yes = append(yes, keyed{w.key, w.gap})
		}
	}
	s, err := newExceptionSet(c.secondExceptions, yes, e.Workers)
	if err != nil || len(s.widths) == 0 {
		return nil, err
	}
	var passing []uint64
	for _, w := range c.wrong {
		if !w.third && s.passes(w.key, s.width(w.gap)) {
			passing = append(passing, w.key)
		}
	}
	return s.sections(egdb.SectionSecondExceptions, half, passing, e.Workers)
}
