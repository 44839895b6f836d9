package player

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// maxLine is the most bytes that a line of an engine may have.
const maxLine = 1 << 20

var errLongLine = errors.New("a line of more than 1 MiB")

// lineReader reads lines that come from an engine, whatever their ends and bytes are.
type lineReader struct{ in *bufio.Reader }

func newLineReader(r io.Reader) lineReader { return lineReader{bufio.NewReader(r)} }

// next returns the next line, valid UTF-8 without its end. A last line without an end counts.
// What is longer than maxLine is cut in pieces, each but the last returned with errLongLine.
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
			return text, nil // the error comes again
		default:
			return text, err
		}
	}
}
