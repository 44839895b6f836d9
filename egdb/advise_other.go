//go:build !unix

package egdb

// adviseRandom does nothing where the system takes no advice.
func adviseRandom([]byte) {}
