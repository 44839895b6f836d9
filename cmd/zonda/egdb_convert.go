package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

type egdbConvertCommand struct {
	FENs          []string      `arg:"" optional:"" name:"fen" help:"Won positions to play from; without any, the longest win of every slice of the given pieces."`
	DB            string        `name:"db" help:"Directory with the defender's distances (files or working files); without it those in the program." placeholder:"DIR"`
	Values        string        `help:"Directory with values of endings that the engine has besides the values in the program. Of positions without a value, the engine has the value (without the plies) from the defender's distances." placeholder:"DIR"`
	Pieces        []int         `help:"Pieces of the slices to play from (default ${default})." default:"4" placeholder:"N"`
	Random        int           `help:"Play from N random won positions instead, the same share for each number of --pieces." placeholder:"N"`
	Draws         int           `help:"Play from N random drawn endings instead, under the move rule, against a search without databases." placeholder:"N"`
	OpponentDepth int           `help:"Plies that the opponent of --draws searches (default ${default})." default:"3" placeholder:"N"`
	Without       []string      `help:"With --draws: leave out techniques of the search, to measure their worth." placeholder:"TECHNIQUE"`
	Seed          uint64        `help:"Decides the random positions of --random and --draws (default ${default})." default:"1" placeholder:"N"`
	Player        string        `help:"Who has the strong side: search (by values), engine (with all that is in the program), dtc or dtw (by distances, without a search) (default ${default})." default:"search" enum:"search,engine,dtc,dtw"`
	Movetime      time.Duration `help:"Time a move." placeholder:"TIME"`
	Nodes         uint64        `help:"Nodes a move, instead of time: the same games every time." placeholder:"N"`
	Hash          int           `help:"Transposition table in MiB (default ${default})." default:"64" placeholder:"MIB"`
	Concurrency   int           `help:"Games at a time (default ${default})." default:"1" placeholder:"N"`
	Bound         int           `help:"Give a game up after N times the plies of perfect play (default ${default})." default:"10" placeholder:"N"`
	JSON          bool          `name:"json" help:"Print a JSON object a game instead of lines."`
}

func (c egdbConvertCommand) Help() string {
	return `The experiment of the perfect-play paper (section 3.3): the engine, which knows the values of
the endings but no distances, has the strong side; the defender plays the longest defence by
distances. There is no move rule: a game ends by a win, a third repetition, or when it is given
up. A line a game says how many plies perfect play takes, how many the engine took, and whether
the move rule of 80 plies would have stopped it. With --draws the games begin in drawn endings, and
the results say how often an opponent that searches only a few plies loses them.

Examples:
  zonda egdb convert --nodes 20000
  zonda egdb convert --db ~/egdb --pieces 5,6 --movetime 100ms
  zonda egdb convert --db ~/egdb --pieces 5 --player dtc
  zonda egdb convert --db ~/egdb --pieces 3,4,5,6 --random 500 --player engine --movetime 10ms
  zonda egdb convert --draws 500 --pieces 6 --opponent-depth 3 --nodes 3000
  zonda egdb convert --db ~/egdb --movetime 1s B:WK1,K22,K32:B3,K21,K28,K30`
}

// Validate is called by the command line parser.
func (c *egdbConvertCommand) Validate() error {
	switch {
	case c.searches() && (c.Movetime > 0) == (c.Nodes > 0):
		return errors.New("give either --movetime or --nodes")
	case c.Movetime < 0:
		return fmt.Errorf("movetime %v is negative", c.Movetime)
	case c.Concurrency < 1 || c.Concurrency > maxBuildThreads:
		return fmt.Errorf("concurrency %d is not between 1 and %d", c.Concurrency, maxBuildThreads)
	case c.Random < 0:
		return fmt.Errorf("random %d is negative", c.Random)
	case c.Random > 0 && len(c.FENs) > 0:
		return errors.New("give either positions or --random")
	case c.Draws < 0:
		return fmt.Errorf("draws %d is negative", c.Draws)
	case c.Draws > 0 && (c.Random > 0 || len(c.FENs) > 0 || c.Player != bySearch):
		return errors.New("--draws goes without positions, --random and --player")
	case c.Draws == 0 && len(c.Without) > 0:
		return errors.New("--without needs --draws")
	case c.OpponentDepth < 1 || c.OpponentDepth > int(search.MaxDepth):
		return fmt.Errorf("opponent-depth %d is not between 1 and %d", c.OpponentDepth, search.MaxDepth)
	case c.Bound < 1:
		return fmt.Errorf("bound %d is not positive", c.Bound)
	case c.Hash < 1:
		return fmt.Errorf("hash %d is not positive", c.Hash)
	}
	return nil
}

