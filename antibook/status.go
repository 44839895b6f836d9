package antibook

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Status says how it is known that the position of an entry is lost.
type Status string

// The statuses.
const (
	Proven   Status = "proven"    // a proof solver has proven that the loser loses
	BySearch Status = "by search" // searches call the position lost; a proof solver found no proof
	Refuted  Status = "refuted"   // a proof solver has proven that the loser does not lose: the entry is wrong
	Untried  Status = "untried"   // no proof solver was asked
)

// Statement is what a proof solver says of the loss of an entry.
type Statement struct {
	Position board.Position // of the entry
	Status   Status         // not Untried
	Leaves   int            // the solver's lines ended at database positions of up to this number of pieces
	Budget   uint64         // the nodes that the solver was allowed
	Nodes    uint64         // the nodes that it took
	Size     int            // entries of the certificate, 0 if the status is BySearch
}

// Statements are what is known of the losses of many entries. The zero value is empty.
type Statements struct{ byPosition map[board.Position]Statement }

// Of returns the statement on a position or on its mirror, and false if there is none.
func (s *Statements) Of(p board.Position) (Statement, bool) {
	for _, same := range []board.Position{p, p.Mirror()} {
		if found, ok := s.byPosition[same]; ok {
			return found, true
		}
	}
	return Statement{}, false
}

// Status returns the status of an entry with the position p, Untried if there is no statement on it.
func (s *Statements) Status(p board.Position) Status {
	if found, ok := s.Of(p); ok {
		return found.Status
	}
	return Untried
}

// Add adds a statement, in place of an older one on its position or on the mirror.
func (s *Statements) Add(fresh Statement) {
	if s.byPosition == nil {
		s.byPosition = map[board.Position]Statement{}
	}
	delete(s.byPosition, fresh.Position.Mirror())
	s.byPosition[fresh.Position] = fresh
}

// Len returns the number of statements.
func (s *Statements) Len() int { return len(s.byPosition) }

// Count returns the number of statements with a status.
func (s *Statements) Count(wanted Status) (n int) {
	for _, each := range s.byPosition {
		if each.Status == wanted {
			n++
		}
	}
	return n
}

// statementColumns is the header of a file of statements.
var statementColumns = []string{"fen", "status", "leaves", "budget", "nodes", "certificate"}

// ParseStatements reads statements as Write writes them. Lines that begin with '#' are ignored. The error names the
// first wrong line.
func ParseStatements(name string, r io.Reader) (*Statements, error) {
	in := csv.NewReader(file.Text(r))
	in.Comment = '#'
	in.FieldsPerRecord = len(statementColumns)
	all := &Statements{}
	for first := true; ; first = false {
		row, err := in.Read()
		if errors.Is(err, io.EOF) && !first {
			return all, nil
		}
		if err == nil && first && !slices.Equal(row, statementColumns) || errors.Is(err, io.EOF) {
			err = errors.New("these are no statuses of an anti-book")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if first {
			continue
		}
		one, err := parseStatement(row)
		if err != nil {
			line, _ := in.FieldPos(0)
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		all.Add(one)
	}
}

// parseStatement reads a row.
func parseStatement(row []string) (Statement, error) {
	p, err := board.ParseFEN(row[0])
	if err != nil {
		return Statement{}, err
	}
	s := Statement{Position: p, Status: Status(row[1])}
	if !slices.Contains([]Status{Proven, BySearch, Refuted}, s.Status) {
		return Statement{}, fmt.Errorf("%s is no status", board.Quote(row[1]))
	}
	numbers := row[2:] // behind fen and status
	var leaves, size uint64
	for i, number := range []*uint64{&leaves, &s.Budget, &s.Nodes, &size} {
		if *number, err = strconv.ParseUint(numbers[i], 10, 63); err != nil {
			return Statement{}, fmt.Errorf("%s is no number", board.Quote(numbers[i]))
		}
	}
	s.Leaves, s.Size = int(leaves), int(size)
	return s, nil
}

// Write writes the statements as CSV, in the order of their FENs.
func (s *Statements) Write(w io.Writer) error {
	var rows [][]string
	for p, each := range s.byPosition {
		rows = append(rows, []string{
			p.FEN(), string(each.Status), strconv.Itoa(each.Leaves),
			strconv.FormatUint(each.Budget, 10), strconv.FormatUint(each.Nodes, 10), strconv.Itoa(each.Size),
		})
	}
	slices.SortFunc(rows, slices.Compare)
	out := csv.NewWriter(w)
	return out.WriteAll(append([][]string{statementColumns}, rows...))
}
