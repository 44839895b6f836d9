// Package cpu sets how many CPUs a program uses, and tells how long it has used them. It is apart from package cli, because the
// library for CheckerBoard needs it without the rest.
package cpu

import (
	"runtime"
	"sync"
	"time"
)

// Spare lets the goroutine that reads commands run beside as many searching threads as there are
// CPUs. Without it "stop" would wait until one of those threads has used its time slice. The
// first call raises GOMAXPROCS by one, later calls do nothing. A program that takes commands during a
// search calls Spare before it makes an engine.
func Spare() { raise() }

// raise raises GOMAXPROCS by one at its first call.
var raise = sync.OnceFunc(func() { runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1) })

// begin is when the program began.
var begin = time.Now()
