//go:build !js

package search

import "sync/atomic"

// word is a word of the table, which several workers read and write.
type word = atomic.Uint64
