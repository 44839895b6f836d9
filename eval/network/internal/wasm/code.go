package main

// Instructions by their numbers in the binary format of WebAssembly (webassembly.github.io/spec, Index of Instructions).
var (
	loop  = []byte{0x03, 0x40} // without a value
	when  = []byte{0x04, 0x40} // without a value; what follows is done unless the number before is 0
	end   = []byte{0x0B}       // of a loop or of what is done on a condition
	again = []byte{0x0D, 0}    // begins the loop once more unless the number before is 0

	unequal  = []byte{0x47}
	add      = []byte{0x6A}
	subtract = []byte{0x6B}
	multiply = []byte{0x6C}
	load16   = []byte{0x2F, 1, 0} // without a sign, from a multiple of 2 to the 1

	splat         = vector(0x10) // a number in eight lanes
	addLanes      = vector(0x8E)
	subtractLanes = vector(0x91)
	multiplyLanes = vector(0x95)
	smallerLanes  = vector(0x96)
	largerLanes   = vector(0x98)
	addSums       = vector(0xAE) // of four lanes
	dotProduct    = vector(0xBA) // the products of eight lanes, added in pairs
)

// get returns the code that fetches a variable.
func get(local int) []byte { return append([]byte{0x20}, number(local)...) }

// set returns the code that sets a variable.
func set(local int) []byte { return append([]byte{0x21}, number(local)...) }

// tee returns the code that sets a variable and fetches it.
func tee(local int) []byte { return append([]byte{0x22}, number(local)...) }

// integer returns the code that fetches n.
func integer(n int) []byte { return append([]byte{0x41}, signed(n)...) }

// load returns the code that loads a register of a block.
func load(register int) []byte { return join(vector(0x00), place(register)) }

// store returns the code that stores a register of a block.
func store(register int) []byte { return join(vector(0x0B), place(register)) }

// place returns the place of a register in a block, which begins at a multiple of 2 to the 4.
func place(register int) []byte { return append([]byte{4}, number(register*registerBytes)...) }

// lane returns the code that fetches one of four lanes.
func lane(i int) []byte { return append(vector(0x1B), byte(i)) }

// vector returns an instruction for 128 bits.
func vector(code int) []byte { return append([]byte{0xFD}, number(code)...) }
