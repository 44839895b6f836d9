//go:build !amd64 && !arm64

package memory

import "unsafe"

// Fetch does nothing: there is no instruction for it here.
func Fetch(unsafe.Pointer) {}
