package session

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/decks"
	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
	"github.com/zonda-checkers/zonda/internal/crew"
)

// Options say what is to be played, and where it is kept. Without engines the journal says what is played.
type Options struct {
	Engines    []string      // as player.ParseSpec reads them: two at least, or none
	Deck       string        // of openings
	Barred     bool          // play the barred openings too
	Gauntlet   bool          // the first engine meets all others
	Limits     player.Limits // of engines without limits of their own
	MoveRule   int           // plies, 0 for none
	Margin     time.Duration // how far a move may go over its time
	Adjudicate int           // databases decide endings of this many pieces or fewer, 0 for none
	Draw       int           // plies with a score of 0 that make a draw, 0 for none

	ExactMargin bool // the margin does not grow with the lateness of the machine

	Games       int           // of each pairing, 0 for every opening twice
	Concurrency int           // games at once
	Test        *stats.SPRT   // nil for none
	Patience    time.Duration // for an engine to start, or to move without a clock
	EGDB        string        // a folder of databases beside those in the program
	Elsewhere   Elsewhere     // plays the games on other machines, nil for this machine

	PDN             string // a file for the games
	Journal         string // the match goes on if the file exists
	Report          bool   // play nothing
	Log             string // a file for all lines between runner and engines
	Plot            string // a picture of the score
	PlotEvaluations string // a folder for pictures of the evaluations
	JSON            bool   // print the report as a JSON object
}

// Elsewhere returns who plays the games of a plan on other machines, and what ends that; the journal may be "". The
// engines of the plan must have names, and the other machines know their programs.
type Elsewhere func(ctx context.Context, plan *match.Plan, journal string, patience time.Duration, out *cli.Meter) (
	players crew.Crew[match.ScheduledGame, match.Record], closePlayers func(), err error)

// newPlan returns the plan that the options describe, without the number of games.
func (o *Options) newPlan() (p *match.Plan, err error) {
	p = &match.Plan{
		Gauntlet: o.Gauntlet, Limits: o.Limits, MoveRule: o.MoveRule,
		Margin: o.Margin, ExactMargin: o.ExactMargin, Adjudicate: o.Adjudicate, Draw: o.Draw,
	}
	if p.Deck, p.Openings, err = decks.Open(o.Deck, o.Barred); err != nil {
		return nil, err
	}
	p.Engines, err = o.parseEngines(o.Engines)
	return p, err
}

// PlanOf returns the plan that a journal describes, without the number of games.
func PlanOf(conditions match.Conditions) (*match.Plan, error) { return new(Options).planOf(conditions) }

// planOf returns the plan that a journal describes, without the number of games.
func (o *Options) planOf(conditions match.Conditions) (p *match.Plan, err error) {
	p = conditions.Plan()
	o.Barred = conditions.Barred
	if p.Deck, p.Openings, err = decks.Open(conditions.Deck, o.Barred); err != nil {
		return nil, err
	}
	p.Engines, err = o.parseEngines(conditions.Engines)
	return p, err
}

// parseEngines reads the engines and makes their programs' paths absolute, so that a match
// can be resumed from another folder. Programs of other machines stay as they are.
func (o *Options) parseEngines(texts []string) (engines []player.Spec, err error) {
	for i, text := range texts {
		spec, err := player.ParseSpec(text)
		if err != nil {
			return nil, fmt.Errorf("engine %d: %w", i+1, err)
		}
		if o.Elsewhere == nil {
			spec = absolute(spec)
		}
		engines = append(engines, spec)
	}
	if len(engines) < 2 {
		return nil, cli.WrongUse(errors.New("one engine is no match: give --engine once for each engine"))
	}
	return engines, nil
}

// absolute returns an engine with the absolute paths of its program and its folder. A path that cannot
// be found stays as it is; the error comes when the engine is started.
func absolute(spec player.Spec) player.Spec {
	if program, err := spec.Program(); err == nil {
		spec.Command = append([]string{program}, spec.Command[1:]...)
	}
	if path, err := filepath.Abs(spec.Dir); err == nil && spec.Dir != "" {
		spec.Dir = path
	}
	return spec
}
