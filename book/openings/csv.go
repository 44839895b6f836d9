package openings

import (
	"encoding/csv"
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

// ReadCSV reads openings from a CSV file with a header. The file needs the column moves,
// with blanks between the moves, or the column fen. If it has both, the moves are played
// from the FEN. The column no (or id) holds the number of an opening, and name its name;
// status is "lost" for a barred opening. Other columns, and lines that begin with '#',
// are ignored. The error names the first wrong line.
func ReadCSV(name string, r io.Reader) ([]Opening, error) {
	in := csv.NewReader(file.Text(r))
	in.Comment = '#'
	in.FieldsPerRecord = -1 // a row may be shorter than the header
	in.TrimLeadingSpace = true
	header, err := in.Read()
	if err == io.EOF {
		return nil, fmt.Errorf("%s: the file is empty", name)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	known := findColumns(header)
	if known.moves < 0 && known.fen < 0 {
		return nil, fmt.Errorf("%s: a column moves or fen is needed, not %s", name, board.Quote(strings.Join(header, ",")))
	}
	var openings []Opening
	for {
		row, err := in.Read()
		if err == io.EOF {
			if err := checkIDs(openings); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			return openings, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		line, _ := in.FieldPos(0)
		if extra := slices.IndexFunc(row[min(len(header), len(row)):], func(field string) bool { return field != "" }); extra >= 0 {
			return nil, fmt.Errorf("%s:%d: more values than the header has: one with commas needs quotes", name, line)
		}
		o, err := known.opening(row)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		if o.ID == "" {
			o.ID = strconv.Itoa(len(openings) + 1)
		}
		openings = append(openings, o)
	}
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

// columns are the places of the fields in a row, -1 for a column that is missing.
type columns struct{ id, name, fen, moves, status int }

func findColumns(header []string) columns {
	place := func(names ...string) int {
		return slices.IndexFunc(header, func(h string) bool {
			return slices.Contains(names, strings.ToLower(strings.TrimSpace(h)))
		})
	}
	return columns{place("no", "id"), place("name"), place("fen"), place("moves"), place("status")}
}

func (c columns) opening(row []string) (Opening, error) {
	field := func(place int) string {
		if place < 0 || place >= len(row) {
			return ""
		}
		return strings.TrimSpace(row[place])
	}
	o, err := parseOpening(field(c.fen), board.MoveWords(field(c.moves)))
	o.ID, o.Name = field(c.id), field(c.name)
	o.Barred = strings.EqualFold(field(c.status), barredStatus)
	return o, err
}
