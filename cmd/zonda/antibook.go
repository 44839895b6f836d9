package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/user"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/antibooklearn"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/books"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/file"
)

type antibookLearnCommand struct {
	Games string `arg:"" name:"games.pdn" help:"Games, as zonda match --pdn writes them."`
	Side  string `help:"Only games that a player with this name lost." placeholder:"NAME"`
	Out   string `help:"The file to which entries are added; without it entries are only printed." placeholder:"FILE"`
	antibooklearn.Criterion
	books.SearchFlags `set:"hash=32"`
}

func (antibookLearnCommand) Help() string {
	return `Searches every lost game backwards for the last move of the loser that a quick search rates as good, although the move
loses and another move does not. The searches of a game get longer and share one table. A search with an empty table
must confirm the loss. Then the position after the move is printed as an entry.

Examples:
  zonda antibook learn games.pdn
  zonda antibook learn games.pdn --side Zonda --out mine.txt`
}

func (c antibookLearnCommand) Run(ctx context.Context) error {
	games, err := c.lost(ctx)
	if err != nil {
		return err
	}
	out, keep, done, found := cli.NewMeter(cli.Stdout), books.Keeper{File: c.Out}, 0, 0
	proposed := map[board.Position]bool{}
	err = antibooklearn.Learn(ctx, games, c.Criterion, c.Options(), func(_ antibooklearn.Game, e *antibook.Entry) {
		done++
		out.Step("learn", "games", uint64(done), uint64(len(games)))
		if e != nil && !proposed[e.Position] && !proposed[e.Position.Mirror()] {
			proposed[e.Position] = true
			found++
			keep.Add(*e)
			out.Line("%s", e)
		}
	})
	out.Clear()
	keep.Flush()
	cli.NewMeter(os.Stderr).Line("%d lost games searched, %d entries proposed", done, found)
	return errors.Join(cli.Interrupted(ctx, err, fmt.Sprintf("%d of %d games searched", done, len(games))), keep.Err())
}

// lost returns the games that the player called c.Side lost, or all games that somebody lost if there
// is no name.
func (c antibookLearnCommand) lost(ctx context.Context) (lost []antibooklearn.Game, err error) {
	games, err := books.GamesOf(ctx, c.Games)
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		winner, decided := g.Game.Result.Color()
		if !decided || len(g.Game.Moves) == 0 {
			continue
		}
		g.Loser = winner.Opponent()
		name := g.Game.Tags.Get(map[board.Color]string{board.Black: "Black", board.White: "White"}[g.Loser])
		if c.Side == "" || strings.EqualFold(c.Side, name) {
			lost = append(lost, g)
		}
	}
	if len(lost) == 0 {
		return nil, fmt.Errorf("%s: no game that %s lost", c.Games, cmp.Or(c.Side, "anyone"))
	}
	return lost, nil
}

type antibookScanCommand struct {
	Book   string   `help:"Scan the positions of this book (default, without --games: the book in the program)." placeholder:"FILE.zbk"`
	Games  []string `help:"Scan the positions of games." placeholder:"FILE.pdn"`
	Walks  int      `help:"Scan N random games, which begin with an opening and go on with moves that a quick search rates as good." placeholder:"N"`
	From   string   `name:"openings" help:"Opening suite where the random games begin: ${decks}, a .pdn, .csv, .epd or .fen; barred openings are left out (default ${default})." default:"3move" placeholder:"DECK"`
	Seed   uint64   `help:"Decides the random games (default ${default})." default:"1" placeholder:"N"`
	Pieces int      `help:"Scan only positions of games and random games with N pieces or more (default ${default})." default:"12" placeholder:"N"`
	Out    string   `help:"The file to which entries are added; without it entries are only printed." placeholder:"FILE"`
	Most   int      `help:"Stop after N entries (default: all)." placeholder:"N"`
	books.EntryFiles
	antibooklearn.Criterion
	books.SearchFlags `set:"hash=32"`
}

func (antibookScanCommand) Help() string {
	return `Looks for moves that a quick search rates as good, that two deep searches call lost, and in whose place another move holds.
It tries the moves beside the lines of a book, beside games, or beside random games (--walks). An entry is printed
as soon as it is found. If the command is stopped, the file of --out keeps the entries found so far; the same command then
begins anew.

Examples:
  zonda antibook scan --out mine.txt
  zonda antibook scan --book my.zbk --out mine.txt --quick 13 --most 100
  zonda antibook scan --games a.pdn --games b.pdn --out mine.txt
  zonda antibook scan --walks 1000 --out mine.txt`
}

