package analyze

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// journalLine is a verdict as a line of a journal.
type journalLine struct {
	Game   int          `json:"g"`
	Ply    int          `json:"p"` // of the position, 0 for the start
	Score  eval.Score   `json:"s"`
	Result board.Result `json:"r,omitempty"`
	Source Source       `json:"by,omitempty"`
	Depth  search.Depth `json:"d,omitempty"`
	Line   string       `json:"l,omitempty"`
}

// newJournalLine returns the line for the verdict that a study has just got.
func newJournalLine(s *Study, v Verdict) journalLine {
	return journalLine{s.Number, s.left, v.Score, v.Result, v.Source, v.Depth, s.positions[s.left].LineText(v.Line)}
}

// restore gives a study the verdict of a line of the journal. A game is searched from its last position
// to its first. If the last position comes a second time, the search of the game has begun again.
func (c *Collection) restore(line []byte) error {
	var e journalLine
	if err := json.Unmarshal(line, &e); err != nil {
		return fmt.Errorf("damaged: %w", err)
	}
	s := c.study(e.Game)
	if s == nil {
		return fmt.Errorf("there is no game %d", e.Game)
	}
	if e.Ply == len(s.positions)-1 {
		s.forget()
	}
	if e.Ply != s.left-1 {
		return fmt.Errorf("ply %d of game %d is out of turn", e.Ply, e.Game)
	}
	v, err := e.verdict(s.positions[e.Ply])
	if err != nil {
		return fmt.Errorf("ply %d of game %d: %w", e.Ply, e.Game, err)
	}
	s.add(v)
	return nil
}

// verdict returns the verdict on a position.
func (e journalLine) verdict(p board.Position) (Verdict, error) {
	v := Verdict{Score: e.Score, Result: e.Result, Source: e.Source, Depth: e.Depth}
	if e.Result > board.Win || e.Source > Solver || e.Score > eval.Bound || e.Score < -eval.Bound {
		return v, errors.New("no such verdict")
	}
	if e.Line == "" && p.HasMove() {
		return v, errors.New("the best move is missing")
	}
	for text := range strings.FieldsSeq(e.Line) {
		m, err := p.ParseMove(text)
		if err != nil {
			return v, err
		}
		v.Line = append(v.Line, m)
		p = p.Play(m)
	}
	return v, nil
}
