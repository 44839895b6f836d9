package checkerboard

import "sync/atomic"

// hostBuffer is a buffer of the host for 8-bit text that ends in a zero. The host may read it
// at any moment, without a lock.
type hostBuffer []byte

// clear makes the text empty. The old content of the buffer is unknown, so a zero is written at its
// end first.
func (b hostBuffer) clear() {
	if len(b) > 0 {
		b[len(b)-1] = 0
		b[0] = 0
	}
}

// put replaces the text by as much of s as there is room for. The last byte of the buffer is
// always zero, so that the host never reads beyond the buffer. While put writes, the host may
// read the beginning of the new text and then the rest of the old one.
func (b hostBuffer) put(s string) {
	if len(b) == 0 {
		return
	}
	n := copy(b[:len(b)-1], s)
	b[n] = 0
}

// playNowFlag is the number that the host sets to ask for a move at once. A flag without a number is never set.
type playNowFlag struct{ value *int32 }

func (f playNowFlag) set() bool { return f.value != nil && atomic.LoadInt32(f.value) != 0 }
