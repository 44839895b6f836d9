package network

// accelerated reports whether the processor has the instructions of the assembly: every arm64 processor has.
const accelerated = true

// forwardRows is what it is for amd64, but with NEON and without alignment.
//
//go:noescape
func forwardRows(rows, weights, from, to *int16, removed, removedWhite, removedKings, added, addedWhite, addedKings uint32, rowBytes int) int32
