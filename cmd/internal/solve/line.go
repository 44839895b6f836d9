package solve

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/zonda-checkers/zonda/internal/file"
)

const comment = '#' // begins lines that are passed over

// eachLine calls visit with every line of a text, as UTF-8 and without its end, and its
// number, from 1, until visit fails. Errors begin with file and line.
func eachLine(name string, r io.Reader, visit func(line string, number int) error) error {
	in := bufio.NewReader(file.Text(r))
	for number := 1; ; number++ {
		line, end := in.ReadString('\n')
		err := end
		if end == nil || end == io.EOF {
			err = visit(file.Decoded(strings.TrimRight(line, "\r\n")), number)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, number, err)
		}
		if end == io.EOF {
			return nil
		}
	}
}
