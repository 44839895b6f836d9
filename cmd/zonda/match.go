package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/farm/jobs"
	"github.com/zonda-checkers/zonda/cmd/internal/match"
)

type matchCommand struct {
	match.Options
	jobs.Flags
}

func (c matchCommand) Help() string {
	return `Engines are programs that speak the text protocol (docs/protocol.md) or Hub. The runner keeps
the clocks, checks every move, and decides games by the rules; an engine that crashes, is late or plays no
legal move loses the game and is started again. A match that was interrupted goes on by the same command, or
with --resume, which alone needs no other flag. docs/match.md explains the report.

Flags of fastchess and cutechess:
  -each, conf=                       --each 'tc=40/60 option.Hash=64', --engine conf=NAME
  -rounds, -games 2 -repeat          --rounds N, always in pairs
  -openings file= order=, -srand     --openings 'deck.epd order=random', --seed
  -resign, -draw, -maxmoves, -tb     --resign 'score=200 movecount=3', --draw, --max-moves, --adjudicate
  -tournament gauntlet, -seeds        --gauntlet, --seeds N
  -sprt, -ratinginterval, -recover   --sprt 'elo0=0 elo1=5', --interval N, always so
  -pgnout, -epdout, -config          --pdn, --epd, the same command goes on
  --compliance                       zonda check-engine

Examples:
  zonda match --engine 'name=new cmd=bin/zonda' --engine 'name=old cmd=bin/old' --movetime 100 --concurrency 2
  zonda match --engine 'cmd=bin/zonda option.Hash=64' --engine 'cmd="other hub" proto=hub' --tc 10+0.1 --pdn games.pdn
  zonda match --engine 'name=A cmd=bin/a' --engine 'name=B cmd=bin/b' --each 'tc=40/60 option.Hash=64' --adjudicate 6 --interval 20
  zonda match --engine 'name=A cmd=bin/zonda' --engine 'name=B cmd=bin/zonda nodes=5000' --nodes 10000 --json
  zonda match --engine 'name=new cmd=bin/zonda' --engine 'name=old cmd=bin/old' --movetime 10 --sprt 0,5 --resume new.match
  zonda match --resume new.match
  zonda match --resume new.match --report --plot score.svg`
}

// Validate is called by the command line parser.
func (c *matchCommand) Validate() error {
	if c.On != "" && (c.Concurrency != 1 || c.EGDB != "" || c.Log != "") {
		return errors.New("--concurrency, --egdb and --log are of this host: with --on the workers play the games")
	}
	if c.On != "" && c.WantsLines() {
		return errors.New("pv in --pdn is of this host: with --on the workers tell no lines")
	}
	return nil
}

func (c *matchCommand) Run(ctx context.Context) error {
	if err := c.checkFiles(); err != nil {
		return err
	}
	if c.On != "" {
		c.Remote = c.Players
		specs, err := c.Specs()
		if err != nil {
			return err
		}
		if c.Engine, err = c.Flags.Engines(specs); err != nil {
			return err
		}
		c.Each = ""
	}
	m, err := match.Open(ctx, c.Options)
	if err != nil {
		return err
	}
	return errors.Join(m.Run(ctx), m.Close())
}

// checkFiles returns an error if two flags name the same file, or if a file cannot be used for its
// flag. It is called before the match, so that no result of a long match is lost.
func (c *matchCommand) checkFiles() error {
	err := cli.CheckFiles(
		cli.FileFlag{Name: "openings", Path: c.SuiteFile()}, cli.FileFlag{Name: "resume", Path: c.Resume},
		cli.FileFlag{Name: "pdn", Path: c.PDNFile()}, cli.FileFlag{Name: "epd", Path: c.EPD}, cli.FileFlag{Name: "log", Path: c.Log}, cli.FileFlag{Name: "plot", Path: c.Plot},
	)
	if err != nil {
		return err
	}
	if c.PlotEvaluations != "" {
		const permissions = 0o755
		if err := os.MkdirAll(c.PlotEvaluations, permissions); err != nil {
			return fmt.Errorf("--plot-evaluations: %w", err)
		}
	}
	return nil
}
