package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/bookgrowth"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/books"
)

// bookCommand holds the commands for opening books.
type bookCommand struct {
	Build  bookBuildCommand  `cmd:"" help:"Grow a book by search."`
	Import bookImportCommand `cmd:"" help:"Add the moves of games to a book."`
	Merge  bookMergeCommand  `cmd:"" help:"Add other books to a book."`
	Show   bookShowCommand   `cmd:"" help:"Print what a book knows of a position, or of the book as a whole."`
	Check  bookCheckCommand  `cmd:"" help:"Search a random sample afresh, and say how good the best moves are."`
	Train  bookTrainCommand  `cmd:"" help:"Learn the book's moves after an opening, or see where games left the book."`
	Export bookExportCommand `cmd:"" help:"Print a book as games in PDN."`
}

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

type bookImportCommand struct {
	Games []string `arg:"" name:"games.pdn" help:"The games."`
	Out   string   `required:"" help:"The book that grows, or is made." placeholder:"FILE.zbk"`
	Plies int      `help:"Take the first N plies of each (default ${default})." default:"24" placeholder:"N" min:"1"`
}

func (bookImportCommand) Help() string {
	return `Counts how often moves were played. They have no scores until zonda book build has searched their
positions; a book without scores plays the move that was played most. A game that cannot be read to its end is
named, and counts as far as it goes.

Examples:
  zonda book import games.pdn --out my.zbk
  zonda book build --out my.zbk --positions 5000`
}

func (c bookImportCommand) Run(ctx context.Context) error {
	store, err := bookgrowth.OpenStore(c.Out)
	if err != nil {
		return err
	}
	games, added := 0, 0
	for _, name := range c.Games {
		n, fresh, err := c.add(ctx, store, name)
		if err != nil {
			return errors.Join(err, store.Close())
		}
		games, added = games+n, added+fresh
	}
	store.Builder.BackUp()
	if err := store.Save(); err != nil {
		return errors.Join(err, store.Close())
	}
	fmt.Fprintf(cli.Stdout, "%d games read; %d positions in %s, %d of them new\n", games, store.Builder.Len(), c.Out, added)
	return store.Close()
}

// add takes in the games of a file.
func (c bookImportCommand) add(ctx context.Context, store *bookgrowth.Store, name string) (games, added int, err error) {
	err = books.ReadGames(ctx, name, func(_ int, g *pdn.Game) error {
		n, err := bookgrowth.Import(store.Builder, g, c.Plies, "games "+filepath.Base(name))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		games, added = games+1, added+n
		return nil
	})
	return games, added, err
}

type bookMergeCommand struct {
	Out  string   `required:"" help:"The book that grows, or is made." placeholder:"FILE.zbk"`
	From []string `arg:"" name:"books" help:"The books to add."`
}

func (bookMergeCommand) Help() string {
	return `Where several books know a move, the deeper search counts, and visits are added up. Then all scores are backed up
anew.

Examples:
  zonda book merge --out all.zbk mine.zbk yours.zbk`
}

func (c bookMergeCommand) Run() error {
	store, err := bookgrowth.OpenStore(c.Out)
	if err != nil {
		return err
	}
	before := store.Builder.Len()
	for _, name := range c.From {
		b, err := book.Open(name)
		if err != nil {
			return errors.Join(err, store.Close())
		}
		store.Builder.Merge(b)
	}
	store.Builder.BackUp()
	if err := store.Save(); err != nil {
		return errors.Join(err, store.Close())
	}
	fmt.Fprintf(cli.Stdout, "%d positions in %s, %d of them new\n", store.Builder.Len(), c.Out, store.Builder.Len()-before)
	return store.Close()
}

type bookExportCommand struct {
	Book     string `help:"The book (default: that in the program)." placeholder:"FILE.zbk"`
	Openings string `help:"Where lines begin, beside the starting position: ${decks}, a .pdn, .csv, .epd or .fen (default ${default})." default:"3move" placeholder:"DECK"`
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
	from, err := cli.Suite(c.Openings, false)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cli.Stdout)
	number := 0
	err = bookgrowth.Export(b, openings.Roots(from), func(g *pdn.Game) error {
		number++
		g.Tags.Set("Event", fmt.Sprintf("line %d of the book %s", number, filepath.Base(b.Name())))
		return pdn.Write(out, g)
	})
	return errors.Join(err, out.Flush())
}
