package openings

import (
	"errors"
	"fmt"
	"io"
	"slices"
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
	var known *columns
	for row, err := range file.Rows(r) {
		var o Opening
		switch {
		case err != nil:
		case known == nil:
			known = &columns{row.Place("no", "id"), row.Place("name"), row.Place("fen"), row.Place("moves"), row.Place("status"), len(row.Fields)}
			if known.moves < 0 && known.fen < 0 {
				return nil, fmt.Errorf("%s: a column moves or fen is needed, not %s", name, board.Quote(strings.Join(row.Fields, ",")))
			}
			continue
		default:
			o, err = known.opening(row)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, row.Line, err)
		}
		if o.ID == "" {
			o.ID = strconv.Itoa(len(openings) + 1)
		}
		openings = append(openings, o)
	}
	if known == nil {
		return nil, fmt.Errorf("%s: the file is empty", name)
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

// columns are the places of the fields in a row, -1 for a column that is missing, and their number.
type columns struct{ id, name, fen, moves, status, fields int }

func (c *columns) opening(row file.Row) (Opening, error) {
	if slices.ContainsFunc(row.Fields[min(c.fields, len(row.Fields)):], func(field string) bool { return field != "" }) {
		return Opening{}, errors.New("more values than the header has: one with commas needs quotes")
	}
	o, err := parseOpening(row.Field(c.fen), board.MoveWords(row.Field(c.moves)))
	o.ID, o.Name = row.Field(c.id), row.Field(c.name)
	o.Barred = strings.EqualFold(row.Field(c.status), barredStatus)
	return o, err
}
