package network

import (
	"unsafe"

	"github.com/zonda-checkers/zonda/board"
)

// table holds the numbers of the first layer for one stage, in the order in which an evaluation reads them. A row has
// the columns of Black's view and then those of White's, so that a piece is added once for both views.
type table struct {
	rows []int16 // the biases, then a row for each piece on each square in the order of rowOf, then a row of zeros

	// For forwardGo alone, which processors with assembly do not need: the rows once more.
	blocks  []block
	squares *squareTable
}

var colors = [...]board.Color{board.Black, board.White}

// rowOf returns the number of the row for the piece on square s, 0 to 127. The assembly computes it in the same way.
func rowOf(p board.Position, s board.Square) int {
	return int(s)<<2 | int(p.White>>s&1)<<1 | int(p.Kings>>s&1)
}

// newTable returns the table for a stage of Black's view.
func newTable(n *Network, stage int) table {
	stages := [...]int{board.Black: stage, board.White: enemyStage(stage)}
	width := 2 * n.hidden
	t := table{rows: aligned((1 + Inputs + 1) * width)[:0]}
	for _, viewer := range colors {
		t.rows = append(t.rows, n.inputBias[stages[viewer]*n.hidden:][:n.hidden]...)
	}
	for s := range board.Square(board.Squares) {
		for _, owner := range colors {
			for _, king := range []bool{false, true} {
				for _, viewer := range colors {
					input := stages[viewer]*Inputs + Index(viewer, owner, king, s)
					t.rows = append(t.rows, n.input[input*n.hidden:][:n.hidden]...)
				}
			}
		}
	}
	t.rows = append(t.rows, make([]int16, width)...)
	if !accelerated {
		t.pack(width)
	}
	return t
}

// outputRows returns the rows of Network.weights. In a bucket's row the half of the side to move comes first if that side
// is Black.
func outputRows(n *Network) []int16 {
	rows := aligned(len(colors) * len(n.output))[:0]
	for _, turn := range colors {
		for half := range 2 * Buckets { // of a bucket's row, the half of the side to move first
			half ^= int(turn)
			for _, w := range n.output[half*n.hidden : (half+1)*n.hidden] {
				rows = append(rows, int16(w))
			}
		}
	}
	return rows
}

// cacheLine is the alignment of the rows, in bytes. The assembly needs 32 bytes.
const cacheLine = 64

// aligned returns a slice of n zeros that begins at a cache line.
func aligned(n int) []int16 {
	const numbers = cacheLine / 2 // on a line
	s := make([]int16, n+numbers)
	past := int(uintptr(unsafe.Pointer(unsafe.SliceData(s))) % cacheLine / 2)
	return s[(numbers-past)%numbers:][:n:n]
}
