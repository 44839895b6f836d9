package network

// accelerated reports whether the CPU has the instructions of the assembly: every arm64 CPU has.
const accelerated = true

// forwardRows computes what it computes on amd64, by NEON. Its addresses need no alignment.
//
//go:noescape
func forwardRows(rows, weights, from, to *int16, removed *uint16, removedCount int32, added *uint16, addedCount, rowBytes int32) int32
