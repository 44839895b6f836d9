package pack

import (
	"fmt"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// marginList holds the margins of many positions in the order in which they were appended. It compresses them: most margins
// are large, so that a margin takes two or three bits.
type marginList struct {
	chunks [][]byte // of chunkMargins margins each, compressed
	last   []uint8  // the margins after the chunks
}

// chunkMargins is the number of margins that are compressed together.
const chunkMargins = 1 << 16

// marginCoder compresses the margins of all lists. It keeps nothing from one chunk to the next, and several goroutines may use it
// at once.
var marginCoder = sync.OnceValue(func() (c struct {
	*zstd.Encoder
	*zstd.Decoder
}) {
	var err error
	if c.Encoder, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false)); err != nil {
		panic(fmt.Sprintf("the options of zstd: %v", err))
	}
	if c.Decoder, err = zstd.NewReader(nil); err != nil {
		panic(fmt.Sprintf("the options of zstd: %v", err))
	}
	return c
})

// append adds a margin.
func (l *marginList) append(margin uint8) {
	if len(l.last) == chunkMargins {
		l.chunks = append(l.chunks, slices.Clone(marginCoder().EncodeAll(l.last, nil)))
		l.last = l.last[:0]
	}
	l.last = append(l.last, margin)
}

// count returns the number of margins.
func (l *marginList) count() uint64 { return uint64(len(l.chunks)*chunkMargins + len(l.last)) }

// marginReader reads the margins of a list one after the other.
type marginReader struct {
	list   *marginList
	chunk  int // the next chunk
	left   []uint8
	buffer []uint8
}

// reader returns a reader at the first margin. The list must not change while the reader is in use.
func (l *marginList) reader() marginReader { return marginReader{list: l} }

// next returns the next margin. The caller must not ask for more margins than there are.
func (r *marginReader) next() uint8 {
	if len(r.left) == 0 {
		r.fill()
	}
	margin := r.left[0]
	r.left = r.left[1:]
	return margin
}

// fill reads the next chunk.
func (r *marginReader) fill() {
	if r.chunk == len(r.list.chunks) {
		r.left = r.list.last
		return
	}
	var err error
	if r.buffer, err = marginCoder().DecodeAll(r.list.chunks[r.chunk], r.buffer[:0]); err != nil {
		panic(fmt.Sprintf("margins that this process has compressed: %v", err)) // the memory of the process is damaged
	}
	r.chunk++
	r.left = r.buffer
}
