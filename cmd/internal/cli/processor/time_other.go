//go:build !unix

package processor

import "time"

// Time returns the time since the program began, where the system has no simple way to tell the processor time.
func Time() time.Duration { return time.Since(begin) }
