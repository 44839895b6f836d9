package uci

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// draw prints the board, the FEN, and the side to move or how the game ended.
func (s *Session) draw(string) error {
	s.print("%s", s.diagram())
	return nil
}

func (s *Session) diagram() string {
	p := s.engine.Position()
	return fmt.Sprintf("%sfen %s\n%s", p.Diagram(), p.FEN(), s.outcome(p.Turn))
}

// picture is the diagram after a move. A person does not need the FEN, and the prompt says who is to move.
func (s *Session) picture() string {
	if s.person == nil {
		return s.diagram()
	}
	p := s.engine.Position()
	text := p.Diagram()
	if o, over := s.engine.Outcome(); over {
		return text + sentence(o.String())
	}
	return strings.TrimSuffix(text, "\n")
}

// outcome returns in words which side is to move, or how the game ended.
func (s *Session) outcome(turn board.Color) string {
	if o, over := s.engine.Outcome(); over {
		return o.String()
	}
	return fmt.Sprintf("%s to move", turn)
}

// moves lists the legal moves on one line.
func (s *Session) moves(string) error {
	p := s.engine.Position()
	if p.Over() {
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

// evaluate prints the terms of the static evaluation of the position. If a network evaluates the position, it prints the
// heuristics, which do not count then, as a commentary, and after them what each piece is worth.
func (s *Session) evaluate(string) error {
	p := s.engine.Position()
	text := s.engine.Explain(p).String()
	if byNetwork, ok := s.engine.ExplainNetwork(p); ok {
		text = "heuristics, which do not count: " + s.engine.Explain(p).Commentary() + byNetwork.String()
	}
	s.print("%s", strings.TrimRight(text, "\n"))
	return nil
}

// probe prints what the book, the anti-book and the endgame databases know of the position.
func (s *Session) probe(string) error {
	s.printMessages()
	p := s.engine.Position()
	lines := append(s.bookLines(p), "antibook "+yesNo(s.engine.InAntiBook(p)), "egdb "+s.engine.Probe(p).String())
	s.print("%s", strings.Join(lines, "\n"))
	return nil
}

// bookLines returns a line for each move that the books have in p.
func (s *Session) bookLines(p board.Position) (lines []string) {
	entry, ok := s.engine.BookEntry(p)
	if !ok {
		return []string{"book none"}
	}
	for _, m := range entry.Moves {
		lines = append(lines, fmt.Sprintf("book %s score %s visits %d", p.MoveText(m.Move), m.ScoreText(), m.Visits))
	}
	return lines
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}
