package solve

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// ReadCSV reads problems from a CSV file with a header, as file.Rows does. It needs the columns id and fen, and result
// (WIN, DRAW or LOSS for the side to move), key_moves (alternatives with blanks between them), or both;
// other columns are passed over. An open quote makes only its own row wrong. The error is about the file as a whole; bad
// rows are in Malformed.
func ReadCSV(name string, r io.Reader) (Suite, error) { return readCSV(name, r, true) }

// readCSV reads problems from a CSV file. If answered is false, the column fen is enough.
func readCSV(name string, r io.Reader, answered bool) (Suite, error) {
	suite := Suite{Name: name, Format: CSV}
	var known *columns
	for row, err := range file.Rows(r) {
		source := fmt.Sprintf("%s:%d", name, row.Line)
		switch {
		case err != nil:
			return suite, fmt.Errorf("%s: %w", source, err)
		case known == nil:
			if known, err = findColumns(row, answered); err != nil {
				return suite, fmt.Errorf("%s: header: %w", source, err)
			}
		default:
			p, err := known.problem(row, source)
			p.ID = cmp.Or(p.ID, fmt.Sprintf("%s:%d", suite.stem(), row.Line))
			if err != nil && len(row.Fields) > known.fields {
				err = fmt.Errorf("%w (the row has more values than the header: one with commas needs quotes)", err)
			}
			suite.add(p, err, source)
		}
	}
	if known == nil {
		return suite, fmt.Errorf("%s: the file is empty", name)
	}
	return suite, nil
}

// columns are the places of the fields in a row, -1 where there is none, and their number.
type columns struct {
	id, fen, result, keyMoves, fields int
	answered                          bool // each row needs an answer
}

func findColumns(header file.Row, answered bool) (*columns, error) {
	c := &columns{
		header.Place("id"), header.Place("fen"), header.Place("result"), header.Place("key_moves"), len(header.Fields), answered,
	}
	names := board.Quote(strings.Join(header.Fields, ","))
	switch {
	case !answered && c.fen < 0:
		return nil, fmt.Errorf("the column fen is needed, not %s", names)
	case answered && (c.id < 0 || c.fen < 0):
		return nil, fmt.Errorf("the columns id and fen are needed, not %s", names)
	case answered && c.result < 0 && c.keyMoves < 0:
		return nil, fmt.Errorf("a column result or key_moves is needed beside %s", names)
	}
	return c, nil
}

// problem makes a problem of a row. A row without an answer is an error, because the table has a column
// for answers.
func (c *columns) problem(row file.Row, source string) (Problem, error) {
	if len(row.Fields) <= max(c.id, c.fen) {
		return Problem{}, errors.New("the row ends before its FEN or id")
	}
	e := rawProblem{
		id: row.Field(c.id), source: source, fen: row.Field(c.fen), result: row.Field(c.result), keyMoves: row.Field(c.keyMoves),
	}
	p, err := e.problem()
	if err == nil && c.answered && !p.Answered() {
		err = errors.New("neither a result nor key moves are given")
	}
	return p, err
}
