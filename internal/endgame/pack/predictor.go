package pack

import (
	"math"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/ribbon"
)

// predictor is a trained model of one side to move of a slice.
type predictor struct {
	rule  uint8 // which positions are stored, see rule
	shape endgame.Shape
	data  []byte // the section of the file
	model *endgame.Model
	size  float64 // expected bytes of the model and of its exceptions
}

// One of heldOut positions of the sample is left out of the training; the predictor is
// measured on these.
const heldOut = 16

// Sizes of the training, in positions if nothing else is said.
const (
	sampleSize      = 3_000_000
	minSample       = 200_000
	trialSample     = 250_000 // to choose between tables
	examplesPerByte = 10      // examples for each byte that the slice takes without tables
	stepsPerExample = 4       // training steps
)

// A predictor with tables is many times slower than a predictor without tables. It is used only if it
// saves at least one byte for each positionsPerByte positions.
const positionsPerByte = 2000

// fit returns the predictor with which the slice takes the fewest bytes. It tries larger
// tables as long as they make the slice smaller.
func (e *encoder) fit(m endgame.Material, rule uint8, g *sample) (*predictor, error) {
	best, err := e.constant(m, rule, g)
	if err != nil {
		return nil, err
	}
	best.size -= float64(g.stored() / positionsPerByte)
	shapes := shapes(m, rule, best.size)
	g = g.thinned(int(max(best.size*examplesPerByte, minSample)))
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
	if shape.Variant == endgame.Constant || len(g.sampled) <= trialSample {
		return best, nil
	}
	return e.learn(shape, rule, g)
}

