package antibook

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"

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

// maxLine is the largest number of bytes of a line.
const maxLine = 1 << 16

// Parse reads entries, one on each line. A line holds a FEN, then white space and the reason, then a tab and the source. What
// stands behind another tab is ignored. If the source is missing, it is the name of the text. Blank lines and lines that begin
// with '#' are ignored. The error names the first wrong line.
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
	if len(line) > maxLine {
		return Entry{}, fmt.Errorf("the line is longer than %d bytes", maxLine)
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

// Append writes an old text, which may be empty, and after it the new entries, which it returns. An entry is new if
// neither its position nor the mirror is in the old text. The lines of the old text do not change, but their
// encoding becomes UTF-8. If the old text cannot be parsed, nothing is written.
func Append(w io.Writer, name string, old []byte, entries []Entry) (added []Entry, err error) {
	text, err := io.ReadAll(file.Text(bytes.NewReader(old)))
	if err != nil {
		return nil, fmt.Errorf("anti-book %s: %w", name, err)
	}
	known, err := Parse(name, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if err := e.Check(); err != nil {
			return nil, fmt.Errorf("anti-book: %w", err)
		}
		if !NewSet(append(known, added...)).Contains(e.Position) {
			added = append(added, e)
		}
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text, '\n')
	}
	for _, e := range added {
		text = append(text, e.String()+"\n"...)
	}
	_, err = w.Write(text)
	return added, err
}

// builtInText is the anti-book in the program. docs/books.md says how it was made.
//
//go:embed data/antibook.txt
var builtInText string

var builtIn = sync.OnceValues(func() ([]Entry, error) {
	return Parse("built-in", strings.NewReader(builtInText))
})

// BuiltIn returns the entries in the program, which are read once. They must not be changed.
func BuiltIn() ([]Entry, error) { return builtIn() }

// BuiltInPositions returns the entries in the program without their reasons and sources, which a Set does not need and which
// take most of the time of reading. They are read once and must not be changed.
func BuiltInPositions() ([]Entry, error) { return builtInPositions() }

var builtInPositions = sync.OnceValues(func() ([]Entry, error) {
	var entries []Entry
	for line := range strings.Lines(builtInText) {
		fen, _, _ := strings.Cut(line, "\t")
		p, err := board.ParseFEN(fen)
		if err != nil {
			return nil, fmt.Errorf("anti-book: %w", err)
		}
		entries = append(entries, Entry{Position: p})
	}
	return entries, nil
})

// Checksum returns the SHA-256 of the text of the anti-book in the program. It tells programs apart that hold others.
func Checksum() [sha256.Size]byte { return sha256.Sum256([]byte(builtInText)) }

// builtInStatuses says which of these entries are proven to be lost. docs/books.md says how it was made.
//
//go:embed data/status.csv
var builtInStatuses string

// BuiltInStatements returns what a proof solver said of the entries in the program. Each call reads the statements anew.
func BuiltInStatements() (*Statements, error) {
	return ParseStatements("built-in statuses", strings.NewReader(builtInStatuses))
}

// Set is a set of entries and their mirrors: a hash table of the positions' keys. A Set does not change, and many
// goroutines may use it at once.
type Set struct {
	filter [filterWords]uint64 // a bit for the low bits of every key; the filter is small enough for the fastest cache
	slots  []uint64            // keys, 0 for none; at least half of them are free
	shift  uint                // a key shifted right by this number is the first slot to look at
	min    int                 // smallest number of pieces of an entry
	n      int                 // number of different entries
}

// The filter has 65,536 bits. With thousands of entries, a few percent of all other positions pass the
// filter.
const (
	wordBits    = 64
	filterWords = 1 << 10
)

// minWidth is the width of the smallest table: a table of width w has 1<<w slots.
const minWidth = 6

// spareWidth is added to the width that the keys need, so that about one slot in eight is taken.
const spareWidth = 3

// NewSet returns the set of the entries. Entries with the same position count once.
func NewSet(entries []Entry) *Set {
	width := max(minWidth, bits.Len(uint(2*len(entries)))+spareWidth-1)
	s := &Set{slots: make([]uint64, 1<<width), shift: uint(64 - width)}
	for _, e := range entries {
		if !s.Has(e.Position.Hash()) {
			s.n++
		}
		s.add(e.Position.Hash())
		s.add(e.Position.Mirror().Hash())
		if n := e.Position.Pieces(); s.min == 0 || n < s.min {
			s.min = n
		}
	}
	return s
}

func (s *Set) add(key uint64) {
	if key == 0 || s.Has(key) {
		return
	}
	s.filter[key/wordBits%filterWords] |= 1 << (key % wordBits)
	i := key >> s.shift
	for s.slots[i] != 0 {
		i = (i + 1) & uint64(len(s.slots)-1)
	}
	s.slots[i] = key
}

// Has reports whether a position with the key board.Position.Hash is in the set.
func (s *Set) Has(key uint64) bool {
	if s.filter[key/wordBits%filterWords]>>(key%wordBits)&1 == 0 {
		return false
	}
	return s.stores(key)
}

// stores reports whether the table holds a key.
func (s *Set) stores(key uint64) bool {
	for i := key >> s.shift; ; i++ {
		switch s.slots[i&uint64(len(s.slots)-1)] {
		case key:
			return key != 0
		case 0:
			return false
		}
	}
}

// Contains reports whether p or its mirror is an entry.
func (s *Set) Contains(p board.Position) bool { return s.Has(p.Hash()) }

// Len returns the number of entries, mirrors not counted.
func (s *Set) Len() int { return s.n }

// Fewest returns the least number of pieces of an entry, 0 if there are none.
func (s *Set) Fewest() int { return s.min }

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
