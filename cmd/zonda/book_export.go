package main

import (
	"bufio"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/bookgrowth"
	"github.com/zonda-checkers/zonda/cmd/internal/books"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/decks"
)

type bookExportCommand struct {
	Book     string `help:"The book (default: that in the program)." placeholder:"FILE.zbk"`
	Openings string `help:"Where lines begin, beside the starting position: 2move, 3move, wide, 11man, a .pdn or a .csv (default ${default})." default:"3move" placeholder:"DECK"`
}

func (bookExportCommand) Help() string {
	return `Prints a game a line: the best moves to the end of the book from each opening, then from every move that leaves
such a line, until all positions have come up, with the scores as comments.

Examples:
  zonda book export > book.pdn
  zonda book export --book my.zbk > my.pdn`
}

func (c bookExportCommand) Run() error {
	b, err := books.Open(c.Book)
	if err != nil {
		return err
	}
	_, from, err := decks.Open(c.Openings, false)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cli.Stdout)
	number := 0
	err = bookgrowth.Export(b, decks.Roots(from), func(g *pdn.Game) error {
		number++
		g.Tags.Set("Event", fmt.Sprintf("line %d of the book %s", number, filepath.Base(b.Name())))
		return pdn.Write(out, g)
	})
	return errors.Join(err, out.Flush())
}
