package protocol

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
)

// maxLine is the longest line taken, in bytes without its end: a game of thousands of
// moves fits.
const maxLine = 1 << 16

// shownOfLong is how much of a longer line is handed on: its first word is in it.
const shownOfLong = 64

// Input is a line that came in, without its end, or the beginning of one and what is wrong
// with it.
type Input struct {
	Line string
	Err  error
}

// Lines reads r in the background until it or ctx ends. The inputs come one at a time;
// after the last of them failed gets the error of reading, nil at the end of r.
func Lines(ctx context.Context, r io.Reader) (inputs <-chan Input, failed <-chan error) {
	lines, ended := make(chan Input), make(chan error, 1)
	go func() {
		ended <- readLines(r, func(line string, err error) bool {
			select {
			case lines <- Input{line, err}:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	return lines, ended
}

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
