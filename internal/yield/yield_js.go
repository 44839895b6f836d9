package yield

import (
	"io"
	"syscall/js"
	"time"
)

// interval is the longest time that goroutines compute from one yield to the next.
const interval = 20 * time.Millisecond

var (
	began   = time.Now()
	until   time.Duration   // since began: when the goroutine that runs must give way
	waiting []chan struct{} // of the goroutines that have given way; one goes on each time that the browser has nothing else to do
)

// asked returns how many messages are on their way from the page, as far as the worker can see that while it computes: in an isolated
// page it shares a memory with the page. Elsewhere it is 0.
//
//go:wasmimport zonda asked
func asked() int32

// Point lets the browser do what has come in the meantime, if a message waits, or the last yield was a while ago. It must not be called
// by a function that JavaScript calls.
func Point() {
	if asked() == 0 && time.Since(began) < until {
		return
	}
	if len(waiting) == 0 {
		ask()
	}
	wake := make(chan struct{})
	waiting = append(waiting, wake)
	<-wake
	until = time.Since(began) + interval
}

// ask makes the browser call resume when it has done what came before.
var ask func()

func init() { ask = asker() }

func asker() func() {
	resume := js.FuncOf(func(js.Value, []js.Value) any {
		close(waiting[0])
		if waiting = waiting[1:]; len(waiting) > 0 {
			ask()
		}
		return nil
	})
	// Under node the messages of a channel come before all timers, so that a timer would never come.
	if immediate := js.Global().Get("setImmediate"); immediate.Truthy() {
		return func() { immediate.Invoke(resume) }
	}
	channel := js.Global().Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", resume)
	port := channel.Get("port2")
	return func() { port.Call("postMessage", js.Null()) }
}

// Reader returns a reader of what r has, which gives way between its pieces: whoever unpacks or adds up what it reads takes
// at most some milliseconds for a piece.
func Reader(r io.Reader) io.Reader { return reader{r} }

type reader struct{ io.Reader }

// piece is the largest number of bytes that a reader reads at once.
const piece = 64 << 10

// Read makes a reader an io.Reader.
func (r reader) Read(data []byte) (int, error) {
	Point()
	return r.Reader.Read(data[:min(len(data), piece)])
}
