package judge

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/search"
)

// Journal is the journal of a run: a line with the digest of the run, then a line for each finding. The zero value keeps nothing.
type Journal struct {
	*file.Journal
	added int // since the lines were last written to the disk
}

// journalHeader is the first line of a journal.
type journalHeader struct {
	Format int    `json:"zonda_analysis"`
	Digest string `json:"digest"` // see Collection.Digest
}

// journalFormat is the version of the journal's format.
const journalFormat = 2

// OpenJournal opens or creates the journal of the run with the digest, and gives the findings in the
// journal to the collection. A last line that was not written to its end is cut off. The
// journal of another run is an error and stays as it is.
func OpenJournal(path, digest string, c *Collection) (*Journal, error) {
	positions := c.positions()
	lines, err := file.ResumeJournal(path, journalHeader{journalFormat, digest},
		func(h journalHeader) error { return h.check(digest) },
		func(line []byte) error { return c.restore(line, positions) })
	return &Journal{Journal: lines}, err
}

// check returns an error unless the header is that of the run with the digest.
func (h journalHeader) check(digest string) error {
	switch {
	case h.Format == 0:
		return errors.New("this is no journal of an analysis")
	case h.Format != journalFormat:
		return fmt.Errorf("the journal has format %d, this program knows %d", h.Format, journalFormat)
	case h.Digest != digest:
		return errors.New("it is of other games, other settings or another version of the program")
	}
	return nil
}

// Add writes a finding. Now and then it waits until all lines are on the disk.
func (j *Journal) Add(f Finding) error {
	if err := j.Journal.Add(newJournalLine(f)); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	const maximum = 50
	if j.added++; j.added < maximum {
		return nil
	}
	j.added = 0
	return j.Sync()
}

// journalLine is a finding as a line of a journal.
type journalLine struct {
	At     string       `json:"at"` // FEN
	Move   string       `json:"move,omitempty"`
	Look   int          `json:"look,omitempty"`
	Before verdictLine  `json:"before"`
	After  *verdictLine `json:"after,omitempty"` // only of a closer look

	Corridor *Corridor `json:"corridor,omitempty"` // only of that question
}

// verdictLine is a verdict in a line of a journal.
type verdictLine struct {
	Score  eval.Score   `json:"s"`
	Result board.Result `json:"r,omitempty"`
	Source Source       `json:"by,omitempty"`
	Depth  search.Depth `json:"d,omitempty"`
	Plies  int          `json:"n,omitempty"`
	Line   string       `json:"l,omitempty"`
	Proof  string       `json:"p,omitempty"`
}

func newJournalLine(f Finding) journalLine {
	e := journalLine{At: f.At.FEN(), Look: f.Look, Before: newVerdictLine(f.At, f.Before)}
	switch {
	case f.Look == corridorLook:
		e.Corridor = &f.Corridor
	case !f.IsPosition():
		after := newVerdictLine(f.At.Play(f.Move), f.After)
		e.Move, e.After = f.At.MoveText(f.Move), &after
	}
	return e
}

func newVerdictLine(p board.Position, v Verdict) verdictLine {
	return verdictLine{v.Score, v.Result, v.Source, v.Depth, v.Plies, p.LineText(v.Line), p.LineText(v.Proof)}
}

// restore adds the finding of a line of the journal. Its position must be one of those given.
func (c *Collection) restore(line []byte, positions map[board.Position]bool) error {
	var e journalLine
	if err := json.Unmarshal(line, &e); err != nil {
		return fmt.Errorf("damaged: %w", err)
	}
	p, err := board.ParseFEN(e.At)
	if err != nil {
		return err
	}
	if !positions[p] {
		return fmt.Errorf("no game has the position %s", e.At)
	}
	f, err := e.finding(p)
	if err != nil {
		return fmt.Errorf("%s: %w", e.At, err)
	}
	c.found.add(f)
	return nil
}

// finding returns the finding at a position.
func (e journalLine) finding(p board.Position) (f Finding, err error) {
	f.At = p
	if e.Corridor != nil {
		f.Look, f.Corridor = corridorLook, *e.Corridor
		if f.Corridor.Legal != legalMoves(p) || f.Corridor.Keeping < 0 || f.Corridor.Keeping > f.Corridor.Legal {
			return f, errors.New("no such corridor")
		}
		return f, nil
	}
	if f.Before, err = e.Before.verdict(p); err != nil || e.Look == 0 {
		return f, err
	}
	if f.Move, err = p.ParseMove(e.Move); err != nil {
		return f, err
	}
	if f.Look = e.Look; f.Look < 1 || f.Look > len(closerLooks) {
		return f, errors.New("no such look")
	}
	if e.After == nil {
		return f, errors.New("the verdict after the move is missing")
	}
	f.After, err = e.After.verdict(p.Play(f.Move))
	return f, err
}

// verdict returns the verdict on a position.
func (e verdictLine) verdict(p board.Position) (v Verdict, err error) {
	if e.Result > board.Win || e.Source > Solver || e.Score > eval.Bound || e.Score < -eval.Bound || e.Plies < 0 {
		return v, errors.New("no such verdict")
	}
	if e.Line == "" && p.HasMove() {
		return v, errors.New("the best move is missing")
	}
	v = Verdict{Score: e.Score, Result: e.Result, Source: e.Source, Depth: e.Depth, Plies: e.Plies}
	if v.Line, err = parseLine(p, e.Line); err != nil {
		return v, err
	}
	v.Proof, err = parseLine(p, e.Proof)
	return v, err
}

func parseLine(p board.Position, text string) ([]board.Move, error) {
	line := board.NewGame(p)
	err := line.PlayText(strings.Fields(text)...)
	return line.Moves(), err
}
