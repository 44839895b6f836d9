package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/user"
	"strings"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/antibooklearn"
	"github.com/zonda-checkers/zonda/cmd/internal/books"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/eval"
)

// antibookCommand holds the commands for anti-books, which are lists of positions to avoid.
type antibookCommand struct {
	Add   antibookAddCommand   `cmd:"" help:"Add a position to a file."`
	List  antibookListCommand  `cmd:"" help:"Print the entries, a line each."`
	Check antibookCheckCommand `cmd:"" help:"Search every entry again and name those that are wrong."`
	Prove antibookProveCommand `cmd:"" help:"Ask the proof solver which entries are proven to be lost."`
	Learn antibookLearnCommand `cmd:"" help:"Find entries in games that were lost."`
	Scan  antibookScanCommand  `cmd:"" help:"Find entries beside the lines of an opening book."`
}

type antibookListCommand struct {
	books.EntryFiles
	JSON bool `name:"json" help:"Print a JSON object a line."`
}

func (antibookListCommand) Help() string {
	return `Prints a line an entry: the position after the move to avoid, so that the side which must not enter is
the one that is not to move; why; who says so; and the status, with tabs between them. The output is a
file of entries too: the status is ignored there. The status is proven if the proof solver has proven the loss, by search if it
was asked and found no proof, and untried for entries that are not in the program.

Examples:
  zonda antibook list
  zonda antibook list --alone --file mine.txt`
}

// antibookLine is an entry in JSON.
type antibookLine struct {
	FEN    string `json:"fen"`
	Loser  string `json:"loser"`
	Reason string `json:"reason"`
	Source string `json:"source"`
	Status string `json:"status"`
}

func (c antibookListCommand) Run(ctx context.Context) error {
	entries, err := c.Read(ctx)
	if err != nil {
		return err
	}
	known, err := antibook.BuiltInStatements()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cli.Stdout)
	lines := json.NewEncoder(out)
	for _, e := range entries {
		status := known.Status(e.Position)
		if c.JSON {
			err = lines.Encode(antibookLine{e.Position.FEN(), strings.ToLower(e.Loser().String()), e.Reason, e.Source, string(status)})
		} else {
			_, err = fmt.Fprintf(out, "%s\t%s\n", e, status)
		}
		if err != nil {
			return err
		}
	}
	return out.Flush()
}

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

type antibookCheckCommand struct {
	books.EntryFiles
	books.SearchFlags `set:"hash=32"`
	Confirm           uint64 `help:"Nodes of each search (default ${default})." default:"1000000" placeholder:"N" min:"1"`
	Lost              int    `help:"Highest score, in hundredths of a man, for the side that must avoid the position, at which an entry counts as lost (default ${default})." default:"-15" placeholder:"CP" max:"-1"`
	Every             int    `help:"Search only every N-th entry (default ${default})." default:"1" placeholder:"N" min:"1"`
}

func (antibookCheckCommand) Help() string {
	return `Searches every entry. For an entry that does not count as lost it prints a line: the score for the side that must
avoid the position, the depth of the search, and the entry. If there is such an entry, the exit status is 1.

Examples:
  zonda antibook check --every 100
  zonda antibook check --alone --file mine.txt --confirm 20000000`
}

func (c antibookCheckCommand) Run(ctx context.Context) error {
	entries, err := c.Read(ctx)
	if err != nil {
		return err
	}
	some := entries[:0:0]
	for i := 0; i < len(entries); i += c.Every {
		some = append(some, entries[i])
	}
	out, done, wrong := cli.NewMeter(cli.Stdout), 0, 0
	defer out.Clear()
	err = antibooklearn.Check(ctx, some, c.Confirm, c.Options(), func(v antibooklearn.CheckResult) {
		done++
		out.Step("check", "entries", uint64(done), uint64(len(some)))
		if v.Score > eval.Score(c.Lost) {
			wrong++
			out.Line("wrong: %s at depth %d\t%s", v.Score, v.Depth, v.Entry)
		}
	})
	out.Line("%s searched, %d wrong", cli.Count(done, "entry", "entries"), wrong)
	if err == nil && wrong > 0 {
		return fmt.Errorf("%s wrong", cli.Count(wrong, "entry", "entries"))
	}
	return cli.Interrupted(ctx, err, fmt.Sprintf("%d of %d entries searched", done, len(some)))
}
