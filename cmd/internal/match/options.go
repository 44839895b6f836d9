package match

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
	"github.com/zonda-checkers/zonda/internal/pool"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// Options are the flags of a match: what is to be played, and where it is kept. Without engines the journal says what is
// played.
type Options struct {
	EngineFlags

	OpeningFlags
	Barred   bool `help:"Play the barred openings, too."`
	Gauntlet bool `help:"Of more than two engines, the first meets all others; if not, everyone meets everyone." xor:"pairings"`
	Seeds    *int `help:"Of more than two engines, the first N meet all others, and not each other." placeholder:"N" min:"1" xor:"pairings"`
	LimitFlags

	MoveRule *int `help:"Plies without a capture or a man's move that make a draw (default 80, 0 for none)." placeholder:"N" min:"0"`
	Margin   *int `help:"Milliseconds that a move may go over its time. A margin that is given does not grow (default 200, which grows on a busy host)." placeholder:"MS" min:"0"`
	AdjudicationFlags

	Games       *int         `help:"Games of each pairing, two to an opening (default: every opening twice)." placeholder:"N" min:"1" xor:"games"`
	Rounds      *int         `help:"Openings of each pairing: --rounds N is --games 2N." placeholder:"N" min:"1" xor:"games"`
	Concurrency int          `help:"Games at once (default 1)." default:"1" placeholder:"N" min:"1"`
	SPRT        string       `name:"sprt" help:"Stop when it is clear which of two Elo differences is right: ELO0,ELO1, or 'elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic' (or model=normalized)." placeholder:"TEST"`
	Recover     *int         `help:"Failures of an engine after which the match goes on (default: any number)." placeholder:"N" min:"0"`
	Quiet       bool         `help:"Print no line for each game."`
	Interval    int          `help:"Print a short line every N games instead of a line for each game." placeholder:"N" min:"1" default:"1"`
	Patience    cli.Patience `help:"How long an engine may take to start, or to move without a clock (default ${default})." default:"30s" placeholder:"TIME" min:"1ms"`
	EGDB        string       `name:"egdb" help:"Databases for --adjudicate, beside those in the program." placeholder:"DIR" holds:"*.zdb"`

	PDN             string `name:"pdn" help:"Write the games to the end of this file: FILE.pdn, or 'file=FILE.pdn nodes nps' for comments that have more: nodes, nps, seldepth, hashfull, tbhits, pv, timeleft (min: for none)." placeholder:"FILE"`
	EPD             string `name:"epd" endings:".epd" help:"Write the last position of each game to the end of this file." placeholder:"FILE"`
	Resume          string `help:"The match's journal: go on if it exists, begin it if not." placeholder:"FILE"`
	Report          bool   `help:"Play nothing: print the report of --resume, draw its plots, write its PDN."`
	Log             string `help:"Write every line between runner and engines to the end of this file." placeholder:"FILE"`
	Plot            string `help:"Draw the first engine's score as it ran: .svg or .png." placeholder:"FILE" endings:".svg,.png"`
	PlotEvaluations string `help:"Draw the evaluations of every game, by ply, into this folder." placeholder:"DIR"`
	JSON            bool   `name:"json" help:"Print the report as one JSON object; progress goes to stderr."`

	// Remote returns the players of a plan's games on other hosts, and a function that ends their work. The engines of the plan
	// must have names, and the other hosts know their programs; the journal may be "". Without Remote this host plays.
	Remote func(ctx context.Context, plan *Plan, journal string, patience time.Duration, out *cli.Meter) (
		pool.Pool[ScheduledGame, Record], func(), error) `kong:"-"`
}

// The defaults of flags.
const (
	defaultMargin = 200 // milliseconds
)

// Validate is called by the command line parser.
func (o *Options) Validate() error {
	var c Conditions
	if err := errors.Join(o.adjudication(&c), o.suite(&c)); err != nil {
		return err
	}
	if o.EGDB != "" && c.Adjudicate == 0 && len(o.Engine) > 0 {
		return errors.New("--egdb without --adjudicate: databases are only asked to decide games")
	}
	if o.Report && o.Resume == "" {
		return errors.New("--report needs the journal: --resume FILE")
	}
	if _, err := parseTest(o.SPRT); err != nil {
		return err
	}
	if _, _, err := parsePDN(o.PDN); err != nil {
		return fmt.Errorf("pdn: %w", err)
	}
	if len(o.Engine) == 0 {
		return o.validateResumed()
	}
	specs, err := o.Specs()
	if err != nil {
		return err
	}
	for i, text := range specs {
		if _, err := client.ParseSpec(text); err != nil {
			return fmt.Errorf("engine %d: %w", i+1, err)
		}
	}
	return o.checkLimits()
}

