package network

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/zonda-checkers/zonda/board"
)

// table holds the numbers of the first layer for one stage, in the order in which an evaluation reads them. A row has
// the columns of Black's view and then those of White's, so that both views are added at once.
type table struct {
	rows []int16 // the biases, then tableRows rows, then a row of zeros

	// For forwardGo alone, which CPUs with assembly do not need: the rows once more.
	blocks  []block
	squares *squareTable
}

var colors = [...]board.Color{board.Black, board.White}

// The rows of a table after that of the biases. A tile in a state has one row for its men and itself, because the time of an
// evaluation is that of its rows. A king has a row for what it is more than a man, and a threatened piece has a row.
const (
	kingRows   = tileStates                        // the number of the first row of a king: by square and colour
	threatRows = kingRows + board.Squares*sideRows // of a threatened piece: by square, colour and whether it is a king
	tableRows  = threatRows + board.Squares*kinds

	sideRows = 2
)

// lazyTable is a table that is made when it is first asked for: few games reach all stages, and a program that starts needs none.
// The pointer is nil before, and is read without the lock of once in each evaluation.
type lazyTable struct {
	once sync.Once
	made atomic.Pointer[table]
}

// table returns the table of a stage.
func (n *Network) table(stage int) *table {
	if t := n.tables[stage].made.Load(); t != nil {
		return t
	}
	return n.makeTable(stage)
}

// makeTable makes the table of a stage, or waits for the goroutine that makes it.
func (n *Network) makeTable(stage int) *table {
	t := &n.tables[stage]
	t.once.Do(func() { t.made.Store(newTable(n, stage)) })
	return t.made.Load()
}

// newTable returns the table for a stage of Black's view.
func newTable(n *Network, stage int) *table {
	stages := [...]int{board.Black: stage, board.White: enemyStage(stage)}
	width := 2 * n.hidden
	t := &table{rows: aligned((1 + tableRows + 1) * width)}
	for i, viewer := range colors {
		column := func(row int) []int16 { return t.rows[(1+row)*width+i*n.hidden:][:n.hidden] }
		pieces := n.input[stages[viewer]*Inputs*n.hidden:]
		copy(column(-1), n.inputBias[stages[viewer]*n.hidden:])
		for _, tile := range tileList {
			rows := func(state int) []int16 { return column(tile.firstRow + state) }
			tile.sumMen(rows, func(owner board.Color, s board.Square) []int16 {
				return pieces[Index(viewer, owner, false, s)*n.hidden:]
			})
			for state := range tile.states {
				visitTiles(tile.alone(state), viewer, func(input int) { add(rows(state), n.shared[input*n.hidden:], 1) })
			}
		}
		for s := range board.Square(board.Squares) {
			for _, owner := range colors {
				to := column(kingRows + int(s)*sideRows + int(owner))
				add(to, pieces[Index(viewer, owner, true, s)*n.hidden:], 1)
				add(to, pieces[Index(viewer, owner, false, s)*n.hidden:], -1)
				for king, is := range []bool{false, true} {
					input := tileInputs + Index(viewer, owner, is, s)
					add(column(threatRows+int(s)*kinds+int(owner)*sideRows+king), n.shared[input*n.hidden:], 1)
				}
			}
		}
	}
	if !accelerated {
		t.pack(width)
	}
	return t
}

// sumMen sets the row of each state of the tile to the sum of the rows of its men: those of a smaller state, and one man more.
func (t *tile) sumMen(rows func(state int) []int16, men func(owner board.Color, s board.Square) []int16) {
	digit := 1
	for _, s := range t.squares {
		for _, owner := range colors {
			man, first := men(owner, s), (1+int(owner))*digit
			for rest := range digit {
				to := rows(first + rest)
				copy(to, rows(rest))
				add(to, man, 1)
			}
		}
		digit *= occupants
	}
}

// add adds a row, times a factor, to the columns of another.
func add(to, row []int16, factor int16) {
	for column, w := range row[:len(to)] {
		to[column] += factor * w
	}
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

// cacheLine is the alignment of the rows, in bytes. The assembly of AVX2 needs 32 bytes, that of AVX-512 all.
const cacheLine = 64

// aligned returns a slice of n zeros that begins at a cache line.
func aligned(n int) []int16 {
	const numbers = cacheLine / 2 // on a line
	s := make([]int16, n+numbers)
	past := int(uintptr(unsafe.Pointer(unsafe.SliceData(s))) % cacheLine / 2)
	return s[(numbers-past)%numbers:][:n:n]
}