// shapes returns the shapes of tables to try, the smallest first, for a slice that takes
// size bytes without tables.
func shapes(m endgame.Material, rule uint8, size float64) []endgame.Shape {
	const (
		worthTables = 1_000     // bytes from which tables are tried
		worthBanks  = 400_000   // bytes from which only tables with banks are tried
		worthAll    = 2_000_000 // bytes from which only the largest tables are tried
		few, many   = 8, 16     // numbers of counts of safe moves that the tables distinguish
	)
	banks := rule == storeAll
	small := endgame.Shape{Material: m, Variant: endgame.MaterialShot, Safe: few, Other: few}
	pairs := endgame.Shape{Material: m, Variant: endgame.MaterialShot, Safe: many, Other: many, Pairs: true}
	two := pairs
	two.Opposition, two.Threat = banks, !banks
	four := pairs
	four.Opposition, four.Threat = banks, true
	all := []endgame.Shape{small, pairs, two, four}
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

// constant returns the predictor that gives the same order of the three results for every
// position, by the frequency of the results.
func (e *encoder) constant(m endgame.Material, rule uint8, g *sample) (*predictor, error) {
	best := 0
	likelier := func(a, b board.Result) bool { return g.values[a] > g.values[b] }
	for i, order := range endgame.Orders() {
		if !likelier(order[1], order[0]) && !likelier(order[2], order[1]) {
			best = i
			break
		}
	}
	f := &predictor{rule: rule, shape: endgame.Shape{Material: m, Variant: endgame.Constant, Order: uint8(best)}}
	n := [3]float64{}
	for i, v := range endgame.Orders()[best] {
		n[i] = float64(g.values[v])
	}
	exceptions, secondExceptions := newBucketCounts(1), newBucketCounts(1)
	exceptions.all[0], exceptions.yes[0] = n[0]+n[1]+n[2], n[1]+n[2]
	secondExceptions.all[0], secondExceptions.yes[0] = n[1]+n[2], n[2]
	_, a := exceptions.plan()
	_, b := secondExceptions.plan()
	return f, f.finish(nil, (a+b)/8)
}

// learn trains a predictor of a shape and measures its size.
func (e *encoder) learn(shape endgame.Shape, rule uint8, g *sample) (*predictor, error) {
	if err := e.ctx.Err(); err != nil {
		return nil, err
	}
	size, err := endgame.ModelSize(shape)
	if err != nil {
		return nil, err
	}
	tables := make([]byte, size)
	classes := 0
	if shape.Variant == endgame.MaterialShot {
		classes = copy(tables, materialClasses(shape.Material, e.Census))
	}
	f := &predictor{rule: rule, shape: shape}
	if err := f.finish(tables, 0); err != nil {
		return nil, err
	}
	s := learnable(f.model, g.sampled, func(i int) bool { return i%heldOut != 0 })
	for i, w := range train(s, f.model.Entries(), stepsPerExample*s.len()) {
		at := classes + 2*i
		tables[at], tables[at+1] = quantised(w.win), quantised(w.loss)
	}
	err = f.finish(tables, 0)
	f.size += f.expected(g)
	return f, err
}

// finish sets the section, the model and the size of a predictor with these tables.
func (f *predictor) finish(tables []byte, size float64) (err error) {
	f.data = append(endgame.ModelFields(f.shape, f.rule), tables...)
	f.size = size + float64(len(f.data))
	f.model, err = endgame.NewModel(f.shape, f.data[len(f.data)-len(tables):])
	return err
}

// expected returns the bytes that the exceptions are expected to take. It counts the
// exceptions among the positions left out of the training.
func (f *predictor) expected(g *sample) float64 {
	exceptions, secondExceptions := newBucketCounts(endgame.Margins), newBucketCounts(endgame.Gaps)
	n := 0.0
	for i, v := range g.sampled {
		if i%heldOut == 0 {
			j, _ := f.model.Predict(v.position)
			count(&exceptions, &secondExceptions, &j, v.value)
			n++
		}
	}
	factor := float64(g.stored()) / max(n, 1)
	_, a := exceptions.scaled(factor).plan()
	_, b := secondExceptions.scaled(factor).plan()
	return (a + b) / 8
}

// count adds a position with value v and prediction j to the counts. It returns the place of
// v in the order of the prediction: 0, 1 or 2.
func count(exceptions, secondExceptions *bucketCounts, j *endgame.Prediction, v board.Result) (place int) {
	exceptions.all[j.Margin]++
	if v == j.Order[0] {
		return 0
	}
	exceptions.yes[j.Margin]++
	secondExceptions.all[j.Gap]++
	if v == j.Order[1] {
		return 1
	}
	secondExceptions.yes[j.Gap]++
	return 2
}

// bucketCounts holds, for each bucket, the number of all keys and of the keys that are in an
// exception set.
type bucketCounts struct{ all, yes []float64 }

func newBucketCounts(buckets int) bucketCounts {
	return bucketCounts{make([]float64, buckets), make([]float64, buckets)}
}

// scaled returns the counts multiplied by a factor.
func (t bucketCounts) scaled(factor float64) bucketCounts {
	s := newBucketCounts(len(t.all))
	for i := range t.all {
		s.all[i], s.yes[i] = t.all[i]*factor, t.yes[i]*factor
	}
	return s
}

// add adds other counts to t.
func (t bucketCounts) add(other bucketCounts) {
	for i := range t.all {
		t.all[i] += other.all[i]
		t.yes[i] += other.yes[i]
	}
}

// Costs of ribbons.
const (
	ribbonOverhead = 1.015  // bits stored for each bit of the keys
	ribbonBits     = 8 * 60 // bits that every ribbon takes in addition
	slotsOnce      = 64     // slots that every filter takes in addition; a slot has as many bits as the filter is wide
)

// widthCost returns the bits that a bucket takes with a filter of a width.
func widthCost(all, yes float64, width int) float64 {
	passing := all
	if width > 0 {
		passing = yes + math.Ldexp(all-yes, -width)
	}
	return (float64(yes*float64(width)) + passing) * ribbonOverhead
}

// plan returns the width of the filter of every bucket with which the set is smallest, and
// the size of the set in bits. The last width holds for all buckets that follow.
func (t bucketCounts) plan() (widths []byte, size float64) {
	var allowed [ribbon.MaxWidth + 1]bool
	for i := range allowed {
		allowed[i] = true
	}
	widths, size = t.choose(&allowed)
	for {
		drop := 0
		for w := 1; w < len(allowed); w++ {
			if !allowed[w] {
				continue
			}
			allowed[w] = false
			if _, s := t.choose(&allowed); s < size {
				drop, size = w, s
			}
			allowed[w] = true
		}
		if drop == 0 {
			break
		}
		allowed[drop] = false
		widths, _ = t.choose(&allowed)
	}
	for len(widths) > 1 && widths[len(widths)-1] == widths[len(widths)-2] {
		widths = widths[:len(widths)-1]
	}
	if len(widths) == 1 && widths[0] == endgame.Never {
		return nil, 0
	}
	return widths, size
}

// choose returns the best of the allowed widths for each bucket, and the size in bits.
func (t bucketCounts) choose(allowed *[ribbon.MaxWidth + 1]bool) (widths []byte, size float64) {
	widths = make([]byte, len(t.all))
	var used [ribbon.MaxWidth + 1]bool
	for i := range widths {
		if t.yes[i] == 0 {
			widths[i] = endgame.Never
			continue
		}
		best := math.Inf(1)
		for w, ok := range allowed {
			if cost := widthCost(t.all[i], t.yes[i], w); ok && cost < best {
				best, widths[i] = cost, byte(w)
			}
		}
		size += best
		used[widths[i]] = true
	}
	for w, yes := range used {
		if yes && w > 0 {
			size += float64(ribbonBits + slotsOnce*w)
		}
	}
	if size > 0 {
		size += float64(ribbonBits + 8*len(widths))
	}
	return widths, size
}
