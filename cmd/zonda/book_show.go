package main

import (
	"encoding/json"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/cmd/internal/books"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

type bookShowCommand struct {
	FEN  *board.Position `arg:"" optional:"" name:"fen" help:"The position; without it the book as a whole."`
	Book string          `help:"The book (default: that in the program)." placeholder:"FILE.zbk"`
	JSON bool            `name:"json" help:"Print a JSON object."`
}

func (bookShowCommand) Help() string {
	return `Prints a line a move, best first: the score for the side to move with the best play behind it in the book, the score
and depth of the search of the position alone, and the visits.

Examples:
  zonda book show
  zonda book show B:W21-32:B1-12
  zonda book show W:W21-32:B1-10,12,15 --book my.zbk --json`
}

func (c bookShowCommand) Run() error {
	b, err := books.Open(c.Book)
	if err != nil {
		return err
	}
	shown, err := c.shown(b)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(cli.Stdout).Encode(shown)
	}
	return shown.Print(cli.Stdout)
}

// shown returns the position of the book that was asked for, or the totals of the book if no position
// was given.
func (c bookShowCommand) shown(b *book.Book) (books.Shown, error) {
	if c.FEN == nil {
		return books.Summarize(b), nil
	}
	return books.NewPosition(b, *c.FEN)
}
