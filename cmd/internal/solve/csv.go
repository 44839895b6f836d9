package solve

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// ReadCSV reads problems from a CSV file with a header. It needs the columns id and fen, and result
// (WIN, DRAW or LOSS for the side to move), key_moves (alternatives with blanks between them), or both;
// other columns, empty lines and lines that begin with '#' are passed over. A row is one line, so that
// an open quote makes only its own row wrong. The error is about the file as a whole; bad rows are in
// Malformed.
func ReadCSV(name string, r io.Reader) (Suite, error) { return readCSV(name, r, true) }

// readCSV reads problems from a CSV file. If answered is false, the column fen is enough.
func readCSV(name string, r io.Reader, answered bool) (Suite, error) {
	suite := Suite{Name: name, Format: CSV}
	var known *columns
	err := eachLine(name, r, func(line string, number int) error {
		switch row := fields(line); {
		case row == nil: // nothing on this line
		case known == nil:
			found, err := findColumns(row, answered)
			if err != nil {
				return fmt.Errorf("header: %w", err)
			}
			known = &found
		default:
			source := fmt.Sprintf("%s:%d", name, number)
			p, err := known.problem(row, source)
			p.ID = cmp.Or(p.ID, fmt.Sprintf("%s:%d", suite.stem(), number))
			if err != nil && len(row) > known.fields {
				err = fmt.Errorf("%w (the row has more values than the header: one with commas needs quotes)", err)
			}
			suite.add(p, err, source)
		}
		return nil
	})
	if err == nil && known == nil {
		err = fmt.Errorf("%s: the file is empty", name)
	}
	return suite, err
}

// fields returns the fields of a line, nil for an empty line or a comment.
func fields(line string) []string {
	in := csv.NewReader(strings.NewReader(line))
	in.Comment = comment
	in.LazyQuotes = true
	row, err := in.Read()
	if err != nil {
		return nil // only io.EOF: with lazy quotes no line is malformed
	}
	return row
}

// columns are the places of the fields in a row, -1 where there is none, and their number.
type columns struct {
	id, fen, result, keyMoves, fields int
	answered                          bool // each row needs an answer
}

func findColumns(header []string, answered bool) (columns, error) {
	place := func(name string) int {
		return slices.IndexFunc(header, func(h string) bool { return strings.EqualFold(strings.TrimSpace(h), name) })
	}
	c := columns{place("id"), place("fen"), place("result"), place("key_moves"), len(header), answered}
	switch {
	case !answered && c.fen < 0:
		return c, fmt.Errorf("the column fen is needed, not %s", board.Quote(strings.Join(header, ",")))
	case !answered:
		return c, nil
	case c.id < 0 || c.fen < 0:
		return c, fmt.Errorf("the columns id and fen are needed, not %s", board.Quote(strings.Join(header, ",")))
	case c.result < 0 && c.keyMoves < 0:
		return c, fmt.Errorf("a column result or key_moves is needed beside %s", board.Quote(strings.Join(header, ",")))
	}
	return c, nil
}

// problem makes a problem of a row. A row without an answer is an error, because the table has a column
// for answers.
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
	e := rawProblem{id: field(c.id), source: source, fen: field(c.fen), result: field(c.result), keyMoves: field(c.keyMoves)}
	p, err := e.problem()
	if err == nil && c.answered && !p.Answered() {
		err = errors.New("neither a result nor key moves are given")
	}
	return p, err
}
