package protocol

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// maxLine is the longest line taken, in bytes: a game of thousands of moves fits.
const maxLine = 1 << 16

// readLines sends the lines of r, without their ends, to handle until r ends or
// handle returns false. A line longer than maxLine is passed over in bounded memory
// and handed on as an error.
func readLines(r io.Reader, handle func(line string, err error) bool) error {
	in := bufio.NewReaderSize(r, maxLine)
	for {
		chunk, err := in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			if err = skipLine(in); err == nil || err == io.EOF {
				if !handle("", fmt.Errorf("a line is longer than %d bytes", maxLine)) {
					return nil
				}
			}
			chunk = nil
		} else if len(chunk) > 0 {
			if !handle(strings.TrimRight(string(chunk), "\r\n"), nil) {
				return nil
			}
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
