package endgame

import "github.com/zonda-checkers/zonda/board"

// WordPredictor predicts the results of the positions of words with one model. It does only once what the positions of a
// word have in common. It is for one goroutine.
type WordPredictor struct {
	// Predictions are those of the last word, by the square of X.
	Predictions [board.Squares]Prediction

	model   *Model
	rows    [2][kinds][board.Squares][]pairRow // by the side of X, and by the kind and square of another piece: a row for each bank
	tactics wordTactics
	entries []uint32 // the entries of the tables of mobility and of shots
}

// pairRow holds the table entries for a piece and X, by the square of X.
type pairRow [board.Squares]uint32

// NewWordPredictor returns a predictor of a model.
func NewWordPredictor(m *Model) *WordPredictor {
	p := &WordPredictor{model: m}
	for i := m.Shape.tactics; i < m.Shape.entries; i++ {
		p.entries = append(p.entries, m.entry(uint32(i)))
	}
	if !m.Pairs || m.Variant == Constant {
		return p
	}
	for side, x := range [...]int{ownKing, oppKing} {
		for kind := range kinds {
			at := m.first[min(kind, x)][max(kind, x)]
			if at < 0 {
				continue
			}
			for s := range squaresOf(kind) {
				p.rows[side][kind][s] = m.pairRows(uint32(at), kind, x, s)
			}
		}
	}
	return p
}

// pairRows returns the rows, by bank, of a piece of a kind on a square and X, whose table begins at first.
func (m *Model) pairRows(first uint32, kind, x int, square uint32) []pairRow {
	rows := make([]pairRow, m.banks())
	for bank := range rows {
		begin := uint32(bank*m.bank) + first
		for s := range uint32(board.Squares) {
			var entry uint32
			switch {
			case kind == x && s == square:
				continue
			case kind == x:
				entry = rowStarts[triangle][max(s, square)] + min(s, square)
			case kind > x:
				entry = rowStarts[kingRows][square] + s
			case squaresOf(kind) == manSquares:
				entry = rowStarts[menRows][s] + square
			default:
				entry = rowStarts[kingRows][s] + square
			}
			rows[bank][s] = m.entry(begin + entry)
		}
	}
	return rows
}

// Predict sets the predictions of the positions of a word with X on the given squares. Black has no capture in these
// positions.
func (p *WordPredictor) Predict(w *Word, at board.Bitboard) {
	m := p.model
	switch {
	case m.Variant == Constant:
		for ; at != 0; at &= at - 1 {
			p.Predictions[at.First()&31] = m.fixed
		}
		return
	case w.Man:
		for ; at != 0; at &= at - 1 {
			p.Predictions[at.First()&31], _ = m.Predict(w.Position(at.First()))
		}
		return
	}
	var e *exchange
	if m.Variant == MaterialShot {
		e = &m.exchange
	}
	p.tactics.run(w, at, e)
	if !m.Pairs {
		p.finish(w, at, 0, nil)
		return
	}
	threat, odd := board.Bitboard(0), board.Bitboard(0)
	if m.Threat {
		threat = p.tactics.threat
	}
	if m.Opposition {
		odd = oddRows
		if opposition(w.Others) == 1 {
			odd = ^odd
		}
	}
	for bank, of := range [...]board.Bitboard{at &^ odd &^ threat, at &^ odd & threat, at & odd &^ threat, at & odd & threat} {
		if of == 0 {
			continue
		}
		if !m.Threat {
			bank /= 2
		}
		p.bank(w, of, bank)
	}
}

// bank predicts the positions of one bank.
func (p *WordPredictor) bank(w *Word, at board.Bitboard, bank int) {
	m := p.model
	var list [slots]uint8
	squares(w.Position(at.First()), &list)
	side, x := 0, at.First()
	of := ownKing
	if w.White {
		side, of = 1, oppKing
	}
	var rows [slots]*pairRow
	n := 0
	for i, s := range list[:m.Shape.pieces] {
		kind := int(m.kind[i])
		if kind == of && s == uint8(x) {
			continue
		}
		rows[n&(slots-1)] = &p.rows[side][kind][s&31][bank]
		n++
	}
	// The sum of all pairs with X on one square gives the sum of the pairs without X.
	base := m.sumPairs(&list, uint32(bank*m.bank))
	for _, row := range rows[:n] {
		base -= row[x&31]
	}
	p.finish(w, at, base, rows[:n])
}

// finish predicts positions from the sums of the pairs without X, and the rows of the pairs with X.
func (p *WordPredictor) finish(w *Word, at board.Bitboard, base uint32, rows []*pairRow) {
	m := p.model
	terms := 1
	if m.Pairs {
		terms += m.Shape.pieces * (m.Shape.pieces - 1) / 2
	}
	if m.Variant == MaterialShot {
		terms++
	}
	bias := entryBias * terms
	for ; at != 0; at &= at - 1 {
		x := at.First() & (board.Squares - 1)
		sum := base
		for _, row := range rows {
			sum += row[x]
		}
		q := w.Position(x)
		s := scan{own: q.Black, opp: q.White, kings: q.Kings, empty: ^(q.Black | q.White)}
		s.otherMoves()
		s.threat, s.safe, s.shot = p.tactics.threat.Has(x), p.tactics.safe.at(x), 1+int(p.tactics.shot[x])
		mobility, shot := m.entriesOf(&s.tactics)
		sum += p.entries[int(mobility)-m.Shape.tactics]
		if m.Variant == MaterialShot {
			sum += p.entries[int(shot)-m.Shape.tactics]
		}
		p.Predictions[x] = predict(int(sum&0xFFFF)-bias, int(sum>>16)-bias)
	}
}
