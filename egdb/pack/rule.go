package pack

import "github.com/zonda-checkers/zonda/egdb"

// Rules of what is stored: a bit for each opposition, the parity of the number of
// pieces on odd rows.
const (
	storeNone = 0
	storeEven = 1
	storeAll  = 3
)

// bothSides is the number of pieces up to which both sides to move are stored if
// the options do not say otherwise: a search meets them often, and it costs little.
const bothSides = 5

// cheaper holds the slices of three against three that take less than their
// mirrors, as measured.
var cheaper = map[egdb.Material]bool{
	{BlackKings: 1, BlackMen: 2, WhiteKings: 2, WhiteMen: 1}: true,
	{BlackKings: 3, BlackMen: 0, WhiteKings: 1, WhiteMen: 2}: true,
	{BlackKings: 0, BlackMen: 3, WhiteKings: 1, WhiteMen: 2}: true,
	{BlackKings: 2, BlackMen: 1, WhiteKings: 3, WhiteMen: 0}: true,
	{BlackKings: 2, BlackMen: 1, WhiteKings: 0, WhiteMen: 3}: true,
	{BlackKings: 3, BlackMen: 0, WhiteKings: 0, WhiteMen: 3}: true,
}

// rule tells which quiet positions of m with Black to move are stored. The others
// follow from those by one move.
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

// Canonical returns m or its mirror: the one that names their common file. The side
// with more pieces, of equals the one with more kings, is Black.
func Canonical(m egdb.Material) egdb.Material {
	w := m.Mirror()
	if m.Black() > w.Black() || m.Black() == w.Black() && m.BlackKings >= w.BlackKings {
		return m
	}
	return w
}
