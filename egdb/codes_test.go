package egdb

import "testing"

// FuzzOpenCodes: codes that open answer every symbol in bounded time, whatever the bits.
func FuzzOpenCodes(f *testing.F) {
	f.Add(EncodeCodes([]int16{3}, []int{0, 5}, [][]uint8{{1, 2, 2}, {1}}))
	f.Add([]byte{1, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := OpenCodes(data)
		if err != nil {
			return
		}
		for context := range c.codes {
			for _, bit := range []bool{false, true} {
				if symbol, ok := c.Symbol(context, func(int) bool { return bit }); ok && symbol >= maxSymbols {
					t.Fatalf("symbol %d", symbol)
				}
			}
		}
	})
}
