//go:build unix

package egdb

import "golang.org/x/sys/unix"

// adviseRandom tells the operating system not to read ahead, because probes read at random places.
func adviseRandom(data []byte) {
	_ = unix.Madvise(data, unix.MADV_RANDOM) // an error is ignored: the call is only advice
}
