//go:build !amd64 && !arm64

package memory

import "unsafe"

// Fetches reports whether Fetch does something: without an instruction for it an address need not be computed.
const Fetches = false

// Fetch does nothing on CPUs for which the package has no prefetch instruction.
func Fetch(unsafe.Pointer) {}
