package endgame

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame/geometry"
	"github.com/zonda-checkers/zonda/internal/pattern"
)

// Material is the number of kings and men of both sides. It names a slice, which is all
// positions with these pieces and Black to move. Positions with White to move belong to the
// mirrored material, with the board turned.
type Material struct {
	BlackKings, BlackMen, WhiteKings, WhiteMen uint8
}

// MaterialOf returns the material of p, in which the side to move counts as Black.
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

// sideName returns the name of the pieces of one side.
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

var materialPattern = pattern.Of(`^(?:(\d+)[Kk])?(?:(\d+)[Cc])?[vV](?:(\d+)[Kk])?(?:(\d+)[Cc])?$`)

// ParseMaterial returns the material of a name that String writes. Each side must have 1 to
// board.MaxPieces pieces.
func ParseMaterial(name string) (Material, error) {
	parts := materialPattern().FindStringSubmatch(name)
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

// Positions returns the number of positions of the slice. Positions with a capture to play
// are included.
func (m Material) Positions() uint64 {
	var men uint64 // placements of the men; home of Black's men stand where White's men cannot
	for home := uint64(0); home <= uint64(m.BlackMen); home++ {
		rest := uint64(m.BlackMen) - home
		men += choose(4, home) * choose(24, rest) * choose(28-rest, uint64(m.WhiteMen))
	}
	free := 32 - uint64(m.Men())
	return men * choose(free, uint64(m.BlackKings)) *
		choose(free-uint64(m.BlackKings), uint64(m.WhiteKings))
}

func choose(n, k uint64) uint64 { return uint64(geometry.Choose[n][k]) }

// Slices returns all materials of a number of pieces, in both orientations. Those with fewer
// men come first.
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

// CompareMaterials orders materials by pieces, then by men, then by name.
func CompareMaterials(a, b Material) int {
	return cmp.Or(cmp.Compare(a.Pieces(), b.Pieces()), cmp.Compare(a.Men(), b.Men()),
		cmp.Compare(a.String(), b.String()))
}
