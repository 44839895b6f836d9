package file

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	utf16 "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/zonda-checkers/zonda/internal/yield"
)

// Text returns the text of r in UTF-8. Every reader of text that people or other programs have written reads through
// Text, so that the text may come from anywhere:
//   - UTF-16 of both byte orders is decoded, with a byte order mark or without one.
//   - Byte order marks are left out: the first one, and those between files that were joined.
//   - A carriage return that no line feed follows is a line end.
//   - A byte 1A, with which programs of DOS end a file, is a line end. Bytes 1A behind it are left out.
//   - Bytes 00, which fill a file that was not written to its end, are left out.
//   - A file of gzip is unpacked. If it is cut off, damaged, or grows beyond all measure, the error says so.
//
// Other bytes stay as they are, those of Latin-1, too: [Decoded] makes UTF-8 of a line with them. Text reads no more of r than
// it needs for the next line.
//
// The Text of a Text is the same.
func Text(r io.Reader) io.Reader {
	if t, ok := r.(*text); ok {
		return t
	}
	return &text{in: bufio.NewReader(&ended{in: r})}
}

// ended is a reader that stays at its end: a terminal reads on after Ctrl-D, which says the end only once.
type ended struct {
	in  io.Reader
	err error // of the last Read
}

func (e *ended) Read(p []byte) (n int, err error) {
	if e.err == nil {
		n, e.err = e.in.Read(p)
	}
	return n, e.err
}

// Decode returns the text of the data of a file as Text does, at most limit bytes. A longer text is an error. All errors
// name the file.
func Decode(name string, data []byte, limit int) ([]byte, error) {
	text, err := readAtMost(Text(bytes.NewReader(data)), limit)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return text, nil
}

// IsPlain reports whether text can be added to the end of a file with this data: the data is neither packed nor UTF-16.
func IsPlain(data []byte) bool {
	in := bufio.NewReader(bytes.NewReader(data))
	return !isPacked(in) && decoder(in) == transform.Nop
}

