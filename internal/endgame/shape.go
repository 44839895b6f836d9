package endgame

import (
	"fmt"

	"github.com/zonda-checkers/zonda/board"
)

// MaxPieces is the largest number of pieces of a slice file.
const MaxPieces = 9

// slots is the length of a list of squares: a power of two, so that a mask keeps every index in the list.
const slots = 16

// Variant is the kind of a model.
type Variant uint8

// The variants. Number 2 is reserved for shots valued by the values of smaller slices.
const (
	Lite         Variant = 0 // tables for pairs of pieces and for mobility
	MaterialShot Variant = 1 // tables like Lite, and tables for shots: moves that force captures, valued by the material left
	Constant     Variant = 3 // the same prediction for all positions
)

// Kinds of pieces in the order in which a position's pieces are listed.
const (
	ownMan = iota
	ownKing
	oppMan
	oppKing
	kinds
)

// oddRows are the squares of every second row. Every quiet move goes onto such a row or away
// from one.
const oddRows board.Bitboard = 0xF0F0F0F0

// Sizes of the table of tactics.
const (
	shotGroups = 4  // groups of shots in the table of mobility: no shot, and three groups of classes
	shotScale  = 17 // rows of the table of shots: no shot, and one for each class
	fewSafe    = 4  // columns of the table of shots: 0, 1, 2, or more safe moves
)

// Shape is the layout of the tables of a model. It follows from the slice and some choices,
// which a slice file holds.
type Shape struct {
	Material   Material
	Variant    Variant
	Pairs      bool  // tables for pairs of pieces
	Opposition bool  // separate tables for pairs for both oppositions, see opposition
	Threat     bool  // separate tables for pairs where White threatens to capture
	Safe       uint8 // number of different counts of Black's safe moves that the tables distinguish, 1 to 16
	Other      uint8 // number of different counts of White's safe moves that the tables distinguish, 1 to 16
	Order      uint8 // order of the results of a constant model, an index of Orders

	pieces  int
	kind    [MaxPieces]uint8
	pairs   [MaxPieces * (MaxPieces - 1) / 2]pair
	first   [kinds][kinds]int // first entries of the tables of two kinds in the first bank, -1 for kinds that do not occur together
	bank    int               // entries of a bank: one set of tables for pairs
	tactics int               // first entry of the table of mobility
	shots   int               // first entry of the table of shots
	entries int
}

// pair is the first entry of the table of two pieces, and the layout of the rows of the table.
type pair struct{ first, rows uint32 }

// The layouts of the table of a pair: a triangle for two pieces of the same kind, or rows of
// the squares of the first piece, which is a man or a king.
const (
	triangle = iota
	menRows
	kingRows
	rowLayouts
)

// manSquares is the number of squares on which men of a colour can stand.
const manSquares = board.Squares - 4

// rowStarts[layout][s] is where row s begins.
var rowStarts = func() (t [rowLayouts][board.Squares]uint32) {
	for s := range uint32(board.Squares) {
		t[triangle][s] = s * (s - 1) / 2 // row 0 is not used, because the second piece stands higher than the first
		t[menRows][s] = s * manSquares
		t[kingRows][s] = s * board.Squares
	}
	t[triangle][0] = 0
	return t
}()

// squaresOf returns the number of squares on which a kind of piece can stand.
func squaresOf(kind int) uint32 {
	if kind == ownMan || kind == oppMan {
		return manSquares
	}
	return board.Squares
}

// arrange computes the layout, the unexported fields.
func (s *Shape) arrange() error {
	if err := s.check(); err != nil {
		return err
	}
	if s.Variant != Lite && s.Variant != MaterialShot && s.Variant != Constant {
		return fmt.Errorf("unknown variant %d", s.Variant)
	}
	m := s.Material
	s.pieces, s.bank, s.entries = 0, 0, 0
	for kind, n := range [kinds]uint8{m.BlackMen, m.BlackKings, m.WhiteMen, m.WhiteKings} {
		for range n {
			s.kind[s.pieces] = uint8(kind)
			s.pieces++
		}
	}
	if s.Pairs {
		s.arrangePairs()
	}
	s.tactics = s.bank * s.banks()
	s.shots = s.tactics
	if s.Variant != Constant {
		if s.Safe < 1 || s.Safe > 16 || s.Other < 1 || s.Other > 16 {
			return fmt.Errorf("%d and %d numbers of safe moves: 1 to 16", s.Safe, s.Other)
		}
		groups := 1
		if s.Variant == MaterialShot {
			groups = shotGroups
		}
		s.shots += groups * 2 * int(s.Safe) * int(s.Other)
	}
	s.entries = s.shots
	if s.Variant == MaterialShot {
		s.entries += shotScale * 2 * fewSafe
	}
	return nil
}

