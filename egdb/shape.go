package egdb

import (
	"fmt"

	"github.com/zonda-checkers/zonda/engine/board"
)

// MaxPieces is the largest number of pieces of a slice file.
const MaxPieces = 8

// Variant is the kind of a slice's predictor.
type Variant uint8

// The variants. A number left out is kept for a shot that looks captures up in
// other slices.
const (
	Lite         Variant = 0 // pair tables and mobility
	MaterialShot Variant = 1 // also captures played out, valued by material
	Constant     Variant = 3 // always the same order of the three results
)

// Kinds of pieces in the order in which a position's pieces are listed.
const (
	ownMan = iota
	ownKing
	oppMan
	oppKing
	kinds
)

// Rows of odd number: a quiet move takes a piece onto them or off them.
const oddRows board.Bitboard = 0xF0F0F0F0

// Sizes of the table of tactics.
const (
	shotGroups = 4  // the shot's classes in the table of mobility: none and thirds
	shotScale  = 17 // the shot's classes in full, none included
	fewSafe    = 4  // numbers of safe moves that the table of shots knows apart
)

// Shape is what a predictor's tables look like: it follows from the slice and a few
// choices, all of which a slice file holds.
type Shape struct {
	Material   Material
	Variant    Variant
	Pairs      bool  // tables for pairs of pieces
	Opposition bool  // two banks of them, by the parity of the rows
	Threat     bool  // two banks of them, by White's threat to capture
	Safe       uint8 // numbers of safe moves that are told apart, 1 to 16
	Other      uint8 // the same for White's
	Order      uint8 // of a constant model, its results

	pieces  int
	kind    [MaxPieces]uint8
	pairs   [MaxPieces * (MaxPieces - 1) / 2]pair
	bank    int // entries of a bank
	tactics int // first entry of the table of mobility
	shots   int // first entry of the table of shots
	entries int
}

// pair says where the table of two pieces begins and how its rows are laid out.
type pair struct{ first, rows uint32 }

// Layouts of a pair's table: row s of a table of the squares of two kinds, or of a
// triangle for two pieces of a kind.
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
		t[triangle][s] = s * (s - 1) / 2 // row 0 is never used: its piece comes second
		t[menRows][s] = s * manSquares
		t[kingRows][s] = s * board.Squares
	}
	t[triangle][0] = 0
	return t
}()

// squaresOf returns the number of squares of a kind.
func squaresOf(kind int) uint32 {
	if kind == ownMan || kind == oppMan {
		return manSquares
	}
	return board.Squares
}

// arrange works out the layout.
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
		s.shots += s.groups() * 2 * int(s.Safe) * int(s.Other)
	}
	s.entries = s.shots
	if s.Variant == MaterialShot {
		s.entries += shotScale * 2 * fewSafe
	}
	return nil
}

// check reports whether the slice has a number of pieces that there are files for.
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

func (s *Shape) arrangePairs() {
	var first [kinds][kinds]int
	for a := range first {
		for b := range first {
			first[a][b] = -1
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
			if first[a][b] < 0 {
				first[a][b] = s.bank
				s.bank += int(size)
			}
			s.pairs[next] = pair{uint32(first[a][b]), layout}
			next++
		}
	}
}

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

// groups returns the number of groups of shots in the table of mobility.
func (s *Shape) groups() int {
	if s.Variant == MaterialShot {
		return shotGroups
	}
	return 1
}

// Entries returns the number of table entries.
func (s *Shape) Entries() int { return s.entries }

// squares lists the squares of the pieces, kind by kind, each upwards; men of
// White from 0 on like Black's.
func squares(p board.Position, list *[MaxPieces]uint8) {
	n := 0
	for _, set := range [kinds]board.Bitboard{p.Black &^ p.Kings, p.Black & p.Kings, p.White &^ p.Kings >> 4, p.White & p.Kings} {
		for ; set != 0; set &= set - 1 {
			list[n&(MaxPieces-1)] = uint8(set.First())
			n++
		}
	}
}

// packed returns the position of a given material as one number.
func packed(list *[MaxPieces]uint8, pieces int) uint64 {
	var key uint64
	for _, s := range list[:pieces] {
		key = key<<5 | uint64(s)
	}
	return key
}

// opposition returns the parity of the number of pieces on odd rows.
func opposition(p board.Position) int { return ((p.Black | p.White) & oddRows).Count() & 1 }

// bankOf returns the first entry of the bank.
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

// entriesOf returns the entries of the tactics: of mobility, and of shots if the
// variant has them.
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
