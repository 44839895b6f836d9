package pack

import "github.com/zonda-checkers/zonda/egdb"

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
var cheaper = map[egdb.Material]bool{
	{BlackKings: 1, BlackMen: 2, WhiteKings: 2, WhiteMen: 1}: true,
	{BlackKings: 3, BlackMen: 0, WhiteKings: 1, WhiteMen: 2}: true,
	{BlackKings: 0, BlackMen: 3, WhiteKings: 1, WhiteMen: 2}: true,
	{BlackKings: 2, BlackMen: 1, WhiteKings: 3, WhiteMen: 0}: true,
	{BlackKings: 2, BlackMen: 1, WhiteKings: 0, WhiteMen: 3}: true,
	{BlackKings: 3, BlackMen: 0, WhiteKings: 0, WhiteMen: 3}: true,
}

// rule returns which quiet positions of m with Black to move are stored. One move leads from
// any other quiet position to stored ones.
func (o Options) rule(m egdb.Material) uint8 {
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
func Canonical(m egdb.Material) egdb.Material {
	w := m.Mirror()
	if m.Black() > w.Black() || m.Black() == w.Black() && m.BlackKings >= w.BlackKings {
		return m
	}
	return w
}
