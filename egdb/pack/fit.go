package pack

import (
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// fitted is a predictor for one side to move of a slice.
type fitted struct {
	rule  uint8
	shape egdb.Shape
	data  []byte // the section of the file
	model *egdb.Model
	size  float64 // expected bytes of the model and of its mistakes
}

// heldOut of so many positions of the sample is kept from the training to measure
// the predictor by.
const heldOut = 16

// Sizes of the training.
const (
	sampleSize      = 3_000_000
	leastSample     = 200_000
	trialSample     = 250_000 // to choose the tables by
	examplesPerByte = 10      // of what the slice takes without a predictor
	stepsPerExample = 4
)

// positionsPerByte says what speed is worth: a predictor with tables, many times
// slower to ask than one without, must save a byte for so many positions.
const positionsPerByte = 2000

// fit finds the predictor with which the slice takes the fewest bytes: it tries
// larger and larger tables while they pay.
func (e *encoder) fit(m egdb.Material, rule uint8, g *gathered) (*fitted, error) {
	best, err := e.constant(m, rule, g)
	if err != nil {
		return nil, err
	}
	best.size -= float64(g.stored() / positionsPerByte)
	shapes := shapes(m, rule, best.size)
	g = g.thinned(int(max(best.size*examplesPerByte, leastSample)))
	shape := best.shape
	if len(shapes) == 1 {
		shape = shapes[0]
	} else {
		trial := g.thinned(trialSample)
		for _, s := range shapes {
			next, err := e.learn(s, rule, trial)
			if err != nil {
				return nil, err
			}
			if next.size < best.size {
				best, shape = next, s
			} else if s.Pairs {
				break
			}
		}
	}
	if shape.Variant == egdb.Constant || len(g.sampled) <= trialSample {
		return best, nil
	}
	return e.learn(shape, rule, g)
}

// shapes returns the tables to try for a slice that takes so many bytes without
// any, the smallest first.
func shapes(m egdb.Material, rule uint8, size float64) []egdb.Shape {
	const (
		worthTables = 1_000     // bytes
		worthBanks  = 400_000   // smaller tables need not be tried
		worthAll    = 2_000_000 // only the largest need be
		few, many   = 8, 16
	)
	banks := rule == storeAll
	small := egdb.Shape{Material: m, Variant: egdb.MaterialShot, Safe: few, Other: few}
	pairs := egdb.Shape{Material: m, Variant: egdb.MaterialShot, Safe: many, Other: many, Pairs: true}
	two := pairs
	two.Opposition, two.Threat = banks, !banks
	four := pairs
	four.Opposition, four.Threat = banks, true
	all := []egdb.Shape{small, pairs, two, four}
	if !banks {
		all = all[:3]
	}
	switch {
	case size < worthTables:
		return nil
	case size > worthAll:
		return all[len(all)-1:]
	case size > worthBanks:
		return all[2:]
	}
	return all
}

// constant returns the predictor that always says the same.
func (e *encoder) constant(m egdb.Material, rule uint8, g *gathered) (*fitted, error) {
	best := 0
	likelier := func(a, b board.Result) bool { return g.values[a] > g.values[b] }
	for i, order := range egdb.Orders {
		if !likelier(order[1], order[0]) && !likelier(order[2], order[1]) {
			best = i
			break
		}
	}
	f := &fitted{rule: rule, shape: egdb.Shape{Material: m, Variant: egdb.Constant, Order: uint8(best)}}
	n := [3]float64{}
	for i, v := range egdb.Orders[best] {
		n[i] = float64(g.values[v])
	}
	exceptions, thirds := newTally(1), newTally(1)
	exceptions.all[0], exceptions.yes[0] = n[0]+n[1]+n[2], n[1]+n[2]
	thirds.all[0], thirds.yes[0] = n[1]+n[2], n[2]
	_, a := exceptions.plan()
	_, b := thirds.plan()
	return f, f.finish(nil, (a+b)/8)
}

// learn trains a predictor of a shape and measures it.
func (e *encoder) learn(shape egdb.Shape, rule uint8, g *gathered) (*fitted, error) {
	if err := e.ctx.Err(); err != nil {
		return nil, err
	}
	size, err := egdb.ModelSize(shape)
	if err != nil {
		return nil, err
	}
	tables := make([]byte, size)
	classes := 0
	if shape.Variant == egdb.MaterialShot {
		classes = copy(tables, materialClasses(shape.Material, e.Census))
	}
	f := &fitted{rule: rule, shape: shape}
	if err := f.finish(tables, 0); err != nil {
		return nil, err
	}
	s := learnable(f.model, g.sampled, func(i int) bool { return i%heldOut != 0 })
	for i, w := range train(s, f.model.Entries(), stepsPerExample*s.len()) {
		at := classes + 2*i
		tables[at], tables[at+1] = quantised(w)
	}
	err = f.finish(tables, 0)
	f.size += f.expected(g)
	return f, err
}

// finish makes the model of its tables.
func (f *fitted) finish(tables []byte, size float64) (err error) {
	f.data = append(egdb.ModelFields(f.shape, f.rule), tables...)
	f.size = size + float64(len(f.data))
	f.model, err = egdb.NewModel(f.shape, f.data[len(f.data)-len(tables):])
	return err
}

// expected returns the bytes that the predictor's mistakes will take, from those in
// the positions held out.
func (f *fitted) expected(g *gathered) float64 {
	exceptions, thirds := newTally(egdb.Margins), newTally(egdb.Gaps)
	n := 0.0
	for i, v := range g.sampled {
		if i%heldOut == 0 {
			j, _ := f.model.Judge(v.position)
			count(&exceptions, &thirds, j, v.value)
			n++
		}
	}
	factor := float64(g.stored()) / max(n, 1)
	_, a := exceptions.scaled(factor).plan()
	_, b := thirds.scaled(factor).plan()
	return (a + b) / 8
}

// count adds a judged position to the tallies and returns which of the results it
// has.
func count(exceptions, thirds *tally, j egdb.Judgement, v board.Result) (place int) {
	exceptions.all[j.Margin]++
	if v == j.Order[0] {
		return 0
	}
	exceptions.yes[j.Margin]++
	thirds.all[j.Gap]++
	if v == j.Order[1] {
		return 1
	}
	thirds.yes[j.Gap]++
	return 2
}