// checkLimits returns an error if the limit is wrong, or if a flag and --each name different ones.
func (o *Options) checkLimits() error {
	limits, err := o.Limits()
	if err != nil || !o.limited() {
		return err
	}
	each, err := client.LimitsOf(o.Each)
	if err == nil && !each.IsZero() && each != limits {
		err = fmt.Errorf("a flag says %s, --each says %s: give one of them", limits, each)
	}
	return err
}

// validateResumed returns an error if there are flags that only a new match takes.
func (o *Options) validateResumed() error {
	if o.Resume == "" {
		return errors.New("--engine is missing: a match needs two engines, or --resume a journal")
	}
	for _, flag := range []struct {
		name  string
		given bool
	}{
		{"each", o.Each != ""}, {"engines", o.Engines != ""}, {"openings", o.Openings != nil}, {"seed", o.Seed != nil}, {"start", o.Start != nil}, {"barred", o.Barred}, {"gauntlet", o.Gauntlet}, {"seeds", o.Seeds != nil}, {"movetime", o.MoveTime != nil},
		{"tc", o.TC != nil}, {"nodes", o.Nodes != nil}, {"depth", o.Depth != nil}, {"move-rule", o.MoveRule != nil},
		{"margin", o.Margin != nil}, {"adjudicate", o.Adjudicate != nil && !o.Report}, {"draw", o.Draw != nil && !o.Report},
		{"resign", o.Resign != nil && !o.Report}, {"max-moves", o.MaxMoves != nil && !o.Report},
	} {
		if flag.given {
			return fmt.Errorf("--%s is part of a match's conditions: --resume without --engine takes them from the journal", flag.name)
		}
	}
	return nil
}

// PDNFile returns the name of the file for the games, "" for none.
func (o *Options) PDNFile() string {
	path, _, _ := parsePDN(o.PDN) // Validate has checked it
	return path
}

// WantsLines reports whether --pdn asks for the principal variations.
func (o *Options) WantsLines() bool {
	_, fields, _ := parsePDN(o.PDN) // Validate has checked it
	return fields.has(lineField)
}

// parseTest returns a sequential test, nil if there is none.
func parseTest(text string) (*stats.SPRT, error) {
	if text == "" {
		return nil, nil
	}
	test, err := stats.ParseSPRT(text)
	return &test, err
}

func (o *Options) patience() time.Duration { return time.Duration(o.Patience) }

// conditions returns the conditions that the flags say.
func (o *Options) conditions() (c Conditions, err error) {
	c = Conditions{
		Gauntlet: o.Gauntlet || o.Seeds != nil, Barred: o.Barred,
		MoveRule: cli.Or(o.MoveRule, board.DefaultMoveRule),
		Margin:   time.Duration(cli.Or(o.Margin, defaultMargin)) * time.Millisecond, ExactMargin: o.Margin != nil,
	}
	if seeds := cli.Or(o.Seeds, 1); seeds > 1 { // one is a gauntlet
		c.Seeds = seeds
	}
	if err := errors.Join(o.adjudication(&c), o.suite(&c)); err != nil {
		return c, err
	}
	if c.Specs, err = o.Specs(); err != nil {
		return c, err
	}
	c.Limits, err = o.Limits()
	return c, err
}

// PlanOf returns the plan of conditions, without the number of games.
func PlanOf(c Conditions) (p *Plan, err error) {
	p = &Plan{Conditions: c}
	p.Suite = openings.FullName(c.Suite)
	suite, err := cli.Suite(c.Suite, c.Barred)
	if err != nil {
		return nil, err
	}
	if err := p.Play(suite); err != nil {
		return nil, cli.WrongUse(err)
	}
	for i, text := range c.Specs {
		spec, err := client.ParseSpec(text)
		if err != nil {
			return nil, fmt.Errorf("engine %d: %w", i+1, err)
		}
		p.Engines = append(p.Engines, spec)
	}
	if len(p.Engines) < 2 {
		return nil, cli.WrongUse(errors.New("one engine is no match: give --engine once for each engine"))
	}
	return p, nil
}

// absolute returns an engine with the absolute paths of its program, its folder and its file, so that a match can be resumed from
// another folder. A path that cannot be found stays as it is; the error comes when the engine is started.
func absolute(spec client.Spec) client.Spec {
	if program, err := spec.Program(); err == nil {
		spec.Command = append([]string{program}, spec.Command[1:]...)
	}
	paths := []*string{&spec.Dir, &spec.Stderr}
	for i, word := range spec.Host {
		if _, err := os.Stat(word); err == nil {
			paths = append(paths, &spec.Host[i])
		}
	}
	for _, path := range paths {
		if whole, err := filepath.Abs(*path); err == nil && *path != "" {
			*path = whole
		}
	}
	return spec
}
