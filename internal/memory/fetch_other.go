//go:build !amd64 && !arm64

package memory

import "unsafe"

// Fetch does nothing on processors for which the package has no prefetch instruction.
func Fetch(unsafe.Pointer) {}
