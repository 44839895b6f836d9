package training

import (
	"bytes"
	_ "embed" // for lessons.csv
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// Lesson is a known ending whose result a player should be able to keep.
type Lesson struct {
	ID, Name string
	Position board.Position
	Result   board.Result // of the side to move
	Plies    int          // to the end of the game with best play; 0 for a draw, and where they are not known
	Moves    int          // legal ones
	Keeping  []board.Move // those that keep the result, all of them
	Idea     string       // in English
}

//go:embed lessons.csv
var lessons []byte

// Lessons returns the lessons in the program. The error says what is wrong with their file.
func Lessons() ([]Lesson, error) { return readLessons(lessons) }

// The columns of a file of lessons.
const (
	idColumn = iota
	nameColumn
	fenColumn
	resultColumn
	pliesColumn
	movesColumn
	keepingColumn
	ideaColumn
	lessonColumns
)

// readLessons reads a file of lessons, whose first row has the names of the columns.
func readLessons(data []byte) (all []Lesson, err error) {
	in := csv.NewReader(bytes.NewReader(data))
	in.Comment, in.FieldsPerRecord = '#', lessonColumns
	rows, err := in.ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	for _, row := range rows[1:] {
		l, err := newLesson(row)
		if err != nil {
			return nil, fmt.Errorf("lesson %s: %w", board.Quote(row[idColumn]), err)
		}
		all = append(all, l)
	}
	return all, nil
}

func newLesson(row []string) (l Lesson, err error) {
	l = Lesson{ID: row[idColumn], Name: row[nameColumn], Idea: row[ideaColumn]}
	if l.Position, err = board.ParseFEN(row[fenColumn]); err != nil {
		return l, err
	}
	for _, result := range []board.Result{board.Win, board.Draw} {
		if result.String() == row[resultColumn] {
			l.Result = result
		}
	}
	if l.Result == board.Unknown {
		return l, fmt.Errorf("result %s is neither win nor draw", board.Quote(row[resultColumn]))
	}
	if text := row[pliesColumn]; text != "" {
		if l.Plies, err = strconv.Atoi(text); err != nil {
			return l, fmt.Errorf("plies: %w", err)
		}
	}
	if l.Moves, err = strconv.Atoi(row[movesColumn]); err != nil {
		return l, fmt.Errorf("moves: %w", err)
	}
	for _, text := range strings.Fields(row[keepingColumn]) {
		m, err := l.Position.ParseMove(text)
		if err != nil {
			return l, err
		}
		l.Keeping = append(l.Keeping, m)
	}
	return l, nil
}
