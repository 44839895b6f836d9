package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
	"github.com/zonda-checkers/zonda/cmd/internal/match/session"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
	"github.com/zonda-checkers/zonda/cmd/internal/work/kinds"
)

type matchCommand struct {
	Engine []string `sep:"none" help:"An engine: name=A cmd=\"PROGRAM ARGUMENTS\" dir=DIR proto=uci|hub option.NAME=VALUE, and movetime=, tc=, nodes= or depth= for limits of its own. Two at least." placeholder:"SPEC"`

	Openings *string `help:"Openings, each played twice with colours reversed: 2move, 3move (default), wide, 11man, a .pdn or a .csv." placeholder:"DECK"`
	Barred   bool    `help:"Play the barred openings, too."`
	Gauntlet bool    `help:"Of more than two engines, the first meets all others; if not, everyone meets everyone."`
	session.LimitFlags

	MoveRule   *int `help:"Plies without a capture or a man's move that make a draw (default 80, 0 for none)." placeholder:"N" min:"0"`
	Margin     *int `help:"Milliseconds that a move may go over its time. A margin that is given does not grow (default 200, which grows on a busy machine)." placeholder:"MS" min:"0"`
	Adjudicate *int `help:"Let endgame databases decide from this many pieces on." placeholder:"PIECES" min:"0"`
	Draw       *int `help:"Call a game drawn when the engines have given it a score of 0 for so many plies in a row: 6 is safe among good engines." placeholder:"PLIES" min:"0"`

	Games       *int   `help:"Games of each pairing, two to an opening (default: every opening twice)." placeholder:"N" min:"1"`
	Concurrency int    `help:"Games at once (default 1)." default:"1" placeholder:"N" min:"1"`
	SPRT        string `name:"sprt" help:"Stop when it is clear which of two Elo differences is right." placeholder:"ELO0,ELO1"`
	Patience    int    `help:"Seconds that an engine may take to start, or to move without a clock (default 30)." default:"30" placeholder:"S" min:"1"`
	EGDB        string `name:"egdb" help:"Databases for --adjudicate, beside those in the program." placeholder:"DIR"`

	PDN             string `name:"pdn" help:"Write the games to the end of this file." placeholder:"FILE"`
	Resume          string `help:"The match's journal: go on if it exists, begin it if not." placeholder:"FILE"`
	Report          bool   `help:"Play nothing: print the report of --resume, draw its plots, write its PDN."`
	Log             string `help:"Write every line between runner and engines to the end of this file." placeholder:"FILE"`
	Plot            string `help:"Draw the first engine's score as it ran: .svg or .png." placeholder:"FILE" endings:".svg,.png"`
	PlotEvaluations string `help:"Draw the evaluations of every game, by ply, into this folder." placeholder:"DIR"`
	JSON            bool   `name:"json" help:"Print the report as one JSON object; progress goes to stderr."`

	kinds.Flags
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

// Validate is called by the command line parser.
func (c *matchCommand) Validate() error {
	if cli.Or(c.Draw, 0) == 1 {
		return errors.New("draw 1: it takes a ply of each engine, 2 at least")
	}
	if c.On != "" && (c.Concurrency != 1 || c.EGDB != "" || c.Log != "") {
		return errors.New("--concurrency, --egdb and --log are of this machine: with --on the workers play the games")
	}
	if c.EGDB != "" && cli.Or(c.Adjudicate, 0) == 0 && len(c.Engine) > 0 {
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
	for i, text := range c.Engine {
		if _, err := player.ParseSpec(text); err != nil {
			return fmt.Errorf("engine %d: %w", i+1, err)
		}
	}
	_, err := c.Limits()
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
func (c *matchCommand) test() (*stats.SPRT, error) {
	if c.SPRT == "" {
		return nil, nil
	}
	test, err := stats.ParseSPRT(c.SPRT)
	return &test, err
}

func (c *matchCommand) Run(ctx context.Context) error {
	if err := c.checkFiles(); err != nil {
		return err
	}
	options, err := c.options()
	if err != nil {
		return err
	}
	m, err := session.Open(ctx, options)
	if err != nil {
		return err
	}
	return errors.Join(m.Run(ctx), m.Close())
}

// The defaults of flags.
const (
	defaultDeck   = "3move"
	defaultMargin = 200 // milliseconds
)

// options returns what the flags ask for.
func (c *matchCommand) options() (o session.Options, err error) {
	o = session.Options{
		Engines: c.Engine, Deck: cli.Or(c.Openings, defaultDeck), Barred: c.Barred, Gauntlet: c.Gauntlet,
		MoveRule: cli.Or(c.MoveRule, board.DefaultMoveRule), Margin: time.Duration(cli.Or(c.Margin, defaultMargin)) * time.Millisecond, ExactMargin: c.Margin != nil,
		Adjudicate: cli.Or(c.Adjudicate, 0), Draw: cli.Or(c.Draw, 0),
		Games: cli.Or(c.Games, 0), Concurrency: c.Concurrency, Patience: time.Duration(c.Patience) * time.Second, EGDB: c.EGDB,
		PDN: c.PDN, Journal: c.Resume, Report: c.Report, Log: c.Log, Plot: c.Plot, PlotEvaluations: c.PlotEvaluations, JSON: c.JSON,
	}
	if c.On != "" {
		o.Elsewhere = c.Players()
		if o.Engines, err = c.Engines(c.Engine); err != nil {
			return o, err
		}
	}
	if o.Test, err = c.test(); err != nil {
		return o, err
	}
	o.Limits, err = c.Limits()
	return o, err
}

// checkFiles returns an error if two flags name the same file, or if a file cannot be used for its
// flag. It is called before the match, so that no result of a long match is lost.
func (c *matchCommand) checkFiles() error {
	err := cli.CheckFiles(
		cli.FileFlag{Name: "openings", Path: cli.Or(c.Openings, "")}, cli.FileFlag{Name: "resume", Path: c.Resume},
		cli.FileFlag{Name: "pdn", Path: c.PDN}, cli.FileFlag{Name: "log", Path: c.Log}, cli.FileFlag{Name: "plot", Path: c.Plot},
	)
	if err != nil {
		return err
	}
	if c.PDN != "" && !strings.EqualFold(filepath.Ext(c.PDN), ".pdn") {
		return fmt.Errorf("--pdn %s: the name of a file of games ends in .pdn", c.PDN)
	}
	if c.PlotEvaluations != "" {
		const permissions = 0o755
		if err := os.MkdirAll(c.PlotEvaluations, permissions); err != nil {
			return fmt.Errorf("--plot-evaluations: %w", err)
		}
	}
	return nil
}
