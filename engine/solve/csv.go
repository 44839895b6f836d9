package solve

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Suite is what a file of problems holds.
type Suite struct {
	Problems  []Problem
	Malformed []error // one for each row that was passed over, with file and line
}

// ReadCSV reads problems from a CSV file with a header. It needs the columns id and
// fen, and result (WIN, DRAW or LOSS for the side to move), key_moves (alternatives
// with blanks between them), or both; other columns and lines that begin with '#' are
// passed over. The error is about the file as a whole; bad rows are in Malformed.
func ReadCSV(name string, r io.Reader) (Suite, error) {
	in := csv.NewReader(withoutMark(r))
	in.Comment = '#'
	in.FieldsPerRecord = -1 // rows are checked here, one by one
	in.LazyQuotes = true
	header, err := in.Read()
	if err == io.EOF {
		return Suite{}, fmt.Errorf("%s: the file is empty", name)
	}
	if err != nil {
		return Suite{}, fmt.Errorf("%s: %w", name, err)
	}
	columns, err := findColumns(header)
	if err != nil {
		return Suite{}, fmt.Errorf("%s: header: %w", name, err)
	}
	var suite Suite
	for {
		row, err := in.Read()
		if err == io.EOF {
			return suite, nil
		}
		var syntax *csv.ParseError
		if errors.As(err, &syntax) {
			suite.Malformed = append(suite.Malformed, fmt.Errorf("%s:%d: %w", name, syntax.StartLine, syntax.Err))
			continue
		}
		if err != nil {
			return suite, fmt.Errorf("%s: %w", name, err)
		}
		line, _ := in.FieldPos(0)
		source := fmt.Sprintf("%s:%d", name, line)
		p, err := columns.problem(row, source)
		if err != nil {
			suite.Malformed = append(suite.Malformed, fmt.Errorf("%s: %w", source, err))
			continue
		}
		suite.Problems = append(suite.Problems, p)
	}
}

// byteOrderMark begins some files written on Windows.
const byteOrderMark = "\uFEFF"

// withoutMark passes over a byte order mark: the first line may be a comment or quoted.
func withoutMark(r io.Reader) io.Reader {
	in := bufio.NewReader(r)
	if begin, _ := in.Peek(len(byteOrderMark)); string(begin) == byteOrderMark {
		_, _ = in.Discard(len(byteOrderMark)) // they are buffered
	}
	return in
}

// columns are the places of the fields in a row, -1 where there is none.
type columns struct{ id, fen, result, keyMoves int }

func findColumns(header []string) (columns, error) {
	place := func(name string) int {
		return slices.IndexFunc(header, func(h string) bool { return strings.TrimSpace(h) == name })
	}
	c := columns{place("id"), place("fen"), place("result"), place("key_moves")}
	switch {
	case c.id < 0 || c.fen < 0:
		return c, errors.New("the columns id and fen are needed")
	case c.result < 0 && c.keyMoves < 0:
		return c, errors.New("a column result or key_moves is needed")
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
		return Problem{}, fmt.Errorf("the row has only %d fields", len(row))
	}
	return newProblem(field(c.id), source, field(c.fen), field(c.result), field(c.keyMoves))
}
