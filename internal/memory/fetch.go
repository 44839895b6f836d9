//go:build amd64 || arm64

package memory

import "unsafe"

// Fetch tells the processor to load the cache line at an address, and does not wait. The address
// may be invalid; then Fetch does nothing.
//
//go:noescape
func Fetch(at unsafe.Pointer)
