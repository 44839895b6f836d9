package network

import (
	"golang.org/x/sys/cpu"

	"github.com/zonda-checkers/zonda/board"
)

//go:generate go run ./internal/assembly -out forward_amd64.s -stubs forward_amd64.go -pkg network

// accelerated reports whether the processor has the instructions of the assembly.
var accelerated = cpu.X86.HasAVX2 && cpu.X86.HasBMI1

// forward returns the sum of the second layer, with weights of the side to move and the bucket. It changes the columns
// to those of p, unless c is nil.
func (t *table) forward(c *columns, p board.Position, weights []int16) int32 {
	if accelerated {
		return t.forwardAssembly(c, p, weights)
	}
	return t.forwardGo(c, p, weights)
}

// forwardAssembly is forward in assembly.
func (t *table) forwardAssembly(c *columns, p board.Position, weights []int16) int32 {
	const numberBytes = 2
	before, removed, added, fresh := c.update(p)
	from, to := &t.rows[0], (*int16)(nil)
	if c != nil {
		to = &c.numbers[0]
	}
	if !fresh {
		from = to
	}
	return forwardAVX2(&t.rows[len(weights)], &weights[0], from, to,
		uint32(removed), uint32(before.White), uint32(before.Kings),
		uint32(added), uint32(p.White), uint32(p.Kings), len(weights)*numberBytes)
}
