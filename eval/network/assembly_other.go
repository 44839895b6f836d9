//go:build !amd64 && !arm64 && !js

package network

// accelerated reports whether the CPU has the instructions of an assembly: there is none for this CPU.
const accelerated = false

func forwardRows(_, _, _, _ *int16, _ *uint16, _ int32, _ *uint16, _, _ int32) int32 {
	panic("no assembly")
}
