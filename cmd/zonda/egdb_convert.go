package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

type egdbConvertCommand struct {
	FENs        []string      `arg:"" optional:"" name:"fen" help:"Won positions to play from; without any, the longest win of every slice of the given pieces."`
	DB          string        `name:"db" help:"Directory with the defender's distances (files or working files); without it those in the program." placeholder:"DIR"`
	Values      string        `help:"Directory with the values that the engine has besides those in the program; what they lack is read from the distances, without the plies." placeholder:"DIR"`
	Pieces      []int         `help:"Pieces of the slices to play from." default:"4" placeholder:"N,..."`
	Player      string        `help:"Who has the strong side: search (by values), dtc or dtw (by distances, without a search)." default:"search" enum:"search,dtc,dtw"`
	Movetime    time.Duration `help:"Time a move." placeholder:"TIME"`
	Nodes       uint64        `help:"Nodes a move, instead of time: the same games every time." placeholder:"N"`
	Hash        int           `help:"MiB of the transposition table." default:"64" placeholder:"MIB"`
	Concurrency int           `help:"Games at a time." default:"1" placeholder:"N"`
	Bound       int           `help:"A game is given up after so many times the plies of perfect play." default:"10" placeholder:"N"`
	JSON        bool          `name:"json" help:"Print a JSON object a game instead of lines."`
}

func (c egdbConvertCommand) Help() string {
	return `The experiment of the perfect-play paper (section 3.3): the engine, which knows the values of
the endings but no distances, has the strong side; the defender plays the longest defence by
distances. There is no move rule: a game ends by a win, a third repetition, or when it is given
up. A line a game says how many plies perfect play takes, how many the engine took, and whether
the move rule of 80 plies would have stopped it.

Examples:
  zonda egdb convert --nodes 20000
  zonda egdb convert --db ~/egdb --pieces 5,6 --movetime 100ms
  zonda egdb convert --db ~/egdb --pieces 5 --player dtc
  zonda egdb convert --db ~/egdb --movetime 1s B:WK1,K22,K32:B3,K21,K28,K30`
}

// Validate is called by the command line parser.
func (c *egdbConvertCommand) Validate() error {
	switch {
	case c.Player == bySearch && (c.Movetime > 0) == (c.Nodes > 0):
		return errors.New("give either --movetime or --nodes")
	case c.Movetime < 0:
		return fmt.Errorf("movetime %v is negative", c.Movetime)
	case c.Concurrency < 1 || c.Concurrency > maxBuildThreads:
		return fmt.Errorf("concurrency %d is not between 1 and %d", c.Concurrency, maxBuildThreads)
	case c.Bound < 1:
		return fmt.Errorf("bound %d is not positive", c.Bound)
	case c.Hash < 1:
		return fmt.Errorf("hash %d is not positive", c.Hash)
	}
	return nil
}

// bySearch is the player that is an engine.
const bySearch = "search"

// conversionStart is a won position and the plies that perfect play takes.
type conversionStart struct {
	position board.Position
	plies    int
}

// starts returns the positions to play from.
func (c egdbConvertCommand) starts(db distances) (all []conversionStart, err error) {
	for _, fen := range c.FENs {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return nil, err
		}
		d := db.Distance(p)
		switch d.Value {
		case board.Win:
		case board.Unknown:
			return nil, fmt.Errorf("%s: no distances of slice %v in %s", fen, egdb.MaterialOf(p), place(c.DB))
		default:
			return nil, fmt.Errorf("%s: a %v, not a win", fen, d)
		}
		all = append(all, conversionStart{p, d.Plies})
	}
	if len(c.FENs) > 0 {
		return all, nil
	}
	for _, pieces := range c.Pieces {
		if pieces < 2 || pieces > egdb.MaxPieces {
			return nil, fmt.Errorf("pieces %d is not between 2 and %d", pieces, egdb.MaxPieces)
		}
		for _, m := range egdb.Slices(pieces) {
			l, known := db.Longest(m)
			if !known {
				return nil, fmt.Errorf("no distances of slice %v in %s", m, place(c.DB))
			}
			if l.Win.Plies > 0 {
				all = append(all, conversionStart{l.Win.Position, l.Win.Plies})
			}
		}
	}
	return all, nil
}

