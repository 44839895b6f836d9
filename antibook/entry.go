package antibook

import (
	"fmt"
	"io"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Entry is a position to avoid. The side that is not to move must avoid the position, because that side makes the move
// that leads to it.
type Entry struct {
	Position board.Position
	Reason   string // why the position is lost, on one line without tabs
	Source   string // the person, program or game that found the entry, on one line without tabs; may be empty
}

// Loser returns the side that must avoid the position.
func (e Entry) Loser() board.Color { return e.Position.Turn.Opponent() }

// String returns the entry as a line of a file: the FEN, the reason and the source, with tabs between
// them.
func (e Entry) String() string {
	return e.Position.FEN() + "\t" + file.OneLine(e.Reason) + "\t" + file.OneLine(e.Source)
}

// longestLine is the largest number of bytes of a line.
const longestLine = 1 << 16

// Parse reads entries, one on each line. A line holds a FEN, then white space and the reason, then a tab and the source.
// What stands behind another tab is ignored. If the source is missing, it is the name of the text. Blank lines and lines that begin with '#' are ignored. The error
// names the first wrong line.
func Parse(name string, r io.Reader) ([]Entry, error) {
	var entries []Entry
	for row, err := range file.Lines(r) {
		var e Entry
		if err == nil {
			e, err = parseLine(row.Fields[0])
		}
		if err != nil {
			return nil, fmt.Errorf("anti-book %s:%d: %w", name, row.Line, err)
		}
		if e.Source == "" {
			e.Source = name
		}
		entries = append(entries, e)
	}
	return entries, nil
}

func parseLine(line string) (Entry, error) {
	if len(line) > longestLine {
		return Entry{}, fmt.Errorf("the line is longer than %d bytes", longestLine)
	}
	fen, rest := board.CutFEN(line)
	reason, behind, _ := strings.Cut(rest, "\t")
	source, _, _ := strings.Cut(behind, "\t")
	p, err := board.ParseFEN(fen)
	if err != nil {
		return Entry{}, err
	}
	e := Entry{Position: p, Reason: file.OneLine(reason), Source: file.OneLine(source)}
	return e, e.Check()
}

// Check returns an error if the game is over in the position.
func (e Entry) Check() error {
	if e.Position.Finished() || !e.Position.HasMove() {
		return fmt.Errorf("%s: the game is over, there is nothing to avoid", e.Position.FEN())
	}
	return nil
}
