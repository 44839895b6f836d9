package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/engine/chart"
	"github.com/zonda-checkers/zonda/engine/match/player"
	"github.com/zonda-checkers/zonda/engine/match/tally"
)

type matchCommand struct {
	Engine []string `sep:"none" help:"An engine: name=A cmd=\"PROGRAM ARGUMENTS\" dir=DIR proto=uci|hub option.NAME=VALUE, and movetime=, tc=, nodes= or depth= for limits of its own. Two at least." placeholder:"SPEC"`

	Openings *string `help:"Openings, each played twice with colours reversed: 2move, 3move (default), wide, a .pdn or a .csv." placeholder:"DECK"`
	Barred   bool    `help:"Play the barred openings, too."`
	Gauntlet bool    `help:"Of more than two engines, the first meets all others; if not, everyone meets everyone."`
	MoveTime *int    `name:"movetime" help:"Milliseconds a move (default 100)." placeholder:"MS"`
	TC       *string `name:"tc" help:"A clock for the game, and what a move adds to it." placeholder:"SECONDS+INC"`
	Nodes    *uint64 `help:"Nodes a move." placeholder:"N"`
	Depth    *int    `help:"Plies a search." placeholder:"N"`

	MoveRule   *int `help:"Plies without a capture or a man's move that make a draw (default 80, 0 for none)." placeholder:"N"`
	Margin     *int `help:"Milliseconds that a move may go over its time (default 200)." placeholder:"MS"`
	Adjudicate *int `help:"Let endgame databases decide from this many pieces on." placeholder:"PIECES"`
	Draw       *int `help:"Call a game drawn when the engines have given it a score of 0 for so many plies in a row: 6 is safe among good engines." placeholder:"PLIES"`

	Games       *int   `help:"Games of each pairing, two to an opening (default: every opening twice)." placeholder:"N"`
	Concurrency int    `help:"Games at once (default 1)." default:"1" placeholder:"N"`
	SPRT        string `name:"sprt" help:"Stop when it is clear which of two Elo differences is right." placeholder:"ELO0,ELO1"`
	Patience    int    `help:"Seconds that an engine may take to start, or to move without a clock (default 30)." default:"30" placeholder:"S"`
	EGDB        string `name:"egdb" help:"Databases for --adjudicate, beside those in the program." placeholder:"DIR"`

	PDN             string `name:"pdn" help:"Write the games to the end of this file." placeholder:"FILE"`
	Resume          string `help:"The match's journal: go on if it exists, begin it if not." placeholder:"FILE"`
	Report          bool   `help:"Play nothing: print the report of --resume, draw its plots, write its PDN."`
	Log             string `help:"Write every line between runner and engines to the end of this file." placeholder:"FILE"`
	Plot            string `help:"Draw the first engine's score as it ran: .svg or .png." placeholder:"FILE"`
	PlotEvaluations string `help:"Draw the evaluations of every game, by ply, into this folder." placeholder:"DIR"`
	JSON            bool   `name:"json" help:"Print the report as one JSON object; progress goes to stderr."`
}

func (c matchCommand) Help() string {
	return `Engines are programs that speak the text protocol (docs/protocol.md) or Hub. The runner keeps
the clocks, checks every move, and decides games by the rules; an engine that crashes, is late or plays no
legal move loses the game and is started again. A match that was interrupted goes on with --resume, which
alone needs no other flag. docs/match.md explains the report.

Examples:
  zonda match --engine 'name=new cmd=bin/zonda' --engine 'name=old cmd=bin/old' --movetime 100 --concurrency 2
  zonda match --engine 'cmd=bin/zonda option.Hash=64' --engine 'cmd="other hub" proto=hub' --tc 10+0.1 --pdn games.pdn
  zonda match --engine 'name=A cmd=bin/zonda' --engine 'name=B cmd=bin/zonda nodes=5000' --nodes 10000 --json
  zonda match --engine 'name=new cmd=bin/zonda' --engine 'name=old cmd=bin/old' --movetime 10 --sprt 0,5 --resume new.match
  zonda match --resume new.match
  zonda match --resume new.match --report --plot score.svg`
}

// What holds unless a flag says otherwise.
const (
	defaultDeck     = "3move"
	matchMoveTime   = 100 * time.Millisecond
	defaultMargin   = 200 * time.Millisecond
	sprtDecks       = 100 // times that a test by the clock goes through the openings at most
	gamesPerOpening = 2
)

