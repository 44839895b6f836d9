//go:build !amd64 && !arm64 && !js

package network

// accelerated reports whether the processor has the instructions of an assembly: there is none for this processor.
const accelerated = false

func forwardRows(_, _, _, _ *int16, _, _, _, _, _, _ uint32, _ int) int32 { panic("no assembly") }
