// Command assembly writes the loops of package kernel in AVX assembly.
package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Sizes of numbers and of registers.
const (
	numberBytes    = 4
	lanes          = 8 // numbers in a register
	registerBytes  = lanes * numberBytes
	blockRegisters = 8 // registers that hold a block of columns
	blockBytes     = blockRegisters * registerBytes
	outputs        = 4 // registers in which output adds
)

func main() {
	sumRows()
	addToRows()
	one := ConstData("one", U32(math.Float32bits(1)))
	output(one)
	backward(one)
	Generate()
}

// rowLoop goes through a table in blocks of columns, and through the listed rows within each block. It calls begin and
// end with the byte offset of the block, and row with the address of the row's part.
func rowLoop(table, rows, n, width reg.Register, begin, row, end func(at reg.Register)) {
	offset, stride := GP64(), GP64()
	MOVQ(width, stride)
	SHLQ(U8(2), stride) // bytes in a row
	XORQ(offset, offset)
	Label("block")
	begin(offset)
	i, address := GP64(), GP64()
	XORQ(i, i)
	Label("row")
	MOVWQZX(Mem{Base: rows, Index: i, Scale: 2}, address)
	IMULQ(stride, address)
	ADDQ(table, address)
	row(address)
	INCQ(i)
	CMPQ(i, n)
	JNE(LabelRef("row"))
	end(offset)
	ADDQ(U32(blockBytes), table)
	ADDQ(U32(blockBytes), offset)
	CMPQ(offset, stride)
	JNE(LabelRef("block"))
	VZEROUPPER()
	RET()
}

func sumRows() {
	TEXT("sumRowsAVX", NOSPLIT, "func(out, table *float32, rows *uint16, n, width int)")
	Doc("sumRowsAVX is sumRows, for at least one row and a width that is a multiple of Block.")
	Pragma("noescape")
	out := Load(Param("out"), GP64())
	table, rows := Load(Param("table"), GP64()), Load(Param("rows"), GP64())
	n, width := Load(Param("n"), GP64()), Load(Param("width"), GP64())
	sums := block()
	rowLoop(table, rows, n, width, func(reg.Register) {
		for _, s := range sums {
			VXORPS(s, s, s)
		}
	}, func(row reg.Register) {
		for k, s := range sums {
			VADDPS(Mem{Base: row, Disp: k * registerBytes}, s, s)
		}
	}, func(offset reg.Register) {
		for k, s := range sums {
			VMOVUPS(s, Mem{Base: out, Index: offset, Scale: 1, Disp: k * registerBytes})
		}
	})
}

func addToRows() {
	TEXT("addToRowsAVX", NOSPLIT, "func(table *float32, rows *uint16, delta *float32, n, width int)")
	Doc("addToRowsAVX is addToRows, for at least one row and a width that is a multiple of Block.")
	Pragma("noescape")
	table, rows := Load(Param("table"), GP64()), Load(Param("rows"), GP64())
	delta := Load(Param("delta"), GP64())
	n, width := Load(Param("n"), GP64()), Load(Param("width"), GP64())
	deltas, sum := block(), YMM()
	rowLoop(table, rows, n, width, func(offset reg.Register) {
		for k, d := range deltas {
			VMOVUPS(Mem{Base: delta, Index: offset, Scale: 1, Disp: k * registerBytes}, d)
		}
	}, func(row reg.Register) {
		for k, d := range deltas {
			at := Mem{Base: row, Disp: k * registerBytes}
			VADDPS(at, d, sum)
			VMOVUPS(sum, at)
		}
	}, func(reg.Register) {})
}

// block returns registers for a block of columns.
func block() (list [blockRegisters]reg.VecVirtual) {
	for i := range list {
		list[i] = YMM()
	}
	return list
}

