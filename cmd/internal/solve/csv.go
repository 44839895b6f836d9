package solve

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/zonda-checkers/zonda/internal/file"
)

// ReadCSV reads problems from a CSV file with a header, as file.Rows does. It needs the columns id and fen, and result
// (WIN, DRAW or LOSS for the side to move), key_moves (alternatives with blanks between them), or both;
// other columns are passed over. An open quote makes only its own row wrong. The error is about the file as a whole; bad
// rows are in Malformed.
func ReadCSV(name string, r io.Reader) (Suite, error) {
	return readCSV(name, r, []string{"id"}, []string{"fen"}, []string{"result", "key_moves"})
}

// readCSV reads problems from a CSV file with the columns of needs. A row without an answer is an error if the file needs
// a column for answers.
func readCSV(name string, r io.Reader, needs ...[]string) (Suite, error) {
	suite, answered := Suite{Name: name, Format: CSV}, len(needs) > 1
	for row, err := range file.Records(name, r, needs...) {
		if err != nil {
			return suite, err
		}
		e := rawProblem{
			id: cmp.Or(row.Values["id"], fmt.Sprintf("%s:%d", suite.stem(), row.Line)), source: fmt.Sprintf("%s:%d", name, row.Line),
			fen: row.Values["fen"], result: row.Values["result"], keyMoves: row.Values["key_moves"],
		}
		if !answered {
			e.moves = row.Values["moves"]
		}
		p, err := e.problem()
		if err == nil && answered && !p.Answered() {
			err = errors.New("neither a result nor key moves are given")
		}
		if err != nil && row.Surplus {
			err = fmt.Errorf("%w (the row has more values than the header: one with commas needs quotes)", err)
		}
		suite.add(p, err, e.source)
	}
	return suite, nil
}
