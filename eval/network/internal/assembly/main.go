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

// forward writes the function forwardAVX2.
func forward() {
	TEXT("forwardAVX2", attr.NOSPLIT, "func(rows, weights *int16, occupied, white, kings uint32, rowBytes int) int32")
	Doc("forwardAVX2 returns the sum of the second layer. rows is a table of rows of rowBytes bytes, a multiple of 256;",
		"weights is a row of output weights. Both lie at multiples of 32 bytes. The processor must have AVX2 and BMI1.")
	Pragma("noescape")
	bias, weights, rowBytes := Load(Param("rows"), GP64()), Load(Param("weights"), GP64()), Load(Param("rowBytes"), GP64())
	pieces := position{Load(Param("occupied"), GP32()), Load(Param("white"), GP32()), Load(Param("kings"), GP32())}
	rows, left := GP64(), GP64()
	MOVQ(bias, rows)
	ADDQ(rowBytes, rows) // the rows of pieces follow that of the biases
	MOVQ(rowBytes, left)

	zero, ceiling := YMM(), constant(largest)
	VPXOR(zero, zero, zero)
	sums := [2]VecVirtual{YMM(), YMM()} // in turn, so that an addition need not wait for the one before
	for _, sum := range sums {
		VPXOR(sum, sum, sum)
	}
	Label("block")
	columns := loadBlock(bias)
	pieces.addRows(columns, rows, rowBytes)
	for i, column := range columns {
		product, sum := YMM(), sums[i%len(sums)]
		VPMAXSW(zero, column, column)
		VPMINSW(ceiling, column, column)
		VPMULLW(Mem{Base: weights, Disp: i * registerBytes}, column, product)
		VPMADDWD(product, column, product)
		VPADDD(product, sum, sum)
	}
	for _, pointer := range []Register{bias, rows, weights} {
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

// position is the registers with the squares of all pieces, of White's pieces and of the kings.
type position struct{ occupied, white, kings Register }

// addRows adds the rows of all pieces. The number of a row is four times the square, and 2 more for White, and 1 more
// for a king.
func (p position) addRows(columns [registers]VecVirtual, rows, rowBytes Register) {
	rest, square, row := GP32(), GP32(), GP64()
	MOVL(p.occupied, rest)
	TESTL(rest, rest)
	JZ(LabelRef("added"))
	Label("piece")
	TZCNTL(rest, square)
	BLSRL(rest, rest)
	MOVL(square, row.As32())
	BTL(square, p.white)
	ADCL(row.As32(), row.As32())
	BTL(square, p.kings)
	ADCL(row.As32(), row.As32())
	IMULQ(rowBytes, row)
	for i, column := range columns {
		VPADDW(Mem{Base: rows, Index: row, Scale: 1, Disp: i * registerBytes}, column, column)
	}
	TESTL(rest, rest)
	JNZ(LabelRef("piece"))
	Label("added")
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