// check returns an error unless a slice file can have the material.
func (s *Shape) check() error {
	m := s.Material
	for _, n := range []uint8{m.BlackKings, m.BlackMen, m.WhiteKings, m.WhiteMen} {
		if n > MaxPieces {
			return fmt.Errorf("%d pieces of a kind: a slice file has at most %d", n, MaxPieces)
		}
	}
	if m.Black() == 0 || m.White() == 0 || m.Pieces() > MaxPieces {
		return fmt.Errorf("%d against %d pieces: a slice file has 2 to %d", m.Black(), m.White(), MaxPieces)
	}
	return nil
}

// arrangePairs computes the layout of the tables for pairs.
func (s *Shape) arrangePairs() {
	for a := range s.first {
		for b := range s.first {
			s.first[a][b] = -1
		}
	}
	next := 0
	for j := range s.pieces {
		for i := range j {
			a, b := int(s.kind[i]), int(s.kind[j])
			size, layout := squaresOf(a)*squaresOf(b), uint32(kingRows)
			switch {
			case a == b:
				size, layout = squaresOf(a)*(squaresOf(a)-1)/2, triangle
			case squaresOf(a) == manSquares:
				layout = menRows
			}
			if s.first[a][b] < 0 {
				s.first[a][b] = s.bank
				s.bank += int(size)
			}
			s.pairs[next] = pair{uint32(s.first[a][b]), layout}
			next++
		}
	}
}

// banks returns the number of banks.
func (s *Shape) banks() int {
	n := 1
	if s.Opposition {
		n *= 2
	}
	if s.Threat {
		n *= 2
	}
	return n
}

// Entries returns the number of table entries.
func (s *Shape) Entries() int { return s.entries }

// squares writes the squares of the pieces to list, kind by kind, each kind in ascending
// order. The squares of White's men are shifted by 4 to begin at 0.
func squares(p board.Position, list *[slots]uint8) {
	n := 0
	for _, set := range [kinds]board.Bitboard{p.Black &^ p.Kings, p.Black & p.Kings, p.White &^ p.Kings >> 4, p.White & p.Kings} {
		for ; set != 0; set &= set - 1 {
			list[n&(slots-1)] = uint8(set.First())
			n++
		}
	}
}

// squareBits is the number of bits of a square in a packed position.
const squareBits = 5

// packed returns a list of squares as one number.
func packed(list *[slots]uint8, pieces int) uint64 {
	var key uint64
	for _, s := range list[:pieces] {
		key = key<<squareBits | uint64(s)
	}
	return key
}

// opposition returns the parity of the number of pieces on odd rows. Every quiet move changes
// it.
func opposition(p board.Position) int { return ((p.Black | p.White) & oddRows).Count() & 1 }

// bankOf returns the first entry of the bank of a position.
func (s *Shape) bankOf(p board.Position, threat bool) uint32 {
	n := 0
	if s.Opposition {
		n = opposition(p)
	}
	if s.Threat {
		n *= 2
		if threat {
			n++
		}
	}
	return uint32(n * s.bank)
}

// entriesOf returns the entries of the tactics: of mobility and, if the variant has shots, of
// shots.
func (s *Shape) entriesOf(t *tactics) (mobility, shot uint32) {
	threat := 0
	if t.threat {
		threat = 1
	}
	safe := min(t.safe, int(s.Safe)-1)
	other := min(t.other, int(s.Other)-1)
	row := threat
	if s.Variant == MaterialShot {
		group := 0
		if t.shot > 0 {
			group = 1 + (t.shot-1)*(shotGroups-1)/(BestClass+1)
		}
		row += 2 * group
		shot = uint32(s.shots + (t.shot*2+threat)*fewSafe + min(t.safe, fewSafe-1))
	}
	mobility = uint32(s.tactics + (row*int(s.Safe)+safe)*int(s.Other) + other)
	return mobility, shot
}
