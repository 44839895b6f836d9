package checkerboard

import (
	"fmt"
	"slices"

	"github.com/zonda-checkers/zonda/board"
)

// bookOption is the engine's option that CheckerBoard's setting "book" changes.
const bookOption = "OwnBook"

// bookLevels are the values of the engine's option for CheckerBoard's numbers 0 to 3: no book, all moves, good moves,
// the best move.
var bookLevels = []string{"off", "all", "good", "best"}

// bookLevel returns CheckerBoard's number of the option's value. The value weighted, which CheckerBoard does not know, plays
// the same moves as all.
func (a *Adapter) bookLevel() string {
	value := a.engine.Option(bookOption)
	if !slices.Contains(bookLevels, value) {
		value = "all"
	}
	return fmt.Sprint(slices.Index(bookLevels, value))
}

func (a *Adapter) setBookLevel(value string) error {
	for number, level := range bookLevels {
		if value == fmt.Sprint(number) {
			return a.engine.SetOption(bookOption, level)
		}
	}
	return fmt.Errorf("%s is not a kind of book play, 0 to %d", board.Quote(value), len(bookLevels)-1)
}
