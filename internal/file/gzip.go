package file

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

const (
	gzipMagic = "\x1F\x8B" // begins a file of gzip, and no text

	// Text that is worth unpacking is at most mostGrowth times as long as its file. A shorter text than alwaysUnpacked
	// bytes is not measured: a few games that are all alike are packed well.
	mostGrowth     = 100
	alwaysUnpacked = 16 << 20
)

// unpacked returns the content of a file of gzip, or in itself if it is none.
func unpacked(in *bufio.Reader) (*bufio.Reader, error) {
	if !isPacked(in) {
		return in, nil
	}
	packed := &counter{from: in}
	content, err := gzip.NewReader(packed)
	if err != nil {
		return nil, damaged(err)
	}
	content.Multistream(false)
	out := bufio.NewReader(&unpacker{packed: packed, content: content})
	if isPacked(out) {
		return nil, errors.New("the gz file holds another gz file")
	}
	return out, nil
}

func isPacked(in *bufio.Reader) bool {
	head, _ := in.Peek(len(gzipMagic)) // an error comes back when the text is read
	return string(head) == gzipMagic
}

// unpacker reads the content of a file of gzip, and fails if the content grows beyond mostGrowth.
type unpacker struct {
	packed  *counter
	content *gzip.Reader
	bytes   int64 // of the content so far
}

func (u *unpacker) Read(p []byte) (int, error) {
	n, err := u.content.Read(p)
	if err == io.EOF {
		err = u.next()
	}
	u.bytes += int64(n)
	switch {
	case u.bytes > alwaysUnpacked && u.bytes/mostGrowth > u.packed.bytes:
		return 0, fmt.Errorf("the gz file is not unpacked: its content is more than %d times as long", mostGrowth)
	case err != nil && err != io.EOF:
		return n, damaged(err)
	}
	return n, err
}

// next goes on with the next file of gzip that follows in the same file, behind zeros that may fill a block of a tape. It
// returns io.EOF if there is none.
func (u *unpacker) next() error {
	for {
		head, err := u.packed.from.Peek(1)
		if err != nil {
			return err
		}
		if head[0] != 0 {
			break
		}
		_, _ = u.packed.from.Discard(1)
	}
	err := u.content.Reset(u.packed)
	u.content.Multistream(false)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// damaged returns the error for a file of gzip that cannot be unpacked.
func damaged(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return errors.New("the gz file is cut off")
	}
	return fmt.Errorf("the gz file is damaged: %w", err)
}

// counter counts the bytes that are read.
type counter struct {
	from  *bufio.Reader
	bytes int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.bytes += int64(n)
	return n, err
}

// ReadByte makes the counter a reader of which gzip takes no more than it needs.
func (c *counter) ReadByte() (byte, error) {
	b, err := c.from.ReadByte()
	if err == nil {
		c.bytes++
	}
	return b, err
}
