package checkerboard

import "sync/atomic"

// text is a buffer of the host for 8-bit text that ends in a zero. The host may read it at
// any moment, without a lock.
type text []byte

// clear makes an unknown buffer end somewhere.
func (t text) clear() {
	if len(t) > 0 {
		t[len(t)-1] = 0
		t[0] = 0
	}
}

// put replaces the text by as much of s as there is room for. At every moment the buffer
// ends in a zero, so that a reader meets the old text, the new or the head of the new on the
// rest of the old.
func (t text) put(s string) {
	if len(t) == 0 {
		return
	}
	n := copy(t[:len(t)-1], s)
	t[n] = 0
}

// flag is the host's switch by which it asks for a move at once; nil is never set.
type flag struct{ value *int32 }

func (f flag) set() bool { return f.value != nil && atomic.LoadInt32(f.value) != 0 }
