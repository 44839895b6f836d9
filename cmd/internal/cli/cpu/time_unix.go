//go:build unix

package cpu

import (
	"syscall"
	"time"
)

// Time returns the CPU time that the program has used so far, of all threads together.
func Time() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return time.Since(begin)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
