package network

import (
	"golang.org/x/sys/cpu"

	"github.com/zonda-checkers/zonda/engine/board"
)

//go:generate go run ./internal/assembly -out forward_amd64.s -stubs forward_amd64.go -pkg network

// accelerated reports whether the processor has the instructions of the assembly.
var accelerated = cpu.X86.HasAVX2 && cpu.X86.HasBMI1

// forward returns the sum of the second layer, with weights of the side to move and the bucket.
func (t *table) forward(p board.Position, weights []int16) int32 {
	if accelerated {
		return t.forwardAssembly(p, weights)
	}
	return t.forwardGo(p, weights)
}

// forwardAssembly is forward in assembly.
func (t *table) forwardAssembly(p board.Position, weights []int16) int32 {
	const numberBytes = 2
	return forwardAVX2(&t.rows[0], &weights[0], uint32(^p.Empty()), uint32(p.White), uint32(p.Kings), len(weights)*numberBytes)
}
