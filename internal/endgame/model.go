package endgame

import (
	"encoding/binary"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
)

// Model predicts the result of a quiet position of one slice from the position alone. The
// prediction is a sum of table entries, one for every pair of pieces (after the n-tuple
// networks of Bledsoe and Browning) and one or two for the tactics.
type Model struct {
	Shape
	tables   []byte // two bytes an entry: the scores of a win and of a loss plus entryBias; a draw has score 0
	exchange exchange
	fixed    Prediction // of a constant model
}

// Prediction is the prediction of a model for a position.
type Prediction struct {
	Order  [3]board.Result // the results, the likeliest first
	Margin uint8           // lead of the first result over the other two, below Margins
	Gap    uint8           // lead of the second result over the third, below Gaps
}

// Margins and Gaps are the numbers of values of Margin and Gap.
const (
	Margins = 128
	Gaps    = 32
)

const (
	entryBytes = 2
	entryBias  = 128

	gapStep     = 4  // sixteenths of a nat in a unit of Gap
	marginStep  = 2  // sixteenths of a nat in a unit of Margin
	marginFloor = 12 // is added so that the least margin, -16 ln 2, becomes 0
)

// softness[d] is subtracted from the margin if the third result is d behind the second, all
// in sixteenths of a nat: 16 ln(1 + exp(-d/16)), rounded. So the margin compares the first
// result with both others together.
var softness = [...]int16{
	11, 11, 10, 10, 9, 9, 8, 8, 8, 7, 7, 7, 6, 6, 6, 5, 5, 5, 4, 4, 4, 4, 4, 3,
	3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, 1, 1, 1, 1, 1, 1,
}

// NewModel returns the model of a shape. data holds the classes of material, if the variant
// has them, and the tables; its length must be ModelSize.
func NewModel(s Shape, data []byte) (*Model, error) {
	m := &Model{Shape: s}
	if err := m.arrange(); err != nil {
		return nil, err
	}
	if m.Variant == MaterialShot {
		e, size := newExchange(m.Material)
		if len(data) < size {
			return nil, fmt.Errorf("%d bytes of classes, want %d", len(data), size)
		}
		e.classes, data = data[:size], data[size:]
		m.exchange = e
	}
	if len(data) != m.entries*entryBytes {
		return nil, fmt.Errorf("%d bytes of tables, want %d", len(data), m.entries*entryBytes)
	}
	m.tables = data
	m.fixed = Prediction{Order: Orders()[int(s.Order)%orderCount]}
	return m, nil
}

// ModelSize returns the number of bytes of the classes and tables of a shape.
func ModelSize(s Shape) (int, error) {
	if err := s.arrange(); err != nil {
		return 0, err
	}
	size := s.entries * entryBytes
	if s.Variant == MaterialShot {
		_, classes := newExchange(s.Material)
		size += classes
	}
	return size, nil
}

// Terms appends the places of the table entries whose sum is the prediction for p. A trainer
// learns these entries.
func (m *Model) Terms(p board.Position, terms []uint16) []uint16 {
	t := m.tactics(p)
	if m.Pairs {
		var list [slots]uint8
		squares(p, &list)
		bank := m.bankOf(p, t.threat)
		next := 0
		for j := 1; j < m.Shape.pieces; j++ {
			for i := range j {
				pair := m.pairs[next]
				next++
				terms = append(terms, uint16(bank+pair.first+rowStarts[pair.rows][list[j]]+uint32(list[i])))
			}
		}
	}
	mobility, shot := m.entriesOf(&t)
	terms = append(terms, uint16(mobility))
	if m.Variant == MaterialShot {
		terms = append(terms, uint16(shot))
	}
	return terms
}

// tactics returns the tactics of a position.
func (m *Model) tactics(p board.Position) tactics {
	s := scan{own: p.Black, opp: p.White, kings: p.Kings}
	if m.Variant == MaterialShot {
		s.exchange = &m.exchange
	}
	s.run()
	return s.tactics
}

