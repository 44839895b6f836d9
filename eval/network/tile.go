package network

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/board"
)

// A tile is a block of squares of which each is empty, or has an own piece or an enemy piece. The tiles cover the board: two of three
// rows by two squares at either end, and two of two rows by two squares in the middle. The board turned by half a circle has the same tiles.
type tile struct {
	squares  []board.Square // the first is the last digit of a state in base 3
	states   int            // of its squares together; 0 is the empty tile, which is no input
	shift    int            // of its state in a word with the states of all tiles
	spare    int            // the number of the bit of the word behind its state, which is 0 in states
	firstRow int            // of a table
	first    int            // of its inputs, that of state 1
}

// The numbers of tiles, of their states and of their inputs.
const (
	tiles      = 6
	occupants  = 3 // states of a square: empty, own, enemy
	tileStates = 4*729 + 2*81
	tileInputs = tileStates - tiles
)

// rowSquares is the number of squares in a row of the board.
const rowSquares = 4

// tileList holds the tiles, from square 1 on.
var tileList = func() (list [tiles]tile) {
	const width = 2
	next := tile{}
	for i, rows := range [tiles / 2][2]int{{0, 3}, {3, 5}, {5, 8}} {
		for half := range 2 {
			t := tile{states: 1, shift: next.shift, firstRow: next.firstRow, first: next.first}
			for row := rows[0]; row < rows[1]; row++ {
				for column := range width {
					t.squares = append(t.squares, board.Square(row*rowSquares+half*width+column))
					t.states *= occupants
				}
			}
			t.spare = t.shift + bits.Len(uint(t.states-1))
			list[2*i+half] = t
			next = tile{shift: t.spare + 1, firstRow: t.firstRow + t.states, first: t.first + t.states - 1}
		}
	}
	return list
}()

// stateIn returns the state of the tile in a word with the states of all.
func (t *tile) stateIn(states uint64) int { return int(states >> t.shift & (1<<(t.spare-t.shift) - 1)) }

// byteStates holds, for each byte of a bitboard, what the pieces of one side there add to the states of all tiles.
var byteStates = func() (list [board.Squares / 8][1 << 8]uint64) {
	for _, t := range tileList {
		digit := uint64(1) << t.shift
		for _, s := range t.squares {
			of := &list[s/8]
			for pieces := range of {
				of[pieces] += digit * uint64(pieces>>(s%8)&1)
			}
			digit *= occupants
		}
	}
	return list
}()

// statesOf returns the states of all tiles in Black's view.
func statesOf(p board.Position) uint64 { return ofSide(uint32(p.Black)) + 2*ofSide(uint32(p.White)) }

// ofSide returns what the pieces of one side add to the states.
func ofSide(b uint32) uint64 {
	return byteStates[0][uint8(b)] + byteStates[1][uint8(b>>8)] + byteStates[2][uint8(b>>16)] + byteStates[3][uint8(b>>24)]
}

// spareBits has the spare bits of all tiles, and stateBits the bits of their states.
var spareBits, stateBits = func() (spare, state uint64) {
	for _, t := range tileList {
		spare |= 1 << t.spare
		state |= 1<<t.spare - 1<<t.shift
	}
	return spare, state
}()

// notZero returns the spare bits of the tiles whose states are not 0.
func notZero(states uint64) uint64 { return (states + stateBits) & spareBits }

// tileRow says where the row of a tile is in a table: state s has the row first + s.
type tileRow struct {
	shift uint8
	mask  uint16
	first uint16
}

// tileRows holds the tile of each spare bit.
var tileRows = func() (list [64]tileRow) {
	for _, t := range tileList {
		list[t.spare] = tileRow{uint8(t.shift), 1<<(t.spare-t.shift) - 1, uint16(t.firstRow)}
	}
	return list
}()

// visitTiles calls visit with the inputs of tiles in p as viewer sees them.
func visitTiles(p board.Position, viewer board.Color, visit func(input int)) {
	if viewer == board.White {
		p = board.Position{Black: p.White.Turned(), White: p.Black.Turned()}
	}
	states := statesOf(p)
	for i := range tileList {
		t := &tileList[i]
		if state := t.stateIn(states); state != 0 {
			visit(t.first + state - 1)
		}
	}
}

// alone returns a position that has nothing but the men of the tile in a state.
func (t *tile) alone(state int) (p board.Position) {
	for _, s := range t.squares {
		switch state % occupants {
		case 1:
			p.Black |= s.Bit()
		case 2:
			p.White |= s.Bit()
		}
		state /= occupants
	}
	return p
}
