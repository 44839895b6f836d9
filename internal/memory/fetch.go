//go:build amd64 || arm64

package memory

import "unsafe"

// Fetches reports whether Fetch does something: without an instruction for it an address need not be computed.
const Fetches = true

// Fetch tells the CPU to load the cache line at an address, and does not wait. The address
// may be invalid; then Fetch does nothing.
//
//go:noescape
func Fetch(at unsafe.Pointer)
