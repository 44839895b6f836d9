package eval

// Learned holds all weights of the evaluation in a form that a caller may change. Package evaltune learns them.
type Learned struct {
	Note       string                    // one line on how the weights were made
	Heuristics [heuristics][phases]int16 // in units of LearnedUnit
	Patterns   [len(patterns)][]int16    // for each entry the early and the late weight, in the same units
}

// LearnedUnit is the unit of a weights file, in hundredths of a man.
const LearnedUnit = 1.0 / unitsAHundredth

const unitsAHundredth = 32

// NewLearned returns weights that are all zero.
func NewLearned() *Learned {
	l := &Learned{}
	for i := range patterns {
		l.Patterns[i] = make([]int16, 2*patternEntries)
	}
	return l
}

// Weights returns the weights in the form in which Evaluate reads them. Weights of patterns whose sum could
// exceed 16 bits are an error.
func (l *Learned) Weights() (*Weights, error) {
	tables, err := l.tables()
	if err != nil {
		return nil, err
	}
	var numbers weightTable
	for h, row := range l.Heuristics {
		for ph, n := range row {
			numbers[h][ph] = Weight(n)
		}
	}
	return newWeights(l.Note, numbers, tables), nil
}

// Learned returns a copy of the weights that the caller may change.
func (w *Weights) Learned() *Learned {
	l := NewLearned()
	l.Note = w.note
	for h, row := range w.heuristics {
		for ph, n := range row {
			l.Heuristics[h][ph] = int16(n)
		}
	}
	for i, table := range w.patterns {
		for e := range uint32(patternEntries) {
			both := table.lookup(e)
			l.Patterns[i][2*e], l.Patterns[i][2*e+1] = int16(both.early()), int16(both.late())
		}
	}
	return l
}

// ParseLearned reads a weights file as ParseWeights does, and returns weights that the caller may change.
func ParseLearned(data []byte) (*Learned, error) {
	w, err := ParseWeights(data)
	if err != nil {
		return nil, err
	}
	return w.Learned(), nil
}
