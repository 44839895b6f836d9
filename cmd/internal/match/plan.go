package match

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// Plan says which games a match has and under which conditions they are played.
type Plan struct {
	Conditions
	Engines  []client.Spec      // two at least, each with a name of its own
	Openings []openings.Opening // in the order in which they are played
	Games    int                // of each pairing, two to an opening; the opening suite begins anew at its end
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
	if p.Gauntlet && p.seeds() >= len(p.Engines) {
		return fmt.Errorf("seeds %d: of %d engines none is left to meet them", p.seeds(), len(p.Engines))
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
		if err := e.CheckLimits(limits); err != nil {
			return fmt.Errorf("engine %s: %w", e.Name, err)
		}
	}
	return nil
}

// Play makes an opening suite the openings of the plan, in the order of the conditions.
func (p *Plan) Play(suite []openings.Opening) (err error) {
	p.Openings = suite
	if p.Order != nil {
		p.Openings, err = p.Order.Arrange(suite)
	}
	return err
}

// limits returns the limits of an engine.
func (p *Plan) limits(engine int) client.Limits {
	if own := p.Engines[engine].Limits; !own.IsZero() {
		return own
	}
	return p.Limits
}

// limitsText returns the limits of the engines, one after the other where they differ.
func (p *Plan) limitsText() string {
	var texts []string
	for i := range p.Engines {
		if text := p.limits(i).String(); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, " against ")
}

// margin returns how far the moves of an engine may go over their time.
func (p *Plan) margin(engine int) time.Duration {
	if own := p.Engines[engine].Margin; own != nil {
		return *own
	}
	return p.Margin
}

// exactMargin reports whether the margin of an engine does not grow with the lateness of the host.
func (p *Plan) exactMargin(engine int) bool { return p.ExactMargin || p.Engines[engine].Margin != nil }

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

// Scale multiplies all clocks and times of moves: those of a host of another speed. The margin stays.
func (p *Plan) Scale(factor float64) {
	p.Limits = p.Limits.Scaled(factor)
	for i := range p.Engines {
		p.Engines[i].Limits = p.Engines[i].Limits.Scaled(factor)
	}
}

// seeds returns the number of engines that meet all others in a gauntlet.
func (p *Plan) seeds() int { return max(p.Seeds, 1) }

// Pairings returns who meets whom, as indices of engines.
func (p *Plan) Pairings() (pairings [][2]int) {
	for i := range p.Engines {
		for j := i + 1; j < len(p.Engines); j++ {
			if !p.Gauntlet || i < p.seeds() && j >= p.seeds() {
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

// Conditions are the settings that decide how the games of a match are played. Games that were played
// under other conditions must not be added to the match.
type Conditions struct {
	Specs      []string      `json:"engines"`        // the engines as client.ParseSpec reads them
	Gauntlet   bool          `json:"gauntlet"`       // the first engine meets all others; if not, everyone meets everyone
	Suite      string        `json:"openings"`       // as openings.Open takes it
	Barred     bool          `json:"barred"`         // the barred openings are played, too
	Digest     string        `json:"digest"`         // of the openings themselves
	Limits     client.Limits `json:"limits"`         // of engines that have none of their own
	MoveRule   int           `json:"move_rule"`      // plies without a capture or a man's move that make a draw, 0 for none
	Margin     time.Duration `json:"margin"`         // how far a move may go over its time, in nanoseconds in the journal
	Adjudicate int           `json:"adjudicate"`     // the databases decide endings of this many pieces or fewer, 0 for none
	Draw       int           `json:"draw,omitempty"` // plies with a score of 0 in a row that make a draw, 0 for never

	Only     Only            `json:"adjudicate_only,omitempty"` // the values of the databases that decide
	DrawRule *DrawRule       `json:"draw_rule,omitempty"`       // nil for none
	Resign   *ResignRule     `json:"resign,omitempty"`          // nil for none
	Order    *openings.Order `json:"order,omitempty"`           // of the openings, nil for that of the opening suite
	Seeds    int             `json:"seeds,omitempty"`           // of a gauntlet: the number of engines that meet the others, 0 for one
	MaxMoves int             `json:"max_moves,omitempty"`       // of each side, after which a game is drawn, 0 for any number

	ExactMargin bool `json:"exact_margin,omitempty"` // the margin does not grow with the lateness of the host
}

// Written returns the conditions of the plan as a journal has them: with the engines and the openings of the plan.
func (p *Plan) Written() Conditions {
	c := p.Conditions
	c.Specs, c.Digest = nil, digest(p.Openings)
	for _, e := range p.Engines {
		c.Specs = append(c.Specs, e.String())
	}
	return c
}

// digest returns a hash of openings, which tells opening suites apart that have the same name.
func digest(openings []openings.Opening) string {
	sum := sha256.New()
	for _, o := range openings {
		_, _ = io.WriteString(sum, o.ID+"\t"+o.String()+"\n") // a hash takes everything
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Differs returns an error that names the first condition in which c, the conditions in a journal,
// differ from those of the match now, or nil.
func (c Conditions) Differs(now Conditions) error {
	switch other := file.Difference(c, now); {
	case len(other) == 0:
		return nil
	case strings.HasPrefix(other[0], "digest "):
		return fmt.Errorf("the openings of %s have changed since the match began", c.Suite)
	default:
		return fmt.Errorf("the match in the journal has other conditions: %s", other[0])
	}
}

// ScheduledGame is a game of a plan.
type ScheduledGame struct {
	Number       int // 1 for the first; it does not depend on how many games there are
	Round        int // 0 for the first opening played; both games of a pair share it
	Pairing      int // index into Pairings
	Black, White int // indices of engines
}

// GamesPerOpening is the number of games that two engines play with one opening.
const GamesPerOpening = 2

// Scheduled returns game number n, 1 or more. An opening is played by all pairings, twice
// each, before the next one begins, so that a match cut short is still fair.
func (p *Plan) Scheduled(n int) ScheduledGame {
	pairings := p.Pairings()
	i := n - 1
	f := ScheduledGame{Number: n, Round: i / (GamesPerOpening * len(pairings)), Pairing: i / GamesPerOpening % len(pairings)}
	f.Black, f.White = pairings[f.Pairing][0], pairings[f.Pairing][1]
	if i%GamesPerOpening == 1 {
		f.Black, f.White = f.White, f.Black
	}
	return f
}

// Schedule returns all games in their order. If the number of games is odd, each pairing plays the last
// opening only once.
func (p *Plan) Schedule() (games []ScheduledGame) {
	pairings := len(p.Pairings())
	rounds := (p.Games + 1) / GamesPerOpening
	for n := 1; n <= rounds*GamesPerOpening*pairings; n++ {
		if once := p.Games%GamesPerOpening == 1 && (n-1)/(GamesPerOpening*pairings) == rounds-1; once && (n-1)%GamesPerOpening == 1 {
			continue
		}
		games = append(games, p.Scheduled(n))
	}
	return games
}
