//go:build !linux

package memory

import (
	"os"

	"github.com/edsrzf/mmap-go"
)

const access = mmap.RDWR

// adviseHuge does nothing: the system decides by itself, or has to be asked otherwise.
func adviseHuge([]byte) {}

// collapse does nothing, and has nothing left to do.
func collapse([]byte) bool { return true }

// Near returns data itself, whose pages have all been looked at, so that they are there when they are
// needed: data in a program is brought page by page as it is read, and a first search, which reads
// tables in no order, would wait for that. See also the Near of Linux.
func Near(data []byte) []byte {
	seen := byte(0)
	for at := 0; at < len(data); at += os.Getpagesize() {
		seen |= data[at]
	}
	touched = seen
	return data
}

// touched keeps the compiler from leaving the look out.
var touched byte
