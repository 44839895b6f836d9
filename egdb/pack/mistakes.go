package pack

import "github.com/zonda-checkers/zonda/egdb"

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

// markOf returns the mark of a margin below egdb.Margins and a gap below egdb.Gaps.
func markOf(margin, gap uint8, secondWrong bool) mark {
	m := mark(margin) | mark(gap)*egdb.Margins
	if secondWrong {
		m |= markSecond
	}
	return m
}

// markSecond is in a mark if the second result is wrong too.
const markSecond = egdb.Margins * egdb.Gaps

func (m mark) margin() uint8     { return uint8(m % egdb.Margins) }
func (m mark) gap() uint8        { return uint8(m / egdb.Margins % egdb.Gaps) }
func (m mark) secondWrong() bool { return m&markSecond != 0 }
