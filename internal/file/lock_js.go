package file

import (
	"fmt"
	"syscall/js"
)

// holder holds a Web Lock of the name of the lock file, which all pages of one origin share. Where a program has no
// Web Locks, as under node, nothing is locked.
type holder struct {
	name   string
	unlock js.Value // a function that gives up the lock; undefined while it is not held
}

func newHolder(name string) *holder { return &holder{name: name} }

// try makes one attempt to get the lock.
func (h *holder) try() (bool, error) {
	navigator := js.Global().Get("navigator")
	if !navigator.Truthy() || !navigator.Get("locks").Truthy() {
		return true, nil
	}
	type answer struct {
		held bool
		err  error
	}
	answers := make(chan answer, 1)
	keep := js.FuncOf(func(_ js.Value, functions []js.Value) any {
		h.unlock = functions[0]
		return nil
	})
	defer keep.Release()
	granted := js.FuncOf(func(_ js.Value, lock []js.Value) any {
		if !lock[0].Truthy() {
			answers <- answer{}
			return nil
		}
		held := js.Global().Get("Promise").New(keep) // the lock is held until this promise is kept
		answers <- answer{held: true}
		return held
	})
	defer granted.Release()
	refused := js.FuncOf(func(_ js.Value, reasons []js.Value) any {
		select {
		case answers <- answer{err: fmt.Errorf("the lock %s: %s", h.name, reasons[0].Call("toString").String())}:
		default:
		}
		return nil
	})
	defer refused.Release()
	navigator.Get("locks").Call("request", h.name, map[string]any{"ifAvailable": true}, granted).Call("catch", refused)
	got := <-answers
	return got.held, got.err
}

// isLocked reports false: the files of a page have no locks.
func isLocked(string) bool { return false }

// release gives up the lock if it is held.
func (h *holder) release() error {
	if h.unlock.Truthy() {
		h.unlock.Invoke()
		h.unlock = js.Undefined()
	}
	return nil
}
