package verify

import (
	"cmp"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// table holds the values that the prober claims for a slice.
type table struct {
	index
	values
}

func newTable(m egdb.Material) *table {
	x := newIndex(m)
	return &table{x, newValues(x.size())}
}

// claim returns the value of p, of the slice and with Black to move.
func (t *table) claim(p board.Position) board.Result { return t.at(t.rank(p)) }

// position returns the position with a rank.
func (t *table) position(rank uint64) board.Position {
	s := t.placement(rank)
	return s.position()
}

// verified holds the tables of verified slices.
type verified map[egdb.Material]*table

// pair is a slice and its mirror, or a symmetric slice alone.
type pair []egdb.Material

// pairs returns the pairs that hold the materials, those with fewer pieces first, of equal
// pieces those with fewer men. So captures and crownings lead to earlier pairs.
func pairs(materials []egdb.Material) (found []pair) {
	seen := map[egdb.Material]bool{}
	for _, m := range materials {
		if seen[m] {
			continue
		}
		seen[m], seen[m.Mirror()] = true, true
		found = append(found, pairOf(m))
	}
	slices.SortStableFunc(found, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a[0].Pieces(), b[0].Pieces()), cmp.Compare(a[0].Men(), b[0].Men()))
	})
	return found
}

// pairOf returns the pair that holds m.
func pairOf(m egdb.Material) pair {
	if m.Symmetric() {
		return pair{m}
	}
	return pair{m, m.Mirror()}
}
