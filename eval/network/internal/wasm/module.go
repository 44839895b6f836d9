package main

import "slices"

// Numbers of the binary format.
const (
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	exportSection   = 7
	codeSection     = 10

	functionType = 0x60
	integerType  = 0x7F
	vectorType   = 0x7B
)

// module returns a module that exports a function. The module uses the memory that is imported as env.memory. The
// parameters and the result are integers of 32 bits; the variables are integers and then vectors.
func module(name string, parameters, integers, vectors int, code []byte) []byte {
	signature := join([]byte{functionType}, list(slices.Repeat([][]byte{{integerType}}, parameters)...), list([]byte{integerType}))
	memory := join(text("env"), text("memory"), []byte{2, 0, 0}) // a memory of no smallest and no largest size
	function := join(text(name), []byte{0, 0})                   // function 0
	variables := list(append(number(integers), integerType), append(number(vectors), vectorType))
	return join(
		[]byte("\x00asm\x01\x00\x00\x00"),
		section(typeSection, signature),
		section(importSection, memory),
		section(functionSection, number(0)),
		section(exportSection, function),
		section(codeSection, sized(join(variables, code, end))),
	)
}

// section returns a section with one entry.
func section(kind byte, entry []byte) []byte { return append([]byte{kind}, sized(list(entry))...) }

// list returns the number of the entries, and then the entries.
func list(entries ...[]byte) []byte { return append(number(len(entries)), join(entries...)...) }

// text returns the length of s, and then s.
func text(s string) []byte { return sized([]byte(s)) }

// sized returns the length of some bytes, and then the bytes.
func sized(bytes []byte) []byte { return append(number(len(bytes)), bytes...) }

// join returns the parts one after the other.
func join(parts ...[]byte) []byte { return slices.Concat(parts...) }

const (
	groupBits = 7              // of a number that is written in groups of bits, the lowest first
	more      = 1 << groupBits // in a group: another follows
	sign      = more >> 1      // in the last group of a number with a sign
)

// number returns n, which is not negative, in groups of bits.
func number(n int) (groups []byte) {
	for ; n >= more; n >>= groupBits {
		groups = append(groups, byte(n)|more)
	}
	return append(groups, byte(n))
}

// signed returns n in groups of bits with a sign.
func signed(n int) (groups []byte) {
	for ; n < -sign || n >= sign; n >>= groupBits {
		groups = append(groups, byte(n)|more)
	}
	return append(groups, byte(n)&^more)
}
