package egdb

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Material is what the pieces on the board are, wherever they stand: it names a
// slice, the endgames of one material with Black to move. Endgames with White to
// move are those of the mirrored material with the board turned.
type Material struct {
	BlackKings, BlackMen, WhiteKings, WhiteMen uint8
}

// MaterialOf returns the material of p with the side to move taken for Black.
func MaterialOf(p board.Position) Material {
	m := Material{
		BlackKings: uint8(p.KingsOf(board.Black).Count()),
		BlackMen:   uint8(p.Men(board.Black).Count()),
		WhiteKings: uint8(p.KingsOf(board.White).Count()),
		WhiteMen:   uint8(p.Men(board.White).Count()),
	}
	if p.Turn == board.White {
		return m.Mirror()
	}
	return m
}

// Mirror returns the material with the sides exchanged.
func (m Material) Mirror() Material {
	return Material{m.WhiteKings, m.WhiteMen, m.BlackKings, m.BlackMen}
}

// Symmetric reports whether both sides have the same pieces.
func (m Material) Symmetric() bool { return m == m.Mirror() }

// Pieces returns the number of pieces on the board.
func (m Material) Pieces() int { return m.Black() + m.White() }

// Black returns the number of Black's pieces.
func (m Material) Black() int { return int(m.BlackKings + m.BlackMen) }

// White returns the number of White's pieces.
func (m Material) White() int { return int(m.WhiteKings + m.WhiteMen) }

// Men returns the number of men of both sides.
func (m Material) Men() int { return int(m.BlackMen + m.WhiteMen) }

// Kings returns the number of kings of both sides.
func (m Material) Kings() int { return int(m.BlackKings + m.WhiteKings) }

// String returns the name of the slice, Black's pieces first, kings before men:
// "2K1Cv1K2C", "1Kv1C".
func (m Material) String() string {
	return sideName(m.BlackKings, m.BlackMen) + "v" + sideName(m.WhiteKings, m.WhiteMen)
}

func sideName(kings, men uint8) string {
	var b strings.Builder
	if kings > 0 {
		fmt.Fprintf(&b, "%dK", kings)
	}
	if men > 0 {
		fmt.Fprintf(&b, "%dC", men)
	}
	return b.String()
}

var materialPattern = regexp.MustCompile(`^(?:(\d+)[Kk])?(?:(\d+)[Cc])?[vV](?:(\d+)[Kk])?(?:(\d+)[Cc])?$`)

// ParseMaterial reads a name as String writes it. Both sides must have pieces, at
// most board.MaxPieces each.
func ParseMaterial(name string) (Material, error) {
	parts := materialPattern.FindStringSubmatch(name)
	if parts == nil {
		return Material{}, fmt.Errorf("slice %s: want kings and men of both sides, like 2K1Cv1K2C", board.Quote(name))
	}
	var counts [4]uint8
	for i, digits := range parts[1:] {
		if digits == "" {
			continue
		}
		n, err := strconv.Atoi(digits)
		if err != nil || n > board.MaxPieces {
			return Material{}, fmt.Errorf("slice %s: %s pieces of a kind: at most %d", board.Quote(name), digits, board.MaxPieces)
		}
		counts[i] = uint8(n)
	}
	m := Material{counts[0], counts[1], counts[2], counts[3]}
	for _, side := range []int{m.Black(), m.White()} {
		if side == 0 || side > board.MaxPieces {
			return Material{}, fmt.Errorf("slice %s: a side has 1 to %d pieces", board.Quote(name), board.MaxPieces)
		}
	}
	return m, nil
}

// Positions returns the number of placements of the material with one side to
// move, positions with a capture to play included.
func (m Material) Positions() uint64 {
	var men uint64 // placements of the men, by how many of Black's stand on White's back row
	for home := uint64(0); home <= uint64(m.BlackMen); home++ {
		rest := uint64(m.BlackMen) - home
		men += binomial(4, home) * binomial(24, rest) * binomial(28-rest, uint64(m.WhiteMen))
	}
	free := 32 - uint64(m.Men())
	return men * binomial(free, uint64(m.BlackKings)) *
		binomial(free-uint64(m.BlackKings), uint64(m.WhiteKings))
}

func binomial(n, k uint64) uint64 {
	if k > n {
		return 0
	}
	result := uint64(1)
	for i := range k {
		result = result * (n - i) / (i + 1)
	}
	return result
}

// Slices returns the materials of exactly the given number of pieces, both sides
// present, both orientations: those with fewer men first, as a generator needs
// them.
func Slices(pieces int) []Material {
	var slices []Material
	for men := 0; men <= pieces; men++ {
		for black := pieces - 1; black >= 1; black-- {
			white := pieces - black
			for blackMen := min(men, black); blackMen >= max(0, men-white); blackMen-- {
				whiteMen := men - blackMen
				slices = append(slices, Material{
					uint8(black - blackMen), uint8(blackMen), uint8(white - whiteMen), uint8(whiteMen),
				})
			}
		}
	}
	return slices
}
