//go:build !amd64

package kernel

// Best returns the fastest loops that the CPU can execute.
func Best() Set { return Portable() }
