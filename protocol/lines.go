package protocol

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// maxLine is the longest line taken, in bytes without its end: a game of thousands of
// moves fits.
const maxLine = 1 << 16

// shownOfLong is how much of a longer line is handed on: its first word is in it.
const shownOfLong = 64

// readLines sends the lines of r, without their ends, to handle until r ends or
// handle returns false. A line longer than maxLine is passed over in bounded memory;
// its beginning is handed on with an error.
func readLines(r io.Reader, handle func(line string, err error) bool) error {
	in := bufio.NewReaderSize(r, maxLine+len("\r\n"))
	for {
		chunk, err := in.ReadSlice('\n')
		line := strings.TrimRight(string(chunk), "\r\n")
		var tooLong error
		if err == bufio.ErrBufferFull {
			err = skipLine(in)
		}
		if len(line) > maxLine {
			line, tooLong = line[:shownOfLong], fmt.Errorf("a line is longer than %d bytes", maxLine)
		}
		if len(chunk) > 0 && !handle(line, tooLong) {
			return nil
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the commands: %w", err)
		}
	}
}

func skipLine(in *bufio.Reader) error {
	for {
		if _, err := in.ReadSlice('\n'); err != bufio.ErrBufferFull {
			return err
		}
	}
}
