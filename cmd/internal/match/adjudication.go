package match

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

// AdjudicationFlags are the flags that end games before the rules do. What they are worth stands in docs/match.md.
type AdjudicationFlags struct {
	Adjudicate *string `help:"Let endgame databases decide from this many pieces on: N, or 'pieces=6 only=wins' (or only=draws). Of 200 games at 6,000 nodes 6 pieces ended 180, none wrongly, and saved 38 % of the moves." placeholder:"PIECES"`
	Draw       *string `help:"Call a game drawn: 'movenumber=30 movecount=8 score=5' after move 30, if 8 moves of each side have scores within 5 hundredths of a man (99 of 200 games ended, none wrongly, 21 % saved; with score=20, 5 wrongly); or PLIES with a score of 0 in a row, of which 6 are safe among good engines." placeholder:"RULE"`
	Resign     *string `help:"A side loses that is 200 hundredths of a man behind for 3 moves: 'score=200 movecount=3'; with twosided both engines must say so (89 of 200 games ended, none wrongly, 19 % saved; with score=100 alone 2 wrongly)." placeholder:"RULE"`
	MaxMoves   *int    `help:"Call a game drawn after so many moves of each side. The worst rule: 75 moves ended 65 of 200 games, 30 of them wrongly." placeholder:"N" min:"1"`
}

// adjudication sets the rules of the flags in the conditions.
func (f *AdjudicationFlags) adjudication(c *Conditions) (err error) {
	c.MaxMoves = cli.Or(f.MaxMoves, 0)
	if f.Adjudicate != nil {
		if c.Adjudicate, c.Only, err = parseDatabases(*f.Adjudicate); err != nil {
			return fmt.Errorf("adjudicate: %w", err)
		}
	}
	if f.Resign != nil {
		if c.Resign, err = parseResign(*f.Resign); err != nil {
			return fmt.Errorf("resign: %w", err)
		}
	}
	if f.Draw == nil {
		return nil
	}
	if plies, failed := strconv.Atoi(*f.Draw); failed == nil {
		c.Draw = plies
		return checkPlies(plies)
	}
	if c.DrawRule, err = parseDraw(*f.Draw); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	return nil
}

// checkPlies returns an error if so many plies with a score of 0 cannot make a draw.
func checkPlies(plies int) error {
	switch {
	case plies < 0:
		return fmt.Errorf("draw %d is less than 0", plies)
	case plies == 1:
		return errors.New("draw 1: it takes a ply of each engine, 2 at least")
	}
	return nil
}

// given reports whether a rule ends games.
func (f *AdjudicationFlags) given() bool {
	return f.Adjudicate != nil || f.Draw != nil || f.Resign != nil || f.MaxMoves != nil
}
