//go:build amd64 || arm64

package memory

import "unsafe"

// Fetch asks the processor to bring the cache line at an address near, and does not wait for it. Any
// address will do: one that is not mapped is passed over.
//
//go:noescape
func Fetch(at unsafe.Pointer)
