package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/bookgrowth"
	"github.com/zonda-checkers/zonda/cmd/internal/books"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

type bookImportCommand struct {
	Games []string `arg:"" name:"games.pdn" help:"The games."`
	Out   string   `required:"" help:"The book that grows, or is made." placeholder:"FILE.zbk"`
	Plies int      `help:"Take so many plies of each (default ${default})." default:"24" placeholder:"N" min:"1"`
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
