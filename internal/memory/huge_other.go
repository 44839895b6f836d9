//go:build !linux

package memory

import "github.com/edsrzf/mmap-go"

const access = mmap.RDWR

// adviseHuge does nothing on this system.
func adviseHuge([]byte) {}

// collapse does nothing on this system and reports that nothing is left to do.
func collapse([]byte) bool { return true }