// Validate is called by the command line parser.
func (c *antibookScanCommand) Validate() error {
	if c.Walks < 0 || c.Walks > 0 && (c.Book != "" || len(c.Games) > 0) {
		return errors.New("either walks, 1 at least, or a book or games")
	}
	return c.Criterion.Validate()
}

func (c antibookScanCommand) Run(ctx context.Context) error {
	if _, err := os.Stat(c.Out); err == nil {
		c.File = append(c.File, c.Out)
	}
	known, err := c.Read(ctx)
	if err != nil {
		return err
	}
	within, stop := context.WithCancel(ctx)
	defer stop()
	out, keep, found, done := cli.NewMeter(cli.Stdout), books.Keeper{File: c.Out}, 0, 0
	began := time.Now()
	err = c.scan(within, known, c.Options(), func(entries []antibook.Entry, all int) {
		done++
		out.Step("scan", c.unit(), uint64(done), uint64(all))
		for _, e := range entries {
			if c.Most > 0 && found >= c.Most {
				break
			}
			found++
			keep.Add(e)
			out.Line("%s", e)
		}
		if c.Most > 0 && found >= c.Most {
			stop()
		}
	})
	out.Clear()
	keep.Flush()
	if ctx.Err() == nil && errors.Is(err, context.Canceled) {
		err = nil // there are enough
	}
	cli.NewMeter(os.Stderr).Line("%d %s scanned, %d entries found in %s", done, c.unit(), found, time.Since(began).Round(time.Second))
	left := "what was found is only printed"
	if c.Out != "" {
		left = "what was found is kept in " + c.Out
	}
	return errors.Join(cli.Interrupted(ctx, err, left), keep.Err())
}

// unit is what the work is counted in.
func (c antibookScanCommand) unit() string {
	if c.Walks > 0 {
		return "walks"
	}
	return "positions"
}

// scan scans walks or positions. After each it calls report with the entries found in it and the number
// of all walks or positions.
func (c antibookScanCommand) scan(ctx context.Context, known []antibook.Entry, o antibooklearn.Options, report func([]antibook.Entry, int)) error {
	if c.Walks > 0 {
		from, err := cli.Suite(c.From, false)
		if err != nil {
			return err
		}
		w := antibooklearn.Walks{Roots: openings.Roots(from), Seed: c.Seed, Number: c.Walks, Pieces: c.Pieces}
		return antibooklearn.ScanWalks(ctx, w, c.Criterion, known, o, func(e []antibook.Entry) { report(e, c.Walks) })
	}
	positions, err := c.positions(ctx)
	if err != nil {
		return err
	}
	return antibooklearn.Scan(ctx, positions, c.Criterion, known, o, func(e []antibook.Entry) { report(e, len(positions)) })
}

func (c antibookScanCommand) positions(ctx context.Context) ([]board.Position, error) {
	var all []board.Position
	if c.Book != "" || len(c.Games) == 0 {
		b, err := books.Open(c.Book)
		if err != nil {
			return nil, err
		}
		all = antibooklearn.BookPositions(b, c.Criterion)
	}
	for _, name := range c.Games {
		games, err := books.GamesOf(ctx, name)
		if err != nil {
			return nil, err
		}
		all = append(all, antibooklearn.GamePositions(games, c.Pieces)...)
	}
	return all, nil
}

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

// Validate is called by the command line parser.
func (c *antibookAddCommand) Validate() error {
	if file.OneLine(strings.Join(c.Reason, " ")) == "" {
		return errors.New("the reason is empty")
	}
	return nil
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
	if err == nil || done > 0 {
		out.Line("%s searched, %d wrong", cli.Count(done, "entry", "entries"), wrong)
	}
	if err == nil && wrong > 0 {
		return fmt.Errorf("%s wrong", cli.Count(wrong, "entry", "entries"))
	}
	return cli.Interrupted(ctx, err, fmt.Sprintf("%d of %d entries searched", done, len(some)))
}
