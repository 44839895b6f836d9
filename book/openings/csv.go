package openings

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// barredStatus is the value of the column status for an opening that is not in play.
const barredStatus = "lost"

// ReadCSV reads openings from a CSV file with a header; commas, semicolons or tabs stand between its values. The file needs the
// column moves, with blanks between the moves, or the column fen. If it has both, the moves are played
// from the FEN. The column no (or id) holds the number of an opening, and name its name;
// status is "lost" for a barred opening. Other columns, and lines that begin with '#',
// are ignored. The error names the first wrong line.
func ReadCSV(name string, r io.Reader) ([]Opening, error) {
	var openings []Opening
	for row, err := range file.Records(name, r, []string{"moves", "fen"}) {
		if err != nil {
			return nil, err
		}
		o, err := parseOpening(row.Values["fen"], board.MoveWords(row.Values["moves"]))
		if row.Surplus {
			err = errors.New("more values than the header has: one with commas needs quotes")
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, row.Line, err)
		}
		o.ID, o.Name = cmp.Or(row.Values["no"], row.Values["id"], strconv.Itoa(len(openings)+1)), row.Values["name"]
		o.Barred = strings.EqualFold(row.Values["status"], barredStatus)
		openings = append(openings, o)
	}
	if err := checkIDs(openings); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return openings, nil
}

// checkIDs returns an error unless there are openings and all their IDs are different.
func checkIDs(openings []Opening) error {
	if len(openings) == 0 {
		return errNoOpenings
	}
	seen := map[string]bool{}
	for _, o := range openings {
		if seen[o.ID] {
			return fmt.Errorf("two openings have the number %s", board.Quote(o.ID))
		}
		seen[o.ID] = true
	}
	return nil
}

var errNoOpenings = errors.New("there are no openings in it")
