//go:build !unix

package cpu

import "time"

// Time returns the time since the program began, where the operating system has no simple way to tell the CPU time.
func Time() time.Duration { return time.Since(begin) }
