//go:build !js

package memory

import "sync/atomic"

// Word is a word of memory that several goroutines read and write.
type Word = atomic.Uint64
