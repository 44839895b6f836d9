package match

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Conditions are the settings that decide how the games of a match are played. Games that were played
// under other conditions must not be added to the match.
type Conditions struct {
	Specs      []string      `json:"engines"`        // the engines as player.ParseSpec reads them
	Gauntlet   bool          `json:"gauntlet"`       // the first engine meets all others; if not, everyone meets everyone
	Deck       string        `json:"openings"`       // as openings.Open takes it
	Barred     bool          `json:"barred"`         // the barred openings are played, too
	Digest     string        `json:"digest"`         // of the openings themselves
	Limits     player.Limits `json:"limits"`         // of engines that have none of their own
	MoveRule   int           `json:"move_rule"`      // plies without a capture or a man's move that make a draw, 0 for none
	Margin     time.Duration `json:"margin"`         // how far a move may go over its time, in nanoseconds in the journal
	Adjudicate int           `json:"adjudicate"`     // the databases decide endings of this many pieces or fewer, 0 for none
	Draw       int           `json:"draw,omitempty"` // plies with a score of 0 in a row that make a draw, 0 for never

	ExactMargin bool `json:"exact_margin,omitempty"` // the margin does not grow with the lateness of the machine
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

// digest returns a hash of openings, which tells decks apart that have the same name.
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
		return fmt.Errorf("the openings of %s have changed since the match began", c.Deck)
	default:
		return fmt.Errorf("the match in the journal has other conditions: %s", other[0])
	}
}
