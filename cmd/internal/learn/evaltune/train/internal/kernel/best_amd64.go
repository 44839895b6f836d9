package kernel

import "golang.org/x/sys/cpu"

// Best returns the fastest loops that the CPU can execute.
func Best() Set {
	if !cpu.X86.HasAVX {
		return Portable()
	}
	return Set{
		SumRows: func(out, table []float32, rows []uint16) {
			if len(rows) == 0 {
				clear(out)
				return
			}
			checkWidth(len(out))
			sumRowsAVX(&out[0], &table[0], &rows[0], len(rows), len(out))
		},
		AddToRows: func(table []float32, rows []uint16, delta []float32) {
			if len(rows) == 0 {
				return
			}
			checkWidth(len(delta))
			addToRowsAVX(&table[0], &rows[0], &delta[0], len(rows), len(delta))
		},
		Output: func(sums, weights []float32) float32 {
			checkWidth(len(sums))
			return outputAVX(&sums[0], &weights[:len(sums)][0], len(sums))
		},
		Backward: func(delta, gradient, sums, weights []float32, slope float32) {
			n := len(sums)
			checkWidth(n)
			backwardAVX(&delta[:n][0], &gradient[:n][0], &sums[0], &weights[:n][0], slope, n)
		},
	}
}

// checkWidth panics if the assembly would leave its slices.
func checkWidth(n int) {
	if n <= 0 || n%Block != 0 {
		panic("kernel: the width is not a multiple of 64")
	}
}
