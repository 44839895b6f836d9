//go:build !linux

package memory

// adviseHuge does nothing: the system decides by itself, or has to be asked otherwise.
func adviseHuge([]byte) {}
