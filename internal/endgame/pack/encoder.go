package pack

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// Options say how Encode works.
type Options struct {
	Workers int    // goroutines; the file does not depend on the number
	Census  Census // counts of the slice itself and of slices of fewer pieces; may be nil

	// Step, if not nil, is called as the passes over the positions advance, by several goroutines at once: done of total.
	Step func(done, total int)

	// BothSides is the largest number of pieces with which both sides to move are
	// stored; 0 means 5.
	BothSides int
}

// encoder writes one slice file.
type encoder struct {
	Options
	ctx    context.Context
	source Source
	sides  int          // to move that are stored
	done   atomic.Int64 // parts of passes
}

// Encode returns the slice file of m and its mirror, from the values of the source. Every stored position has been compared
// with the predictor, and every key with the filters and bits as they are in the file; one of some hundred positions has been
// probed in the finished file.
func Encode(ctx context.Context, source Source, m endgame.Material, options Options) ([]byte, error) {
	e := &encoder{Options: options, ctx: ctx, source: source}
	m = Canonical(m)
	halves := []endgame.Material{m, m.Mirror()}
	if m.Symmetric() {
		halves = halves[:1]
	}
	for _, half := range halves {
		if e.rule(half) != storeNone {
			e.sides++
		}
	}
	h := endgame.Header{Material: m, Salt: salt}
	var sections []endgame.Section
	for i, half := range halves {
		h.Counts[i] = e.counts(half)
		if e.rule(half) == storeNone {
			continue
		}
		made, err := e.half(half, uint8(i))
		if err != nil {
			return nil, fmt.Errorf("slice %v: %w", half, err)
		}
		sections = append(sections, made...)
	}
	if m.Symmetric() {
		h.Counts[1] = h.Counts[0]
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	data := endgame.EncodeSlice(h, sections)
	return data, e.probe(data)
}

// passes is the number of passes over the stored positions of one side to move.
const passes = 3

// eachPart calls work for every part of a pass, and reports the progress.
func (e *encoder) eachPart(work func(part int)) {
	eachPart(e.ctx, e.Workers, func(part int) {
		work(part)
		if done := e.done.Add(1); e.Step != nil {
			e.Step(int(done), e.sides*passes*parts)
		}
	})
}

// salt of the keys. Any number works; this one is in the files of the program.
const salt = 0x7A6F6E6461

// counts returns how many positions of m are won, drawn and lost.
func (e *encoder) counts(m endgame.Material) endgame.Counts {
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
	return endgame.Counts{Wins: n[board.Win].Load(), Draws: n[board.Draw].Load(), Losses: n[board.Loss].Load()}
}

// half returns the sections of one side to move.
func (e *encoder) half(m endgame.Material, index uint8) ([]endgame.Section, error) {
	g := e.gather(m, e.rule(m), sampleSize)
	if err := e.ctx.Err(); err != nil {
		return nil, err
	}
	f, err := e.fit(m, e.rule(m), &g)
	if err != nil {
		return nil, err
	}
	g.sampled = nil // frees memory
	c := e.classify(f)
	if err := e.ctx.Err(); err != nil {
		return nil, err
	}
	secondExceptions, err := e.secondExceptions(c, index)
	if err != nil {
		return nil, err
	}
	exceptions, err := e.exceptions(f, c, index)
	sections := []endgame.Section{{Kind: endgame.SectionModel, Half: index, Data: f.data}}
	return slices.Concat(sections, exceptions, secondExceptions), err
}

// classified is the comparison of the predictor with all stored positions.
type classified struct {
	exceptions, secondExceptions bucketCounts
	wrong                        [parts]mistakes
	// The margins of the stored positions of a part in the order of the source, with flagWrong.
	margins [parts]marginList
}

// takeWrong returns the mistakes of a part and keeps them no longer, which frees memory.
func (c *classified) takeWrong(part int) mistakes {
	wrong := c.wrong[part]
	c.wrong[part] = mistakes{}
	return wrong
}

// flagWrong is added to the margin of a position where the first result of the predictor is wrong.
const flagWrong = endgame.Margins

// classify compares the predictor with every stored position. Of the result some parts are missing if the context has ended.
func (e *encoder) classify(f *predictor) *classified {
	all := &classified{exceptions: newBucketCounts(endgame.Margins), secondExceptions: newBucketCounts(endgame.Gaps)}
	var joining sync.Mutex
	e.eachPart(func(part int) {
		exceptions, secondExceptions := newBucketCounts(endgame.Margins), newBucketCounts(endgame.Gaps)
		var margins marginList
		var wrong mistakes
		predictor := endgame.NewWordPredictor(f.model)
		e.stored(f.shape.Material, f.rule, part, func(w *Word, at board.Bitboard) {
			predictor.Predict(&w.Word, at)
			rest, shift := w.Packed()
			for ; at != 0; at &= at - 1 {
				x := at.First()
				j := &predictor.Predictions[x&(board.Squares-1)]
				margin := j.Margin
				if place := count(&exceptions, &secondExceptions, j, w.Value(x)); place > 0 {
					wrong.add(endgame.Key(rest+uint64(x)<<shift, salt), markOf(margin, j.Gap, place == 2))
					margin |= flagWrong
				}
				margins.append(margin)
			}
		})
		joining.Lock()
		defer joining.Unlock()
		all.margins[part], all.wrong[part] = margins, wrong
		all.exceptions.add(exceptions) // whole numbers, so the order of the parts does not matter
		all.secondExceptions.add(secondExceptions)
	})
	return all
}

// exceptions returns the sections of the set of positions where the first result of the predictor is wrong. It uses up the
// margins and the mistakes.
func (e *encoder) exceptions(f *predictor, c *classified, half uint8) ([]endgame.Section, error) {
	in := func(m mark) (bucket uint8, is bool) { return m.margin(), true }
	s, err := newExceptionSet(e.ctx, c.exceptions, c.takeWrong, in, e.Workers)
	if err != nil || len(s.widths) == 0 {
		return nil, err
	}
	byPart := make([][]uint64, parts)
	e.eachPart(func(part int) {
		keys := sifter{set: s}
		margins := c.margins[part].reader()
		e.stored(f.shape.Material, f.rule, part, func(w *Word, at board.Bitboard) {
			rest, shift := w.Packed()
			for ; at != 0; at &= at - 1 {
				margin := margins.next()
				if margin >= flagWrong {
					continue
				}
				if width := s.width(margin); width != endgame.Never {
					keys.add(endgame.Key(rest+uint64(at.First())<<shift, salt), width)
				}
			}
		})
		byPart[part], c.margins[part] = keys.finish(), marginList{} // frees memory
	})
	if err := e.ctx.Err(); err != nil {
		return nil, err
	}
	return s.sections(e.ctx, endgame.SectionExceptions, half, byPart, e.Workers)
}

// secondExceptions returns the sections of the set of exceptions where the second result of
// the predictor is wrong too.
func (e *encoder) secondExceptions(c *classified, half uint8) ([]endgame.Section, error) {
	in := func(m mark) (bucket uint8, is bool) { return m.gap(), m.secondWrong() }
	s, err := newExceptionSet(e.ctx, c.secondExceptions, func(part int) mistakes { return c.wrong[part] }, in, e.Workers)
	if err != nil || len(s.widths) == 0 {
		return nil, err
	}
	passing := make([][]uint64, parts)
	for part, wrong := range c.wrong {
		keys := sifter{set: s}
		for i, key := range wrong.keys {
			if m := wrong.marks[i]; !m.secondWrong() {
				keys.add(key, s.width(m.gap()))
			}
		}
		passing[part] = keys.finish()
	}
	return s.sections(e.ctx, endgame.SectionSecondExceptions, half, passing, e.Workers)
}

// mistakes are the positions of a part of a slice where the first result of the predictor is wrong. A slice may have hundreds of
// millions of them, so that they take ten bytes each.
type mistakes struct {
	keys  []uint64
	marks []mark // of the keys
}

// add adds a mistake.
func (m *mistakes) add(key uint64, made mark) {
	m.keys, m.marks = append(m.keys, key), append(m.marks, made)
}

// mark holds the margin and the gap of a mistake, and whether the second result is wrong too.
type mark uint16

// markOf returns the mark of a margin below endgame.Margins and a gap below egdb.Gaps.
func markOf(margin, gap uint8, secondWrong bool) mark {
	m := mark(margin) | mark(gap)*endgame.Margins
	if secondWrong {
		m |= markSecond
	}
	return m
}

// markSecond is in a mark if the second result is wrong too.
const markSecond = endgame.Margins * endgame.Gaps

func (m mark) margin() uint8     { return uint8(m % endgame.Margins) }
func (m mark) gap() uint8        { return uint8(m / endgame.Margins % endgame.Gaps) }
func (m mark) secondWrong() bool { return m&markSecond != 0 }

// The rules say which quiet positions are stored. Bit o of a rule stands for the positions
// of opposition o, which is the parity of the number of pieces on odd rows.
const (
	storeNone = 0
	storeEven = 1
	storeAll  = 3
)

// bothSides is the default of Options.BothSides. A search meets positions of few pieces
// often, and storing both sides to move of them takes little space.
const bothSides = 5

// cheaper holds the slices of three against three pieces that take fewer bytes than their
// mirrors; this was measured.
var cheaper = map[endgame.Material]bool{
	{BlackKings: 1, BlackMen: 2, WhiteKings: 2, WhiteMen: 1}: true,
	{BlackKings: 3, BlackMen: 0, WhiteKings: 1, WhiteMen: 2}: true,
	{BlackKings: 0, BlackMen: 3, WhiteKings: 1, WhiteMen: 2}: true,
	{BlackKings: 2, BlackMen: 1, WhiteKings: 3, WhiteMen: 0}: true,
	{BlackKings: 2, BlackMen: 1, WhiteKings: 0, WhiteMen: 3}: true,
	{BlackKings: 3, BlackMen: 0, WhiteKings: 0, WhiteMen: 3}: true,
}

// rule returns which quiet positions of m with Black to move are stored. One move leads from
// any other quiet position to stored ones.
func (o Options) rule(m endgame.Material) uint8 {
	both := o.BothSides
	if both == 0 {
		both = bothSides
	}
	switch {
	case m.Pieces() <= both:
		return storeAll
	case m.Symmetric() && m.Pieces()%2 == 0:
		return storeEven
	case m.Black() != m.White():
		if m.Black() > m.White() {
			return storeAll
		}
		return storeNone
	case cheaper[m], !cheaper[m.Mirror()] && Canonical(m) == m:
		return storeAll
	}
	return storeNone
}

// Canonical returns m or its mirror: the one that names the file of both. In the name Black
// has more pieces or, with equal numbers, at least as many kings.
func Canonical(m endgame.Material) endgame.Material {
	w := m.Mirror()
	if m.Black() > w.Black() || m.Black() == w.Black() && m.BlackKings >= w.BlackKings {
		return m
	}
	return w
}
