package protocol

import (
	"fmt"
	"slices"

	"github.com/zonda-checkers/zonda/engine/board"
)

// bookOption is the engine's option behind CheckerBoard's setting.
const bookOption = "OwnBook"

// bookLevels are the engine's words for CheckerBoard's numbers: no book, all kinds of moves, good ones, the
// best.
var bookLevels = []string{"off", "all", "good", "best"}

func (p *Plug) bookLevel() string {
	return fmt.Sprint(slices.Index(bookLevels, p.engine.Option(bookOption)))
}

func (p *Plug) setBookLevel(value string) error {
	for number, level := range bookLevels {
		if value == fmt.Sprint(number) {
			return p.engine.SetOption(bookOption, level)
		}
	}
	return fmt.Errorf("%s is not a kind of book play, 0 to %d", board.Quote(value), len(bookLevels)-1)
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
