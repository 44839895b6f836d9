//go:build !unix

package egdb

// adviseRandom does nothing on systems without madvise.
func adviseRandom([]byte) {}