func (c egdbConvertCommand) Run(ctx context.Context) error {
	db, err := openDistances(egdb.DTW.String(), c.DB)
	if err != nil {
		return err
	}
	defer db.Close()
	starts, err := c.starts(db)
	if err != nil {
		return err
	}
	library, err := openFilled(c.Values)
	if err != nil {
		return err
	}
	defer library.Close()
	values := newAttackerValues(library, db)
	var guide distances
	if c.Player != bySearch {
		if guide, err = openDistances(c.Player, c.DB); err != nil {
			return err
		}
		defer guide.Close()
	}
	for _, s := range starts {
		if guide == nil && values.Probe(s.position) != board.Win {
			return fmt.Errorf("%s: neither the engine's values nor the distances have it as a win", s.position.FEN())
		}
	}
	games := make(chan conversionStart)
	var players sync.WaitGroup
	sum := &conversionSum{asJSON: c.JSON, began: time.Now(), meter: newMeter(os.Stdout), total: len(starts)}
	for range c.Concurrency {
		players.Go(func() {
			for s := range games {
				sum.add(c.play(s, db, guide, values), s.plies)
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
	sum.meter.clear()
	if err := sum.finish(); err != nil || ctx.Err() == nil {
		return err
	}
	return errors.New("interrupted; the games above are over, the others were not played")
}

// play plays one game.
func (c egdbConvertCommand) play(s conversionStart, db, guide distances, values search.Databases) search.ConversionResult {
	var attack func(g *board.Game) board.Move
	if guide != nil {
		attack = func(g *board.Game) board.Move { return guided(guide, g) }
	}
	return search.Conversion{
		Attack:    attack,
		Databases: values, Hash: c.Hash,
		Limits:    search.Limits{MoveTime: c.Movetime, Nodes: c.Nodes},
		Defend:    func(g *board.Game) board.Move { return guided(db, g) },
		MostPlies: c.Bound * s.plies,
	}.Play(s.position)
}

// guided returns the best move by distances, any move of a position that is drawn.
func guided(db distances, g *board.Game) board.Move {
	p := g.Position()
	m, found := bestMove(db, p)
	if !found {
		var moves board.MoveList
		p.Moves(&moves)
		m = moves.Slice()[0]
	}
	return m
}

// conversionSum prints games and adds them up.
type conversionSum struct {
	mu     sync.Mutex
	meter  *meter
	asJSON bool
	began  time.Time
	total  int
	failed error

	Games   int     `json:"games"`
	Won     int     `json:"won"`
	Drawn   int     `json:"drawn"`         // by repetition
	GivenUp int     `json:"given_up"`      // after too many plies
	Stopped int     `json:"move_rule"`     // of those won, the move rule would have stopped so many
	Plies   int     `json:"plies"`         // of those won
	Optimum int     `json:"perfect_plies"` // of the same
	Seconds float64 `json:"seconds"`
}

// conversionLine is a game in JSON.
type conversionLine struct {
	FEN     string `json:"fen"`
	Slice   string `json:"slice"`
	Optimum int    `json:"perfect_plies"`
	Plies   int    `json:"plies"`
	Won     bool   `json:"won"`
	Ending  string `json:"ending"`
	Quiet   int    `json:"quiet_plies"` // the most in a row
}

func (s *conversionSum) add(r search.ConversionResult, optimum int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Games++
	switch {
	case r.Result == board.Win:
		s.Won++
		s.Plies += r.Plies
		s.Optimum += optimum
		if r.Quiet >= board.DefaultMoveRule {
			s.Stopped++
		}
	case r.Ending == board.Ongoing:
		s.GivenUp++
	default:
		s.Drawn++
	}
	line := conversionLine{r.Start.FEN(), egdb.MaterialOf(r.Start).String(), optimum, r.Plies, r.Result == board.Win, r.Ending.String(), r.Quiet}
	text := fmt.Sprintf("%-10s %-38s perfect %3d, ", line.Slice, line.FEN, optimum)
	switch {
	case r.Result == board.Win:
		text += fmt.Sprintf("won in %d (longest quiet run %d)", r.Plies, r.Quiet)
	case r.Ending == board.Ongoing:
		text += fmt.Sprintf("given up after %d", r.Plies)
	default:
		text += fmt.Sprintf("not won: %v after %d", r.Ending, r.Plies)
	}
	if s.asJSON {
		data, err := json.Marshal(line)
		text, s.failed = string(data), errors.Join(s.failed, err)
	}
	s.failed = errors.Join(s.failed, s.meter.line("%s", text))
	s.meter.step("games", "games", uint64(s.Games), uint64(s.total))
}

func (s *conversionSum) finish() error {
	if s.failed != nil {
		return s.failed
	}
	s.Seconds = time.Since(s.began).Seconds()
	if s.asJSON {
		return json.NewEncoder(os.Stdout).Encode(s)
	}
	_, err := fmt.Printf("%d games: %d won in %d plies (perfect play %d), %d of these stopped by the move rule of %d plies; %d drawn by repetition, %d given up; %.0f s\n",
		s.Games, s.Won, s.Plies, s.Optimum, s.Stopped, board.DefaultMoveRule, s.Drawn, s.GivenUp, s.Seconds)
	return err
}
