//go:build !linux

package memory

import "github.com/edsrzf/mmap-go"

const access = mmap.RDWR

// adviseHuge does nothing: the system decides by itself, or has to be asked otherwise.
func adviseHuge([]byte) {}

// Near returns data itself: see the Near of Linux.
func Near(data []byte) []byte { return data }
