package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/zonda-checkers/zonda/book/grow"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/deck"
	"github.com/zonda-checkers/zonda/protocol/pdn"
)

type bookImportCommand struct {
	Games []string `arg:"" name:"games.pdn" help:"The games."`
	Out   string   `required:"" help:"The book that grows, or is made." placeholder:"FILE.zbk"`
	Plies int      `help:"Take so many plies of each (default ${default})." default:"24" placeholder:"N"`
}

func (bookImportCommand) Help() string {
	return `Counts how often moves were played. They have no scores until zonda book build has searched their
positions; a book without scores plays the move that was played most. A game that cannot be read to its end is
named, and counts as far as it goes.

Examples:
  zonda book import games.pdn --out my.zbk
  zonda book build --out my.zbk --positions 5000`
}

// Validate is called by the command line parser.
func (c *bookImportCommand) Validate() error {
	if c.Plies < 1 {
		return fmt.Errorf("plies %d is less than 1", c.Plies)
	}
	return nil
}

func (c bookImportCommand) Run() error {
	store, err := grow.OpenStore(c.Out)
	if err != nil {
		return err
	}
	games, added := 0, 0
	for _, name := range c.Games {
		n, fresh, err := c.add(store, name)
		if err != nil {
			return errors.Join(err, store.Close())
		}
		games, added = games+n, added+fresh
	}
	store.Draft.BackUp()
	if err := store.Save(); err != nil {
		return errors.Join(err, store.Close())
	}
	fmt.Printf("%d games read; %d positions in %s, %d of them new\n", games, store.Draft.Len(), c.Out, added)
	return store.Close()
}

// add takes in the games of a file.
func (c bookImportCommand) add(store *grow.Store, name string) (games, added int, err error) {
	file, err := os.Open(name)
	if err != nil {
		return 0, 0, err
	}
	defer file.Close() // only read
	for r := pdn.NewReader(file); ; games++ {
		g, err := r.Read()
		var broken *pdn.GameError
		switch {
		case err == io.EOF && games == 0:
			return 0, 0, fmt.Errorf("%s: no game in the file", name)
		case err == io.EOF:
			return games, added, nil
		case errors.As(err, &broken):
			fmt.Fprintf(os.Stderr, "%s: %s\n", name, broken)
		case err != nil:
			return games, added, fmt.Errorf("%s: %w", name, err)
		}
		n, err := grow.Import(store.Draft, g, c.Plies, "games "+filepath.Base(name))
		if err != nil {
			return games, added, fmt.Errorf("%s: %w", name, err)
		}
		added += n
	}
}

type bookExportCommand struct {
	Book     string `help:"The book (default: that in the program)." placeholder:"FILE.zbk"`
	Openings string `help:"Where lines begin, beside the starting position (default ${default})." default:"3move" placeholder:"DECK"`
}

func (bookExportCommand) Help() string {
	return `Prints a game a line: the best moves to the end of the book from each opening, then from every move that leaves
such a line, until all positions have come up, with the scores as comments.

Examples:
  zonda book export > book.pdn
  zonda book export --book my.zbk > my.pdn`
}

func (c bookExportCommand) Run() (err error) {
	b, err := openBook(c.Book)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	_, from, err := openings(c.Openings, false)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	number := 0
	err = grow.Export(b, bookRoots(from), func(g *pdn.Game) error {
		number++
		g.Tags.Set("Event", fmt.Sprintf("line %d of the book %s", number, filepath.Base(b.Name())))
		return pdn.Write(out, g)
	})
	return errors.Join(err, out.Flush())
}

// bookRoots returns the positions at which books begin.
func bookRoots(from []deck.Opening) []board.Position {
	roots := []board.Position{board.Start()}
	for _, o := range from {
		roots = append(roots, o.Game().Position())
	}
	return roots
}

// sorted visits a map by its keys in order.
func sorted(m map[string]int) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for _, key := range slices.Sorted(maps.Keys(m)) {
			if !yield(key, m[key]) {
				return
			}
		}
	}
}
