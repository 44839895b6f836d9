package match

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/engine/deck"
	"github.com/zonda-checkers/zonda/engine/match/player"
)

// Conditions are what the games of a match are played by. Games played by others may not
// be added to them.
type Conditions struct {
	Engines    []string      `json:"engines"` // as player.ParseSpec reads them
	Gauntlet   bool          `json:"gauntlet"`
	Deck       string        `json:"openings"` // as deck.Open takes it
	Barred     bool          `json:"barred"`   // the barred ones are played, too
	Digest     string        `json:"digest"`   // of the openings themselves
	Limits     player.Limits `json:"limits"`
	MoveRule   int           `json:"move_rule"`
	Margin     time.Duration `json:"margin"` // nanoseconds
	Adjudicate int           `json:"adjudicate"`
	Draw       int           `json:"draw,omitempty"`
}

// Conditions returns what the plan's games are played by.
func (p *Plan) Conditions(barred bool) Conditions {
	c := Conditions{
		Gauntlet: p.Gauntlet, Deck: p.Deck, Barred: barred, Digest: digest(p.Openings),
		Limits: p.Limits, MoveRule: p.MoveRule, Margin: p.Margin, Adjudicate: p.Adjudicate, Draw: p.Draw,
	}
	for _, e := range p.Engines {
		c.Engines = append(c.Engines, e.String())
	}
	return c
}

// digest tells decks apart whatever their names.
func digest(openings []deck.Opening) string {
	sum := sha256.New()
	for _, o := range openings {
		_, _ = io.WriteString(sum, o.ID+"\t"+o.String()+"\n") // a hash takes everything
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Differs returns an error that names the first condition in which the journal's and
// the match at hand are not alike, or nil.
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
