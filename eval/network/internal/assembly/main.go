// Command assembly writes the evaluation of a network in Go's assembler for amd64 processors with AVX2 and BMI.
package main

import (
	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A block is the part of a row that the registers hold. More registers are not faster: the function waits for the
// rows.
const (
	registerBytes = 32
	registers     = 8
	blockBytes    = registers * registerBytes
)

const (
	largest  = 255 // of an activation
	wordBits = 16
)

func main() {
	forward()
	Generate()
}

// forward writes the function forwardRows.
func forward() {
	TEXT("forwardRows", attr.NOSPLIT, "func(rows, weights, from, to *int16, "+
		"removed, removedWhite, removedKings, added, addedWhite, addedKings uint32, rowBytes int) int32")
	Doc("forwardRows returns the sum of the second layer. Its columns are those at from, less the rows of the pieces",
		"removed, plus the rows of the pieces added. They are also stored at to, unless to is nil; from and to may be equal.",
		"rows is a table of 129 rows of rowBytes bytes, a multiple of 256; the last row is zero. weights is a row of output",
		"weights. All addresses are multiples of 32. The processor must have AVX2 and BMI1.")
	Pragma("noescape")
	rows, weights, rowBytes := Load(Param("rows"), GP64()), Load(Param("weights"), GP64()), Load(Param("rowBytes"), GP64())
	from, to := Load(Param("from"), GP64()), Load(Param("to"), GP64())
	left := GP64()
	MOVQ(rowBytes, left)

	zero, ceiling := YMM(), constant(largest)
	VPXOR(zero, zero, zero)
	sums := [2]VecVirtual{YMM(), YMM()} // in turn, so that an addition need not wait for the one before
	for _, sum := range sums {
		VPXOR(sum, sum, sum)
	}
	Label("block")
	columns := loadBlock(from)
	table{rows, rowBytes}.change(columns)
	storeBlock(columns, to)
	for i, column := range columns {
		product, sum := YMM(), sums[i%len(sums)]
		VPMAXSW(zero, column, column)
		VPMINSW(ceiling, column, column)
		VPMULLW(Mem{Base: weights, Disp: i * registerBytes}, column, product)
		VPMADDWD(product, column, product)
		VPADDD(product, sum, sum)
	}
	for _, pointer := range []Register{from, to, rows, weights} {
		ADDQ(U32(blockBytes), pointer)
	}
	SUBQ(U32(blockBytes), left)
	JNZ(LabelRef("block"))

	VPADDD(sums[1], sums[0], sums[0])
	Store(lanes(sums[0]), ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// constant returns a register that holds n in each of its words.
func constant(n uint64) VecVirtual {
	low, all := GP32(), YMM()
	MOVL(U32(n|n<<wordBits), low)
	VMOVD(low, all.AsX())
	VPBROADCASTD(all.AsX(), all)
	return all
}

// loadBlock returns the registers with the block at an address.
func loadBlock(address Register) (columns [registers]VecVirtual) {
	for i := range columns {
		columns[i] = YMM()
		VMOVDQA(Mem{Base: address, Disp: i * registerBytes}, columns[i])
	}
	return columns
}

// storeBlock writes the registers to an address, unless parameter to is nil.
func storeBlock(columns [registers]VecVirtual, address Register) {
	CMPQ(parameter("to"), Imm(0))
	JE(LabelRef("stored"))
	for i, column := range columns {
		VMOVDQA(column, Mem{Base: address, Disp: i * registerBytes})
	}
	Label("stored")
}

// table is the registers with the address of the rows and with the length of a row.
type table struct{ rows, rowBytes Register }

// change subtracts the rows of the pieces removed and adds the rows of the pieces added. One loop does both, because
// the processor foresees the end of one loop more often than the ends of two. If there are fewer pieces of one kind, the
// last row, which is zero, stands in for those that are missing.
func (t table) change(columns [registers]VecVirtual) {
	removed, added := loadPieces("removed"), loadPieces("added")
	TESTL(removed.squares, removed.squares)
	JZ(LabelRef("add"))
	Label("both")
	t.apply(removed.next(), VPSUBW, columns)
	t.apply(added.next(), VPADDW, columns)
	more := GP32()
	MOVL(removed.squares, more)
	ORL(added.squares, more)
	JNZ(LabelRef("both"))
	JMP(LabelRef("changed"))

	Label("add")
	TESTL(added.squares, added.squares)
	JZ(LabelRef("changed"))
	Label("piece")
	t.apply(added.next(), VPADDW, columns)
	TESTL(added.squares, added.squares)
	JNZ(LabelRef("piece"))
	Label("changed")
}

// apply adds or subtracts a row.
func (t table) apply(row Register, operation func(...Op), columns [registers]VecVirtual) {
	IMULQ(t.rowBytes, row)
	for i, column := range columns {
		operation(Mem{Base: t.rows, Index: row, Scale: 1, Disp: i * registerBytes}, column, column)
	}
}

// pieces are the registers with the squares of some pieces, of White's pieces and of the kings.
type pieces struct{ squares, white, kings Register }

// loadPieces returns the pieces of the parameters name, nameWhite and nameKings.
func loadPieces(name string) pieces {
	p := pieces{GP32(), GP64(), GP64()}
	Load(Param(name), p.squares)
	MOVL(parameter(name+"White"), p.white.(GPVirtual).As32())
	MOVL(parameter(name+"Kings"), p.kings.(GPVirtual).As32())
	return p
}

// next takes the first of the pieces away and returns the number of its row: four times the square, and 2 more for
// White, and 1 more for a king. It is 128 if there is no piece.
func (p pieces) next() Register {
	square, row := GP64(), GP64()
	TZCNTL(p.squares, square.As32())
	BLSRL(p.squares, p.squares)
	MOVL(square.As32(), row.As32())
	BTQ(square, p.white)
	ADCL(row.As32(), row.As32())
	BTQ(square, p.kings)
	ADCL(row.As32(), row.As32())
	return row
}

// lanes returns a register with the sum of the eight lanes of sum.
func lanes(sum VecVirtual) Register {
	const (
		upperHalf = 0b11_10_11_10
		oddLanes  = 0b11_11_01_01
	)
	half, total := XMM(), GP32()
	VEXTRACTI128(U8(1), sum, half)
	VPADDD(half, sum.AsX(), half)
	other := XMM()
	VPSHUFD(U8(upperHalf), half, other)
	VPADDD(other, half, half)
	VPSHUFD(U8(oddLanes), half, other)
	VPADDD(other, half, half)
	VMOVD(half, total)
	return total
}

// parameter returns the place of a parameter.
func parameter(name string) Mem {
	basic, err := Param(name).Resolve()
	if err != nil {
		panic(err) // no such parameter
	}
	return basic.Addr
}
