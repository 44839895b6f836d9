package network

import "github.com/zonda-checkers/zonda/board"

// Shared is the number of inputs that a view has beside its pieces, and whose weights all stages share: what a sum over
// single pieces cannot tell. First come the tiles with their men and kings, which tell neighbours from loners, and then the
// pieces that are threatened.
const Shared = tileInputs + Inputs

// A tile is a block of two squares in each of two rows. Each of its squares is empty, or has an own piece or an enemy piece.
const (
	tiles      = 8
	tileSize   = 4
	occupants  = 3  // states of a square: empty, own, enemy
	tileStates = 81 // of its squares together; 0 is the empty tile, which is no input
	tileInputs = tiles * (tileStates - 1)
)

// corners are the squares with the smallest numbers of the tiles: squares 1, 3, 9, 11, 17, 19, 25 and 27. The other squares of a
// tile are the next one and the two that stand cornerRow squares behind.
const (
	corners   = board.Bitboard(0x05050505)
	cornerRow = 4
)

// tileNumber returns the number of the tile that has a square, 0 to 7.
func tileNumber(s board.Square) int { return int(s>>3<<1 | s>>1&1) }

// ternary turns four bits into digits of base 3.
var ternary = func() (list [1 << tileSize]uint8) {
	for bits := range list {
		for i := tileSize - 1; i >= 0; i-- {
			list[bits] = list[bits]*occupants + uint8(bits>>i&1)
		}
	}
	return list
}()

// tileState returns the state of the tile with a corner, 0 to 80, in the view of the side that has the pieces own.
func tileState(own, enemy board.Bitboard, corner board.Square) int {
	return int(ternary[tileBits(own, corner)]) + 2*int(ternary[tileBits(enemy, corner)])
}

// statesOf returns the states of all tiles in Black's view, one in each byte.
func statesOf(p board.Position) (states uint64) {
	for i, bits := 0, uint64(p.Black)|uint64(p.White)<<board.Squares; i < board.Squares; i += 8 {
		two := uint64(twoTiles[uint8(bits>>i)]) + 2*uint64(twoTiles[uint8(bits>>(i+board.Squares))])
		states |= two << (2 * i)
	}
	return states
}

// twoTiles turns the men of one side on two rows into the states of the two tiles, one in each byte.
var twoTiles = func() (list [1 << (2 * tileSize)]uint16) {
	for men := range list {
		b := board.Bitboard(men)
		list[men] = uint16(ternary[tileBits(b, 0)]) | uint16(ternary[tileBits(b, 2)])<<8
	}
	return list
}()

// notZero returns the highest bit of each byte of states, all of which are smaller than 128, that is not 0.
func notZero(states uint64) uint64 {
	const highest, others = 0x8080808080808080, 0x7f7f7f7f7f7f7f7f
	return (states + others) & highest
}

// tileBits returns the squares of a tile that are in b, as four bits.
func tileBits(b board.Bitboard, corner board.Square) board.Bitboard {
	const rowMask, rowSize = 3, 2
	b >>= corner % board.Squares
	return b&rowMask | b>>(cornerRow-rowSize)&(rowMask<<rowSize)
}

// threatened returns the pieces of the side to move that the enemy could take if it were the enemy's turn.
func threatened(p board.Position) board.Bitboard {
	own, down, empty := p.Side(p.Turn), p.Side(p.Turn.Opponent()), p.Empty()
	up := down & p.Kings
	if p.Turn == board.Black {
		down, up = up, down
	}
	return own & (down.DownLeft()&empty.UpRight() | down.DownRight()&empty.UpLeft() |
		up.UpLeft()&empty.DownRight() | up.UpRight()&empty.DownLeft())
}

// VisitShared calls visit with the shared inputs of p, 0 to Shared-1, as viewer sees them.
func VisitShared(p board.Position, viewer board.Color, visit func(input int)) {
	visitTiles(p, viewer, visit)
	for pieces := threatened(p); pieces != 0; pieces &= pieces - 1 {
		s := pieces.First()
		visit(tileInputs + Index(viewer, p.Turn, p.Kings.Has(s), s))
	}
}

// visitTiles calls visit with the inputs of tiles.
func visitTiles(p board.Position, viewer board.Color, visit func(input int)) {
	own, enemy := p.Side(viewer), p.Side(viewer.Opponent())
	if viewer == board.White {
		own, enemy = own.Turned(), enemy.Turned()
	}
	for rest := corners; rest != 0; rest &= rest - 1 {
		corner := rest.First()
		if state := tileState(own, enemy, corner); state != 0 {
			visit(tileNumber(corner)*(tileStates-1) + state - 1)
		}
	}
}
