//go:build unix

package egdb

import "golang.org/x/sys/unix"

// adviseRandom tells the system not to read ahead.
func adviseRandom(data []byte) {
	_ = unix.Madvise(data, unix.MADV_RANDOM) // only advice
}
