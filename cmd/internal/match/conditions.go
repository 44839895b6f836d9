package match

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
)

// Conditions are the settings that decide how the games of a match are played. Games that were played
// under other conditions must not be added to the match.
type Conditions struct {
	Engines    []string      `json:"engines"` // as player.ParseSpec reads them
	Gauntlet   bool          `json:"gauntlet"`
	Deck       string        `json:"openings"` // as openings.Open takes it
	Barred     bool          `json:"barred"`   // the barred ones are played, too
	Digest     string        `json:"digest"`   // of the openings themselves
	Limits     player.Limits `json:"limits"`
	MoveRule   int           `json:"move_rule"`
	Margin     time.Duration `json:"margin"` // nanoseconds
	Adjudicate int           `json:"adjudicate"`
	Draw       int           `json:"draw,omitempty"`

	ExactMargin bool `json:"exact_margin,omitempty"`
}

// Conditions returns the conditions of the plan's games.
func (p *Plan) Conditions(barred bool) Conditions {
	c := Conditions{
		Gauntlet: p.Gauntlet, Deck: p.Deck, Barred: barred, Digest: digest(p.Openings),
		Limits: p.Limits, MoveRule: p.MoveRule, Margin: p.Margin, Adjudicate: p.Adjudicate, Draw: p.Draw,
		ExactMargin: p.ExactMargin,
	}
	for _, e := range p.Engines {
		c.Engines = append(c.Engines, e.String())
	}
	return c
}

// Plan returns the plan of these conditions. Its openings, its engines and the number of its games are missing.
func (c Conditions) Plan() *Plan {
	return &Plan{
		Gauntlet: c.Gauntlet, Deck: c.Deck, Limits: c.Limits, MoveRule: c.MoveRule,
		Margin: c.Margin, ExactMargin: c.ExactMargin, Adjudicate: c.Adjudicate, Draw: c.Draw,
	}
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
	journal, match := reflect.ValueOf(c), reflect.ValueOf(now)
	for i := range journal.NumField() {
		was, is := journal.Field(i).Interface(), match.Field(i).Interface()
		if !reflect.DeepEqual(was, is) {
			name, _, _ := strings.Cut(journal.Type().Field(i).Tag.Get("json"), ",")
			if name == "digest" {
				return fmt.Errorf("the openings of %s have changed since the match began", c.Deck)
			}
			return fmt.Errorf("the match in the journal has other %s: %v, not %v", name, was, is)
		}
	}
	return nil
}
