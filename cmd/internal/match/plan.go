package match

import (
	"errors"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
)

// Plan says which games a match has and under which conditions they are played.
type Plan struct {
	Conditions
	Engines  []player.Spec      // two at least, each with a name of its own
	Openings []openings.Opening // in the order in which they are played
	Games    int                // of each pairing, two to an opening; the deck begins anew at its end
}

// Validate returns what is wrong with the plan, or nil.
func (p *Plan) Validate() error {
	if len(p.Engines) < 2 {
		return errors.New("a match needs two engines at least")
	}
	if len(p.Openings) == 0 {
		return errors.New("a match needs openings")
	}
	if p.Games < 1 {
		return fmt.Errorf("games %d is less than 1", p.Games)
	}
	names := map[string]bool{}
	for i, e := range p.Engines {
		switch {
		case e.Name == "":
			return fmt.Errorf("engine %d has no name", i+1)
		case names[e.Name]:
			return fmt.Errorf("two engines are called %s: give one another name=", board.Quote(e.Name))
		}
		names[e.Name] = true
		limits := p.limits(i)
		if limits.IsZero() {
			return fmt.Errorf("engine %s has no limit: movetime, tc, nodes or depth", e.Name)
		}
		if err := limits.Validate(); err != nil {
			return fmt.Errorf("engine %s: %w", e.Name, err)
		}
	}
	return nil
}

// limits returns the limits of an engine.
func (p *Plan) limits(engine int) player.Limits {
	if own := p.Engines[engine].Limits; !own.IsZero() {
		return own
	}
	return p.Limits
}

// Timed reports whether a clock limits any of the engines, so that games differ from
// run to run.
func (p *Plan) Timed() bool {
	for i := range p.Engines {
		if p.limits(i).Timed() {
			return true
		}
	}
	return false
}

// Scale multiplies all clocks and times of moves: those of a machine of another speed. The margin stays.
func (p *Plan) Scale(factor float64) {
	p.Limits = p.Limits.Scaled(factor)
	for i := range p.Engines {
		p.Engines[i].Limits = p.Engines[i].Limits.Scaled(factor)
	}
}

// Pairings returns who meets whom, as indices of engines.
func (p *Plan) Pairings() (pairings [][2]int) {
	for i := range p.Engines {
		for j := i + 1; j < len(p.Engines); j++ {
			if i == 0 || !p.Gauntlet {
				pairings = append(pairings, [2]int{i, j})
			}
		}
	}
	return pairings
}

// Total returns the number of games.
func (p *Plan) Total() int { return p.Games * len(p.Pairings()) }

// Opening returns the opening of a scheduled game.
func (p *Plan) Opening(f ScheduledGame) openings.Opening { return p.Openings[f.Round%len(p.Openings)] }
