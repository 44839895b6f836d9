package main

import (
	"errors"
	"fmt"

	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/cmd/internal/bookgrowth"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

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