// Decoded returns text as UTF-8: bytes that are not valid are taken for Windows-1252, which is Latin-1 with quotes, dashes
// and other signs in place of control characters.
func Decoded(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)) {
			r = Windows1252(text[i])
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Windows1252 returns the character of a byte of text that is no UTF-8.
func Windows1252(c byte) rune {
	if r := charmap.Windows1252.DecodeByte(c); r != utf8.RuneError {
		return r
	}
	return rune(c)
}

// OneLine returns text as UTF-8 on one line, with single blanks between its words. The characters that Text does not leave
// as they are count as blanks, so that what is written can be read again.
func OneLine(text string) string {
	if isOneLine(text) {
		return text
	}
	return strings.Join(strings.FieldsFunc(Decoded(text), func(r rune) bool {
		return unicode.IsSpace(r) || r == 0 || r == endOfFile || r == markRune
	}), " ")
}

// isOneLine reports whether text is one line already, of printable characters of ASCII.
func isOneLine(text string) bool {
	last := byte(' ')
	for i := range len(text) {
		c := text[i]
		if c < ' ' || c > '~' || c == ' ' && last == ' ' {
			return false
		}
		last = c
	}
	return text == "" || last != ' '
}

// Alike returns text, which may be added to data, in the encoding of data: Windows-1252 if data is not UTF-8, and else
// UTF-8. It is an error if Windows-1252 lacks a character of the text.
func Alike(data []byte, text string) (string, error) {
	if utf8.Valid(data) {
		return Decoded(text), nil
	}
	if !utf8.ValidString(text) {
		return text, nil
	}
	encoded, err := charmap.Windows1252.NewEncoder().String(text)
	if err != nil {
		return "", errors.New("the file is in Latin-1, which lacks a character of the new text")
	}
	return encoded, nil
}

// text is the reader of Text.
type text struct {
	in    *bufio.Reader
	out   io.Reader // nil before the first Read
	clean cleaner
}

// Zeros returns how many bytes 00 a reader that Text returned has left out among other text so far: not those at the end.
func Zeros(r io.Reader) int { return r.(*text).clean.zeros }

func (t *text) Read(p []byte) (int, error) {
	yield.Point()
	if err := t.open(); err != nil {
		return 0, err
	}
	return t.out.Read(p)
}

func (t *text) open() error {
	if t.out != nil {
		return nil
	}
	in, err := unpacked(t.in)
	if err == nil {
		t.out = transform.NewReader(in, transform.Chain(decoder(in), &t.clean))
	}
	return err
}

// Peek returns the beginning of a text, of which nothing has been read: at most n bytes. Nothing is taken from it. An error comes back when
// the text is read.
func Peek(r io.Reader, n int) []byte {
	t := r.(*text)
	if t.open() != nil {
		return nil
	}
	ahead := bufio.NewReaderSize(t.out, n)
	t.out = ahead
	head, _ := ahead.Peek(n)
	return head
}

// Mark is the byte order mark, which some programs write before a text in UTF-8.
const Mark = string(markRune)

// decoder returns what decodes a text that begins as in does. It takes nothing from in.
func decoder(in *bufio.Reader) transform.Transformer {
	const unit = 2           // bytes of a code unit in UTF-16
	head, _ := in.Peek(unit) // an error comes back when the text is read
	if bytes.IndexByte(head, 0) >= 0 {
		head, _ = in.Peek(2 * unit)
	}
	var zeros [2 * unit]bool
	for i, c := range head {
		zeros[i] = c == 0
	}
	order := utf16.LittleEndian
	switch little, big := [...]bool{false, true, false, true}, [...]bool{true, false, true, false}; {
	case string(head) == "\xFF\xFE", len(head) == len(zeros) && zeros == little:
	case string(head) == "\xFE\xFF", len(head) == len(zeros) && zeros == big:
		order = utf16.BigEndian
	default:
		return transform.Nop
	}
	return utf16.UTF16(order, utf16.IgnoreBOM).NewDecoder()
}

const (
	markRune  = '\uFEFF' // the byte order mark
	endOfFile = 0x1A     // Ctrl-Z, the end of a file in DOS
	twice     = "\r\r\n" // a line end of Windows that was translated once more
)

// cleaner leaves out byte order marks and bytes 00, which it counts, and makes a line feed of a carriage return alone and of the end of a file in DOS.
type cleaner struct {
	ended    bool // the last byte was such an end
	zeros    int  // bytes 00 left out before other text
	trailing int  // bytes 00 left out behind it
}

// Reset is called by transform.NewReader.
func (c *cleaner) Reset() { *c = cleaner{} }

// Transform copies src to dst as [transform.Transformer] describes.
func (c *cleaner) Transform(dst, src []byte, atEOF bool) (written, read int, err error) {
	for read < len(src) {
		rest := src[read:]
		if n := copy(dst[written:], rest[:ordinary(rest)]); n > 0 {
			written, read, c.ended = written+n, read+n, false
			c.zeros, c.trailing = c.zeros+c.trailing, 0
			continue
		}
		switch {
		case !atEOF && len(rest) < len(Mark) && (bytes.HasPrefix([]byte(Mark), rest) || bytes.HasPrefix([]byte(twice), rest)):
			return written, read, transform.ErrShortSrc
		case bytes.HasPrefix(rest, []byte(Mark)):
			read += len(Mark)
			continue
		case rest[0] == 0:
			c.trailing++
			read++
			continue
		case c.ended && rest[0] == endOfFile:
			read++
			continue
		case written == len(dst):
			return written, read, transform.ErrShortDst
		}
		c.ended = rest[0] == endOfFile
		dst[written] = rest[0]
		alone := rest[0] == '\r' && !bytes.HasPrefix(rest, []byte(twice)) && !bytes.HasPrefix(rest, []byte(twice[1:]))
		if c.ended || alone {
			dst[written] = '\n'
		}
		written++
		read++
	}
	return written, read, nil
}

// ordinary returns how many bytes at the beginning of a text stay as they are, whatever follows.
func ordinary(text []byte) int {
	for i, c := range text {
		if c == 0 || c == '\r' || c == endOfFile || c == Mark[0] {
			return i
		}
	}
	return len(text)
}

const (
	gzipMagic = "\x1F\x8B" // begins a file of gzip, and no text

	// Text that is worth unpacking is at most maxGrowth times as long as its file. A shorter text than alwaysUnpacked
	// bytes is not measured: a few games that are all alike are packed well.
	maxGrowth      = 100
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

// unpacker reads the content of a file of gzip, and fails if the content grows beyond maxGrowth.
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
	case u.bytes > alwaysUnpacked && u.bytes/maxGrowth > u.packed.bytes:
		return 0, fmt.Errorf("the gz file is not unpacked: its content is more than %d times as long", maxGrowth)
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
