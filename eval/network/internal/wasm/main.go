// Command wasm writes the evaluation of a network as a module of WebAssembly with vectors of 128 bits.
package main

import (
	"flag"
	"log"
	"os"
)

func main() {
	out := flag.String("out", "", "the `file` to write")
	flag.Parse()
	const readable = 0o644
	if err := os.WriteFile(*out, kernel(), readable); err != nil {
		log.Fatal(err)
	}
}

// The variables of the function by their numbers: first its parameters, then integers of 32 bits, then vectors.
const (
	rows         = iota // the address of the first row
	weights             // the address of a row of output weights
	from                // the address of the columns before
	to                  // the address of the columns afterwards, or 0
	removed             // the address of the numbers of the rows removed
	removedCount        // of rows
	added               // the address of the numbers of the rows added
	addedCount          // of rows
	rowBytes            // of a row

	left  // bytes of a row that are still to do
	next  // the address of the number of the next row
	after // the address after the last number of a row
	row   // the address of a part of a row

	ceiling // the largest activation, in eight lanes
	zero    // never set
	sum     // of the second layer, in four lanes
	columns // the first of the registers with columns

	parameters = rowBytes + 1
	integers   = row + 1 - parameters
	vectors    = columns + registers - parameters - integers
)

// A block is the part of a row that the registers hold.
const (
	registerBytes = 16
	registers     = 8
	blockBytes    = registers * registerBytes
)

const (
	largest     = 255 // of an activation
	numberBytes = 2   // of the number of a row
)

// kernel returns a module with the function forward, which returns the sum of the second layer. Its columns are those
// at from, less the rows removed, plus the rows added. They are also stored at to, unless to is 0; from and to may be
// equal. rows is a table of rows of rowBytes bytes, a multiple of 128. The numbers of rows have 16 bits.
func kernel() []byte {
	body := join(
		get(rowBytes), set(left),
		integer(largest), splat, set(ceiling),
		loop,
		eachRegister(func(i int) []byte { return join(get(from), load(i), set(columns+i)) }),
		change(removed, removedCount, subtractLanes),
		change(added, addedCount, addLanes),
		get(to), when,
		eachRegister(func(i int) []byte { return join(get(to), get(columns+i), store(i)) }),
		advance(to, blockBytes),
		end,
		eachRegister(weigh),
		advance(rows, blockBytes), advance(weights, blockBytes), advance(from, blockBytes),
		get(left), integer(blockBytes), subtract, tee(left), again,
		end,
		lanes(),
	)
	return module("forward", parameters, integers, vectors, body)
}

// change adds some rows to the columns, or subtracts them.
func change(list, count int, operation []byte) []byte {
	return join(
		get(count), when,
		get(list), set(next),
		get(list), get(count), integer(numberBytes), multiply, add, set(after),
		loop,
		get(rows), get(next), load16, get(rowBytes), multiply, add, set(row),
		eachRegister(func(i int) []byte { return join(get(columns+i), get(row), load(i), operation, set(columns+i)) }),
		advance(next, numberBytes),
		get(next), get(after), unequal, again,
		end,
		end,
	)
}

// weigh adds the squares of the activations of a register, times their weights, to the sum.
func weigh(i int) []byte {
	return join(
		get(columns+i), get(zero), largerLanes, get(ceiling), smallerLanes, tee(columns+i),
		get(columns+i), get(weights), load(i), multiplyLanes,
		dotProduct, get(sum), addSums, set(sum),
	)
}

// lanes returns the sum of the four lanes of the sum.
func lanes() []byte {
	return join(
		get(sum), lane(0), get(sum), lane(1), add,
		get(sum), lane(2), add, get(sum), lane(3), add,
	)
}

// eachRegister returns the code for all registers with columns.
func eachRegister(code func(register int) []byte) (all []byte) {
	for i := range registers {
		all = append(all, code(i)...)
	}
	return all
}

// advance adds n to a variable.
func advance(local, n int) []byte { return join(get(local), integer(n), add, set(local)) }