// limits returns registers that hold 0 and 1 in all lanes.
func limits(one Mem) (zero, ones reg.VecVirtual) {
	zero, ones = YMM(), YMM()
	VXORPS(zero, zero, zero)
	VBROADCASTSS(one, ones)
	return zero, ones
}

// clamp limits the numbers of a register to the range 0 to 1. The order of the operands makes 0 of -0, as in Go.
func clamp(a, to, zero, ones reg.VecVirtual) {
	VMAXPS(zero, a, to)
	VMINPS(ones, to, to)
}

func output(one Mem) {
	TEXT("outputAVX", NOSPLIT, "func(sums, weights *float32, n int) float32")
	Doc("outputAVX is output, for a length that is a multiple of Block.")
	Pragma("noescape")
	from, weights := Load(Param("sums"), GP64()), Load(Param("weights"), GP64())
	left := Load(Param("n"), GP64())
	zero, ones := limits(one)
	var parts [outputs]reg.VecVirtual
	for i := range parts {
		parts[i] = YMM()
		VXORPS(parts[i], parts[i], parts[i])
	}
	Label("columns")
	for k, part := range parts {
		a := YMM()
		VMOVUPS(Mem{Base: from, Disp: k * registerBytes}, a)
		clamp(a, a, zero, ones)
		VMULPS(a, a, a)
		VMULPS(Mem{Base: weights, Disp: k * registerBytes}, a, a)
		VADDPS(a, part, part)
	}
	ADDQ(U32(outputs*registerBytes), from)
	ADDQ(U32(outputs*registerBytes), weights)
	SUBQ(U32(outputs*lanes), left)
	JNE(LabelRef("columns"))
	VADDPS(parts[2], parts[0], parts[0])
	VADDPS(parts[3], parts[1], parts[1])
	VADDPS(parts[1], parts[0], parts[0])
	low, high := parts[0].AsX(), XMM()
	VEXTRACTF128(U8(1), parts[0], high)
	VADDPS(high, low, low)
	VMOVHLPS(low, low, high) // the upper two numbers
	VADDPS(high, low, low)
	VMOVSHDUP(low, high) // the second number
	VADDSS(high, low, low)
	Store(low, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

func backward(one Mem) {
	TEXT("backwardAVX", NOSPLIT, "func(delta, gradient, sums, weights *float32, slope float32, n int)")
	Doc("backwardAVX is backward, for a length that is a multiple of Block.")
	Pragma("noescape")
	delta, gradient := Load(Param("delta"), GP64()), Load(Param("gradient"), GP64())
	from, weights := Load(Param("sums"), GP64()), Load(Param("weights"), GP64())
	slope, double := YMM(), YMM()
	at, err := Param("slope").Resolve()
	if err != nil {
		panic(err)
	}
	VBROADCASTSS(at.Addr, slope)
	VADDPS(slope, slope, double)
	bytes := Load(Param("n"), GP64())
	SHLQ(U8(2), bytes)
	zero, ones := limits(one)
	const lessThan = 1 // the comparison of VCMPPS
	i := GP64()
	XORQ(i, i)
	Label("columns")
	for k := range outputs {
		memory := func(base reg.Register) Mem {
			return Mem{Base: base, Index: i, Scale: 1, Disp: k * registerBytes}
		}
		a, c, d := YMM(), YMM(), YMM()
		VMOVUPS(memory(from), a)
		clamp(a, c, zero, ones)
		VCMPPS(U8(lessThan), ones, a, a)
		VMULPS(memory(weights), double, d)
		VMULPS(c, d, d)
		VANDPS(a, d, d)
		VMOVUPS(d, memory(delta))
		VMULPS(c, c, c)
		VMULPS(slope, c, c)
		VADDPS(memory(gradient), c, c)
		VMOVUPS(c, memory(gradient))
	}
	ADDQ(U32(outputs*registerBytes), i)
	CMPQ(i, bytes)
	JNE(LabelRef("columns"))
	VZEROUPPER()
	RET()
}
