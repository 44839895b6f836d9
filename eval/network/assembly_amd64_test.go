package network

import "github.com/zonda-checkers/zonda/engine/board"

// assemblyWay returns the sum of the second layer in assembly, nil if the processor lacks instructions.
func assemblyWay() func(*table, *columns, board.Position, []int16) int32 {
	if !accelerated {
		return nil
	}
	return (*table).forwardAssembly
}