// Validate is called by the command line parser.
func (c *matchCommand) Validate() error {
	if c.Games != nil && *c.Games < 1 {
		return fmt.Errorf("games %d is less than 1", *c.Games)
	}
	if c.Concurrency < 1 {
		return fmt.Errorf("concurrency %d is less than 1", c.Concurrency)
	}
	if c.Patience < 1 {
		return fmt.Errorf("patience %d is less than 1", c.Patience)
	}
	for _, flag := range []struct {
		name  string
		value *int
	}{{"move-rule", c.MoveRule}, {"margin", c.Margin}, {"adjudicate", c.Adjudicate}, {"draw", c.Draw}} {
		if flag.value != nil && *flag.value < 0 {
			return fmt.Errorf("%s %d is less than 0", flag.name, *flag.value)
		}
	}
	if or(c.Draw, 0) == 1 {
		return errors.New("draw 1: it takes a ply of each engine, 2 at least")
	}
	if c.Plot != "" {
		if err := chart.Format(c.Plot); err != nil {
			return fmt.Errorf("plot: %w", err)
		}
	}
	if c.EGDB != "" && or(c.Adjudicate, 0) == 0 && len(c.Engine) > 0 {
		return errors.New("--egdb without --adjudicate: databases are only asked to decide games")
	}
	if c.Report && c.Resume == "" {
		return errors.New("--report needs the journal: --resume FILE")
	}
	if _, err := c.test(); err != nil {
		return err
	}
	if len(c.Engine) == 0 {
		return c.validateResumed()
	}
	_, err := c.limits()
	return err
}

// validateResumed returns an error if there are flags that only a new match takes.
func (c *matchCommand) validateResumed() error {
	if c.Resume == "" {
		return errors.New("--engine is missing: a match needs two engines, or --resume a journal")
	}
	for _, flag := range []struct {
		name  string
		given bool
	}{
		{"openings", c.Openings != nil}, {"barred", c.Barred}, {"gauntlet", c.Gauntlet}, {"movetime", c.MoveTime != nil},
		{"tc", c.TC != nil}, {"nodes", c.Nodes != nil}, {"depth", c.Depth != nil}, {"move-rule", c.MoveRule != nil},
		{"margin", c.Margin != nil}, {"adjudicate", c.Adjudicate != nil},
		{"draw", c.Draw != nil},
	} {
		if flag.given {
			return fmt.Errorf("--%s is part of a match's conditions: --resume without --engine takes them from the journal", flag.name)
		}
	}
	return nil
}

// test returns the sequential test, nil if there is none.
func (c *matchCommand) test() (*tally.SPRT, error) {
	if c.SPRT == "" {
		return nil, nil
	}
	test, err := tally.ParseSPRT(c.SPRT)
	return &test, err
}

// limits returns by what the engines play that have no limits of their own.
func (c *matchCommand) limits() (l player.Limits, err error) {
	var given []string
	if c.MoveTime != nil {
		given = append(given, "movetime")
		l.MoveTime = time.Duration(*c.MoveTime) * time.Millisecond
		if l.MoveTime <= 0 {
			return l, fmt.Errorf("movetime %d is less than 1", *c.MoveTime)
		}
	}
	if c.TC != nil {
		given = append(given, "tc")
		if l.Time, l.Increment, err = player.ParseTimeControl(*c.TC); err != nil {
			return l, err
		}
	}
	if c.Nodes != nil {
		given = append(given, "nodes")
		if l.Nodes = *c.Nodes; l.Nodes == 0 {
			return l, errors.New("nodes 0 is less than 1")
		}
	}
	if c.Depth != nil {
		given = append(given, "depth")
		if l.Depth = *c.Depth; l.Depth < 1 {
			return l, fmt.Errorf("depth %d is less than 1", l.Depth)
		}
	}
	switch len(given) {
	case 0:
		l.MoveTime = matchMoveTime
	case 1:
	default:
		return l, fmt.Errorf("--%s: only one of them can be the limit", strings.Join(given, " and --"))
	}
	return l, nil
}

// or returns what a flag says, or what holds without it.
func or[T any](flag *T, otherwise T) T {
	if flag == nil {
		return otherwise
	}
	return *flag
}

func (c *matchCommand) Run(ctx context.Context) error {
	if err := c.checkFiles(); err != nil {
		return err
	}
	m, err := c.prepare(ctx)
	if err != nil {
		return err
	}
	return errors.Join(m.run(ctx), m.close())
}
