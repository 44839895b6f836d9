package main

import (
	"cmp"
	"errors"
	"os/user"
	"strings"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/books"
)

type antibookAddCommand struct {
	FEN    board.Position `arg:"" name:"fen" help:"The position after the move to avoid."`
	Reason []string       `arg:"" help:"Why the side that has just moved must avoid the position."`
	File   string         `required:"" help:"The file of the anti-book; made if it does not exist." placeholder:"FILE"`
	Source string         `help:"Who says that the position is lost (default: the name of the user)." placeholder:"TEXT"`
}

func (antibookAddCommand) Help() string {
	return `The other lines of the file stay as they are. The engine reads the file after the command
setoption name AntiBookFile value FILE.

Examples, the positions after 9-14 24-20 14-17 and after 9-14 24-19 14-17:
  zonda antibook add W:W20-23,25-32:B1-8,10-12,17 'loses a man: 21x14 10x17 22x13' --file mine.txt
  zonda antibook add W:W19,21-23,25-32:B1-8,10-12,17 'loses a man: 21x14 10x17 22x13' --file mine.txt --source 'a friend'`
}

func (c antibookAddCommand) Run() error {
	if c.Source == "" {
		if u, err := user.Current(); err == nil {
			c.Source = cmp.Or(u.Name, u.Username)
		}
	}
	e := antibook.Entry{Position: c.FEN, Reason: strings.Join(c.Reason, " "), Source: c.Source}
	if err := e.Check(); err != nil {
		return err
	}
	added, err := books.AppendEntries(c.File, []antibook.Entry{e})
	if err == nil && len(added) == 0 {
		err = errors.New("the file has the position already, or its mirror")
	}
	return err
}
