package main

import (
	"cmp"
	"errors"
	"os/user"
	"strings"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/cmd/internal/books"
	"github.com/zonda-checkers/zonda/engine/board"
)

type antibookAddCommand struct {
	FEN    string   `arg:"" name:"fen" help:"The position after the move to avoid."`
	Reason []string `arg:"" help:"Why."`
	File   string   `required:"" help:"The file, made if it is not there." placeholder:"FILE"`
	Source string   `help:"Who says so (default: you)." placeholder:"TEXT"`
}

func (antibookAddCommand) Help() string {
	return `The other lines of the file stay as they are. The engine takes it in with
setoption name AntiBookFile value FILE.

Examples:
  zonda antibook add W:W21-32:B1-8,10-13 'a joke' --file mine.txt
  zonda antibook add B:W18,22-32:B1-12 'loses a man: 11-15, 15x22' --file mine.txt --source 'a friend'`
}

func (c antibookAddCommand) Run() error {
	p, err := board.ParseFEN(c.FEN)
	if err != nil {
		return err
	}
	if c.Source == "" {
		if u, err := user.Current(); err == nil {
			c.Source = cmp.Or(u.Name, u.Username)
		}
	}
	e := antibook.Entry{Position: p, Reason: strings.Join(c.Reason, " "), Source: c.Source}
	if err := e.Check(); err != nil {
		return err
	}
	added, err := books.AppendEntries(c.File, []antibook.Entry{e})
	if err == nil && len(added) == 0 {
		err = errors.New("the file has the position already, or its mirror")
	}
	return err
}
