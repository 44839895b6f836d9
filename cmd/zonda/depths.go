package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

type depthsCommand struct {
	FENs    []string        `arg:"" optional:"" name:"fen" help:"Positions; without any, six named ones."`
	Times   []time.Duration `help:"When to look (default ${default})." default:"100ms,1s,5s,30s" placeholder:"TIME"`
	Threads int             `help:"Threads of the search (default ${default})." default:"1" placeholder:"N"`
	Hash    int             `help:"Transposition table in MiB (default ${default})." default:"256" placeholder:"MIB"`
	Profile string          `help:"Write a profile of the processor's time, for go tool pprof." placeholder:"FILE"`
	JSON    bool            `name:"json" help:"Print a JSON object a position instead of a table."`
}

func (c depthsCommand) Help() string {
	return `Each position is searched once, with an empty table, as in a game without a book; what counts is the last
iteration that was over at each of the times.

Examples:
  zonda depths
  zonda depths --times 1s,5s --threads 2
  zonda depths --times 10s --json B:W21-32:B1-12`
}

// Validate is called by the command line parser.
func (c *depthsCommand) Validate() error {
	for _, t := range c.Times {
		if t <= 0 {
			return fmt.Errorf("times: %v is not positive", t)
		}
	}
	if len(c.Times) == 0 {
		return errors.New("times: there are none")
	}
	slices.Sort(c.Times)
	return nil
}

// namedPosition is a position that people know by a name, or by its FEN alone.
type namedPosition struct {
	name, fen string
}

// namedPositions are two openings, a middlegame, two endings of the paper on perfect play, and the start.
func namedPositions() []namedPosition {
	return []namedPosition{
		{"start", "B:W21-32:B1-12"},
		{"Bonnie Dundee", "W:W20-23,25-32:B1-7,9-12,16"},
		{"Skull Cracker", "W:W17,21,23-32:B1-9,11,12,19"},
		{"ten against ten", "B:W18,20,22,25-27,29-32:B1-3,5-8,10-12"},
		{"PPL03 figure 1", "B:W13,21-23,28,29:B1,2,5,6,14,20"},
		{"PPL03 figure 5", "B:WK9,12,K21:B1,K4,8,10"},
	}
}

// depthsRow is a position and what its search came to.
type depthsRow struct {
	Name string `json:"name"`
	FEN  string `json:"fen"`
	depthsResult

	position board.Position
}

// title is what a person calls the row.
func (r depthsRow) title() string {
	if r.Name == "" {
		return r.FEN
	}
	return r.Name
}

// depthsResult is what the search of a position came to.
type depthsResult struct {
	Depths []depthMark `json:"depths"`
	Nodes  uint64      `json:"nodes"` // of the whole search
	Rate   uint64      `json:"nodes_per_second"`
}

// depthMark is the last iteration that was over at a time.
type depthMark struct {
	Milliseconds float64      `json:"milliseconds"`
	Depth        search.Depth `json:"depth"`
	Score        string       `json:"score"`
	Move         string       `json:"move"`
}

func (c depthsCommand) Run(ctx context.Context) error {
	rows, err := c.rows()
	if err != nil {
		return err
	}
	e := engine.NewForAnalysis()
	defer func() { _ = e.Close() }() // no log file: nothing can be lost
	for option, value := range map[string]int{"Hash": c.Hash, "Threads": c.Threads} {
		if err := e.SetOption(option, strconv.Itoa(value)); err != nil {
			return err
		}
	}
	if _, err := c.search(ctx, e, board.Start(), warmUp); err != nil {
		return err
	}
	width := len(depthsTitle)
	for _, row := range rows {
		width = max(width, len(row.title()))
	}
	if !c.JSON {
		c.header(width)
	}
	return profiled(c.Profile, func() error {
		for _, row := range rows {
			found, err := c.search(ctx, e, row.position, c.Times[len(c.Times)-1])
			if err != nil {
				return err
			}
			row.depthsResult = found
			if err := c.print(row, width); err != nil {
				return err
			}
		}
		return nil
	})
}

// rows returns what is to be searched.
func (c depthsCommand) rows() (rows []depthsRow, err error) {
	positions := namedPositions()
	if len(c.FENs) > 0 {
		positions = nil
		for _, fen := range c.FENs {
			positions = append(positions, namedPosition{fen: fen})
		}
	}
	for _, p := range positions {
		position, err := board.ParseFEN(p.fen)
		if err != nil {
			return nil, err
		}
		rows = append(rows, depthsRow{Name: p.name, FEN: position.FEN(), position: position})
	}
	return rows, nil
}

// warmUp is how long the program searches before it is measured: the system gives the table's memory, and the
// weights from the program's file, when they are used first.
const warmUp = 2 * time.Second

// search searches one position for a time.
func (c depthsCommand) search(ctx context.Context, e *engine.Engine, position board.Position, whole time.Duration) (found depthsResult, err error) {
	if err := errors.Join(e.NewGame(), e.SetGame(board.NewGame(position))); err != nil {
		return found, err
	}
	for _, t := range c.Times {
		found.Depths = append(found.Depths, depthMark{Milliseconds: float64(t) / float64(time.Millisecond)})
	}
	see := func(i search.Info) {
		found.Nodes, found.Rate = i.Nodes, i.NodesPerSecond()
		for k, t := range c.Times {
			if i.Time <= t && len(i.PV) > 0 {
				d := &found.Depths[k]
				d.Depth, d.Score, d.Move = i.Depth, i.Score.String(), position.MoveText(i.PV[0])
			}
		}
	}
	// Endless, for a search that ends by itself reports the iteration that it was in.
	if err := e.Start(search.Limits{Infinite: true}, see, see); err != nil {
		return found, err
	}
	timer := time.AfterFunc(whole, e.Stop)
	unlink := context.AfterFunc(ctx, e.Stop)
	e.Wait()
	unlink()
	timer.Stop()
	if ctx.Err() != nil {
		return found, errors.New("interrupted; the positions above are done")
	}
	return found, nil
}

// depthsTitle heads the column of positions.
const depthsTitle = "depth after"

func (c depthsCommand) header(width int) {
	fmt.Printf("%-*s", width, depthsTitle)
	for _, t := range c.Times {
		fmt.Printf(" %6v", t)
	}
	fmt.Println("   nodes/s  move, score")
}

func (c depthsCommand) print(row depthsRow, width int) error {
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(row)
	}
	var line strings.Builder
	fmt.Fprintf(&line, "%-*s", width, row.title())
	for _, d := range row.Depths {
		fmt.Fprintf(&line, " %6d", d.Depth)
	}
	last := row.Depths[len(row.Depths)-1]
	_, err := fmt.Printf("%s %9d  %s, %s\n", line.String(), row.Rate, last.Move, last.Score)
	return err
}
