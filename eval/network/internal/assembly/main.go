// Command assembly writes the evaluation of a network in Go's assembler for amd64 CPUs with AVX2.
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

	numberBytes = 2 // of the number of a row
)

func main() {
	forward()
	wide()
	Generate()
}

// wideBytes is the size of the registers of AVX-512, of which 16 hold all columns of 256 for each view.
const (
	wideBytes     = 64
	wideRegisters = 16
)

// wide writes the function forwardWide.
func wide() {
	TEXT("forwardWide", attr.NOSPLIT, "func(rows, weights, from, to *int16, "+
		"removed *uint16, removedCount int32, added *uint16, addedCount, rowBytes int32) int32")
	Doc("forwardWide is forwardRows for rows of a multiple of 1024 bytes and for addresses that are multiples of 64. The",
		"CPU must have AVX512BW.")
	Pragma("noescape")
	rows, weights, rowBytes := Load(Param("rows"), GP64()), Load(Param("weights"), GP64()), GP64()
	MOVLQSX(parameter("rowBytes"), rowBytes)
	from, to := Load(Param("from"), GP64()), Load(Param("to"), GP64())
	left := GP64()
	MOVQ(rowBytes, left)
	zero, ceiling, low := ZMM(), ZMM(), GP32()
	VPXORQ(zero, zero, zero)
	MOVL(U32(largest|largest<<wordBits), low)
	VPBROADCASTD(low, ceiling)
	sums := [2]VecVirtual{ZMM(), ZMM()}
	for _, sum := range sums {
		VPXORQ(sum, sum, sum)
	}
	at := func(base Register, i int) Mem { return Mem{Base: base, Disp: i * wideBytes} }

	Label("block")
	var columns [wideRegisters]VecVirtual
	for i := range columns {
		columns[i] = ZMM()
		VMOVDQA64(at(from, i), columns[i])
	}
	t := table{rows, rowBytes}
	t.changeWith(func(list Register, operation func(...Op)) {
		row := GP64()
		MOVWLZX(Mem{Base: list}, row.As32())
		ADDQ(Imm(numberBytes), list)
		IMULQ(rowBytes, row)
		for i, column := range columns {
			operation(Mem{Base: rows, Index: row, Scale: 1, Disp: i * wideBytes}, column, column)
		}
	})
	CMPQ(parameter("to"), Imm(0))
	JE(LabelRef("stored"))
	for i, column := range columns {
		VMOVDQA64(column, at(to, i))
	}
	Label("stored")
	for i, column := range columns {
		product := ZMM()
		VPMAXSW(zero, column, column)
		VPMINSW(ceiling, column, column)
		VPMULLW(at(weights, i), column, product)
		VPMADDWD(product, column, product)
		VPADDD(product, sums[i%len(sums)], sums[i%len(sums)])
	}
	for _, pointer := range []Register{from, to, rows, weights} {
		ADDQ(U32(wideBytes*wideRegisters), pointer)
	}
	SUBQ(U32(wideBytes*wideRegisters), left)
	JNZ(LabelRef("block"))

	VPADDD(sums[1], sums[0], sums[0])
	half := YMM()
	VEXTRACTI64X4(U8(1), sums[0], half)
	VPADDD(half, sums[0].AsY(), half)
	Store(lanes(half), ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// forward writes the function forwardRows.
func forward() {
	TEXT("forwardRows", attr.NOSPLIT, "func(rows, weights, from, to *int16, "+
		"removed *uint16, removedCount int32, added *uint16, addedCount, rowBytes int32) int32")
	Doc("forwardRows returns the sum of the second layer. Its columns are those at from, less the rows whose numbers are",
		"at removed, plus the rows whose numbers are at added. They are also stored at to, unless to is nil; from and to may",
		"be equal. removedCount is 0 or addedCount. rows is a table of rows of rowBytes bytes, a multiple of 256. weights is a",
		"row of output weights. Addresses of numbers of columns are multiples of 32. The CPU must have AVX2.")
	Pragma("noescape")
	rows, weights, rowBytes := Load(Param("rows"), GP64()), Load(Param("weights"), GP64()), GP64()
	MOVLQSX(parameter("rowBytes"), rowBytes)
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

// change subtracts the rows removed and adds the rows added. One loop does both, because the CPU foresees the end of
// one loop more often than the ends of two.
func (t table) change(columns [registers]VecVirtual) {
	t.changeWith(func(list Register, operation func(...Op)) { t.apply(list, operation, columns) })
}

// changeWith is change with the function that subtracts or adds the row whose number is next in a list.
func (t table) changeWith(apply func(list Register, operation func(...Op))) {
	removed, added, left := Load(Param("removed"), GP64()), Load(Param("added"), GP64()), GP32()
	MOVL(parameter("addedCount"), left)
	TESTL(left, left)
	JZ(LabelRef("changed"))
	CMPL(parameter("removedCount"), Imm(0))
	JE(LabelRef("add"))
	Label("both")
	apply(removed, VPSUBW)
	apply(added, VPADDW)
	DECL(left)
	JNZ(LabelRef("both"))
	JMP(LabelRef("changed"))

	Label("add")
	apply(added, VPADDW)
	DECL(left)
	JNZ(LabelRef("add"))
	Label("changed")
}

// apply adds or subtracts the row whose number is next in a list.
func (t table) apply(list Register, operation func(...Op), columns [registers]VecVirtual) {
	row := GP64()
	MOVWLZX(Mem{Base: list}, row.As32())
	ADDQ(Imm(numberBytes), list)
	IMULQ(t.rowBytes, row)
	for i, column := range columns {
		operation(Mem{Base: t.rows, Index: row, Scale: 1, Disp: i * registerBytes}, column, column)
	}
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
