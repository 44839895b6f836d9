package solve

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Suite is what a file of problems holds.
type Suite struct {
	Problems  []Problem
	Malformed []error // one for each row that was passed over, with file and line
}

// ReadCSV reads problems from a CSV file with a header. It needs the columns id and
// fen, and result (WIN, DRAW or LOSS for the side to move), key_moves (alternatives
// with blanks between them), or both; other columns, empty lines and lines that begin
// with '#' are passed over. A row is one line, so that a quote left open spoils no other.
// The error is about the file as a whole; bad rows are in Malformed.
func ReadCSV(name string, r io.Reader) (Suite, error) {
	var suite Suite
	var known *columns
	in := bufio.NewReader(r)
	for number := 1; ; number++ {
		line, err := in.ReadString('\n')
		if err != nil && err != io.EOF {
			return suite, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		source := fmt.Sprintf("%s:%d", name, number)
		if number == 1 {
			line = strings.TrimPrefix(line, byteOrderMark)
		}
		switch row := fields(line); {
		case row == nil: // nothing on this line
		case known == nil:
			found, err := findColumns(row)
			if err != nil {
				return suite, fmt.Errorf("%s: header: %w", source, err)
			}
			known = &found
		default:
			suite.add(*known, row, source)
		}
		if err == io.EOF {
			break
		}
	}
	if known == nil {
		return suite, fmt.Errorf("%s: the file is empty", name)
	}
	return suite, nil
}

// add takes a row as a problem or, with what is wrong, as malformed.
func (s *Suite) add(known columns, row []string, source string) {
	p, err := known.problem(row, source)
	if err != nil {
		s.Malformed = append(s.Malformed, fmt.Errorf("%s: %w", source, err))
		return
	}
	s.Problems = append(s.Problems, p)
}

// fields returns the fields of a line, nil for an empty line or a comment.
func fields(line string) []string {
	in := csv.NewReader(strings.NewReader(line))
	in.Comment = '#'
	in.LazyQuotes = true
	row, err := in.Read()
	if err != nil {
		return nil // only io.EOF: with lazy quotes no line is malformed
	}
	return row
}

// byteOrderMark begins some files written on Windows.
const byteOrderMark = "\uFEFF"

// columns are the places of the fields in a row, -1 where there is none.
type columns struct{ id, fen, result, keyMoves int }

func findColumns(header []string) (columns, error) {
	place := func(name string) int {
		return slices.IndexFunc(header, func(h string) bool { return strings.EqualFold(strings.TrimSpace(h), name) })
	}
	c := columns{place("id"), place("fen"), place("result"), place("key_moves")}
	switch {
	case c.id < 0 || c.fen < 0:
		return c, fmt.Errorf("the columns id and fen are needed, not %s", board.Quote(strings.Join(header, ",")))
	case c.result < 0 && c.keyMoves < 0:
		return c, fmt.Errorf("a column result or key_moves is needed beside %s", board.Quote(strings.Join(header, ",")))
	}
	return c, nil
}

func (c columns) problem(row []string, source string) (Problem, error) {
	field := func(place int) string {
		if place < 0 || place >= len(row) {
			return ""
		}
		return strings.TrimSpace(row[place])
	}
	if len(row) <= max(c.id, c.fen) {
		return Problem{}, errors.New("the row ends before its FEN or id")
	}
	return newProblem(field(c.id), source, field(c.fen), field(c.result), field(c.keyMoves))
}
