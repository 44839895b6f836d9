package player

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"github.com/zonda-checkers/zonda/internal/file"
)

// maxLine is the most bytes that a line of an engine may have.
const maxLine = 1 << 20

var errLongLine = errors.New("a line of more than 1 MiB")

// lineReader reads lines of an engine's output. Lines may end with LF or CRLF, and may hold bytes that
// are not UTF-8.
type lineReader struct{ in *bufio.Reader }

func newLineReader(r io.Reader) lineReader { return lineReader{bufio.NewReader(file.Text(r))} }

// next returns the next line as valid UTF-8, without its line end. The last line need not have a line
// end. A line longer than maxLine bytes is returned in pieces with errLongLine; the last piece may come
// without the error.
func (l lineReader) next() (string, error) {
	var line []byte
	for {
		part, err := l.in.ReadSlice('\n')
		line = append(line, part...)
		if err == bufio.ErrBufferFull && len(line) <= maxLine {
			continue
		}
		text := strings.ToValidUTF8(strings.TrimRight(string(line), "\r\n"), "\uFFFD")
		switch {
		case len(line) > maxLine:
			return text, errLongLine
		case err != nil && len(line) > 0:
			return text, nil // the next call returns the error
		default:
			return text, err
		}
	}
}