// The players that search.
const (
	bySearch = "search"
	byEngine = "engine"
)

func (c egdbConvertCommand) searches() bool { return c.Player == bySearch || c.Player == byEngine }

func (c egdbConvertCommand) Run(ctx context.Context) error {
	if c.Draws > 0 {
		return c.runDraws(ctx)
	}
	db, err := endgames.OpenDistances(egdb.DTW.String(), c.DB)
	if err != nil {
		return err
	}
	defer db.Close()
	library, err := endgames.OpenFilled(c.Values)
	if err != nil {
		return err
	}
	defer library.Close()
	values := newAttackerValues(library, db)
	starts, err := c.starts(db, values)
	if err != nil {
		return err
	}
	var guide endgames.Distances
	if !c.searches() {
		if guide, err = endgames.OpenDistances(c.Player, c.DB); err != nil {
			return err
		}
		defer guide.Close()
	}
	for _, s := range starts {
		if guide == nil && values.Probe(s.position) != board.Win {
			return fmt.Errorf("%s: neither the engine's values nor the distances have it as a win", s.position.FEN())
		}
	}
	sum := c.playAll(ctx, starts, guide, db, values)
	if err := sum.finish(); err != nil || ctx.Err() == nil {
		return err
	}
	return errors.New("interrupted; the games above are over, the others were not played")
}

// playAll plays a game from each start, until ctx ends.
func (c egdbConvertCommand) playAll(ctx context.Context, starts []conversionStart, guide, db endgames.Distances, values search.Databases) *conversionSum {
	games := make(chan conversionStart)
	var players sync.WaitGroup
	sum := &conversionSum{asJSON: c.JSON, began: time.Now(), meter: cli.NewMeter(os.Stdout), total: len(starts)}
	for range c.Concurrency {
		attack, done := c.attack(guide)
		players.Go(func() {
			defer done()
			for s := range games {
				sum.add(c.play(s, attack, db, values), s.plies)
			}
		})
	}
	for _, s := range starts {
		select {
		case games <- s:
		case <-ctx.Done():
		}
	}
	close(games)
	players.Wait()
	sum.meter.Clear()
	return sum
}

// attack returns a function that moves for the strong side, nil for a search by values alone, and a
// function that closes what the first one uses.
func (c egdbConvertCommand) attack(guide endgames.Distances) (move func(g *board.Game) board.Move, done func()) {
	switch c.Player {
	case bySearch:
		return nil, func() {}
	case byEngine:
		p := &enginePlayer{engine: engine.New(), limits: search.Limits{MoveTime: c.Movetime, Nodes: c.Nodes}}
		return p.move, func() { _ = p.engine.Close() }
	}
	return func(g *board.Game) board.Move { return guided(guide, g) }, func() {}
}

// play plays one game.
func (c egdbConvertCommand) play(s conversionStart, attack func(g *board.Game) board.Move, db endgames.Distances, values search.Databases) search.ConversionResult {
	return search.Conversion{
		Attack:    attack,
		Databases: values, Hash: c.Hash,
		Limits:    search.Limits{MoveTime: c.Movetime, Nodes: c.Nodes},
		Defend:    func(g *board.Game) board.Move { return guided(db, g) },
		MostPlies: max(c.Bound*s.plies, leastBound),
	}.Play(s.position)
}

// leastBound is the least number of plies after which a game is given up.
const leastBound = 40

// guided returns the best move by distances, or any move if the position is drawn.
func guided(db endgames.Distances, g *board.Game) board.Move {
	p := g.Position()
	m, found := endgames.BestMove(db, p)
	if !found {
		var moves board.MoveList
		p.Moves(&moves)
		m = moves.Slice()[0]
	}
	return m
}
