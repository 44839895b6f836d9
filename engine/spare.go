//go:build !js

package engine

import (
	"sync"

	"github.com/shirou/gopsutil/v4/mem"
)

// solverTable is the memory of the proof solver in MiB. The system provides it when it is used.
const solverTable = 256

// leftToOthers is the physical memory in MiB that the transposition table must leave to other programs.
const leftToOthers = 1024

// spare returns the size in MiB of the largest transposition table that the machine can spare.
var spare = sync.OnceValues(func() (int, error) {
	memory, err := mem.VirtualMemory()
	if err != nil {
		return 0, err
	}
	return max(int(memory.Total>>20)-leftToOthers, 0), nil
})
