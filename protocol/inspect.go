package protocol

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
)

// draw shows the board, its FEN and how the game stands.
func (s *Session) draw(string) error {
	s.print("%s", s.picture())
	return nil
}

func (s *Session) picture() string {
	p := s.engine.Game().Position()
	return fmt.Sprintf("%sfen %s\n%s", p.Diagram(), p.FEN(), s.standing(p.Turn))
}

// standing says in words who is to move or how the game ended.
func (s *Session) standing(turn board.Color) string {
	result, ending := s.engine.Outcome()
	switch result {
	case board.Loss:
		return fmt.Sprintf("%s wins: %s", turn.Opponent(), ending)
	case board.Win:
		return fmt.Sprintf("%s wins: %s", turn, ending)
	case board.Draw:
		return fmt.Sprintf("draw: %s", ending)
	}
	return fmt.Sprintf("%s to move", turn)
}

// moves lists the legal moves on one line.
func (s *Session) moves(string) error {
	p := s.engine.Game().Position()
	if over(p) {
		s.print("moves %s", noMove)
		return nil
	}
	var l board.MoveList
	p.Moves(&l)
	texts := []string{"moves"}
	for _, m := range l.Slice() {
		texts = append(texts, p.MoveText(m))
	}
	s.print("%s", strings.Join(texts, " "))
	return nil
}

func (s *Session) evaluate(string) error {
	s.print("%s", explain(s.engine.Game().Position()))
	return nil
}

// explain returns the evaluation of p, a line a term.
func explain(p board.Position) string {
	return strings.TrimRight(engine.Explain(p).String(), "\n")
}

// probe says what each source of knowledge has on the position.
func (s *Session) probe(string) error {
	s.tell()
	p := s.engine.Game().Position()
	lines := append(s.bookLines(p), "antibook "+yesNo(s.engine.Avoided(p)), "egdb "+s.engine.Probe(p).String())
	s.print("%s", strings.Join(lines, "\n"))
	return nil
}