// Predict returns the prediction for p, which must be quiet and of the slice, and the
// position packed into a number.
func (m *Model) Predict(p board.Position) (Prediction, uint64) {
	var list [slots]uint8
	squares(p, &list)
	key := packed(&list, m.Shape.pieces)
	if m.Variant == Constant {
		return m.fixed, key
	}
	t := m.tactics(p)
	var sum uint32 // of wins in the low half, of losses in the high one
	terms := 1
	if m.Pairs {
		sum = m.sumPairs(&list, m.bankOf(p, t.threat))
		terms += m.Shape.pieces * (m.Shape.pieces - 1) / 2
	}
	mobility, shot := m.entriesOf(&t)
	sum += m.entry(mobility)
	if m.Variant == MaterialShot {
		sum += m.entry(shot)
		terms++
	}
	bias := entryBias * terms
	return predict(int(sum&0xFFFF)-bias, int(sum>>16)-bias), key
}

// sumPairs returns the sum of the entries of all pairs of pieces.
func (m *Model) sumPairs(list *[slots]uint8, bank uint32) uint32 {
	var sum uint32
	next := 0
	for j := 1; j < m.Shape.pieces; j++ {
		second := uint32(list[j&(slots-1)]) & (board.Squares - 1)
		for i := range j {
			pair := &m.pairs[next]
			next++
			sum += m.entry(bank + pair.first + rowStarts[pair.rows&3%rowLayouts][second] + uint32(list[i&(slots-1)]))
		}
	}
	return sum
}

// entry returns both scores of a table entry, each with entryBias: the score of a win in the
// low half, that of a loss in the high half.
func (m *Model) entry(i uint32) uint32 {
	i *= entryBytes
	if uint(i)+1 >= uint(len(m.tables)) {
		return 0 // a position that is not of the slice
	}
	both := uint32(binary.LittleEndian.Uint16(m.tables[i:]))
	return both&0xFF | both>>8<<16
}

// predict orders the results by their scores, in sixteenths of a nat; a draw has score 0. Of
// results with equal scores the draw comes first, then the win.
func predict(win, loss int) Prediction {
	order := 0
	if win > 0 {
		order = 1
	}
	if loss > 0 {
		order += 2
	}
	if loss > win {
		order += 4
	}
	high, low := max(win, loss), min(win, loss)
	first, third := max(high, 0), min(low, 0)
	second := high + low - first - third
	gap := second - third
	margin := first - second + marginFloor
	if gap < len(softness) {
		margin -= int(softness[gap])
	}
	return Prediction{
		Order:  predictedOrders[order],
		Gap:    uint8(min(gap/gapStep, Gaps-1)),
		Margin: uint8(min(margin/marginStep, Margins-1)),
	}
}

// predictedOrders are the orders of the results by three bits: a win is likelier than a draw, a loss is likelier than a
// draw, a loss is likelier than a win.
var predictedOrders = [8][3]board.Result{
	{board.Draw, board.Win, board.Loss},
	{board.Win, board.Draw, board.Loss},
	{}, // impossible, as is the fifth with bits 1 and 4 alone
	{board.Win, board.Loss, board.Draw},
	{board.Draw, board.Loss, board.Win},
	{},
	{board.Loss, board.Draw, board.Win},
	{board.Loss, board.Win, board.Draw},
}

// Key returns the hash of a packed position. The hash is a bijection: no two positions of a
// slice have the same key.
func Key(packed, salt uint64) uint64 {
	const first, second = 0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53 // of MurmurHash3
	h := packed ^ salt
	h = (h ^ h>>33) * first
	h = (h ^ h>>33) * second
	return h ^ h>>33
}

// Packed returns the squares of the pieces of p, with Black to move, as one number. Positions
// of different material may have the same number.
func Packed(p board.Position) uint64 {
	var list [slots]uint8
	squares(p, &list)
	return packed(&list, p.Pieces())
}
