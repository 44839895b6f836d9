package analyze

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/engine"
)

// Collection holds the games of one run, numbered in the order of reading.
type Collection struct {
	Studies []*Study
	Broken  []error // errors in games, which say what was not read
	LeftOut []error // games whose starting position is not known; they have a number but no study

	games int // read
	found findings
}

// Read adds the games of a PDN file. The error names the file.
func (c *Collection) Read(name string, from io.Reader) error {
	for g, err := range pdn.Read(from) {
		var broken *pdn.GameError
		if err != nil && !errors.As(err, &broken) {
			return fmt.Errorf("%s: %w", name, err)
		}
		c.add(g, name, broken)
	}
	return nil
}

// add adds a game. Broken is the error in the game, nil if there is none.
func (c *Collection) add(g *pdn.Game, name string, broken *pdn.GameError) {
	c.games++
	if !g.StartKnown() {
		c.LeftOut = append(c.LeftOut, fmt.Errorf("%s: %w", name, broken))
		return
	}
	if broken != nil {
		c.Broken = append(c.Broken, fmt.Errorf("%s: %w", name, broken))
	}
	if c.found == nil {
		c.found = findings{}
	}
	c.Studies = append(c.Studies, newStudy(c.games, g, c.found))
}

// Of returns the collection of one game, which must not change any more.
func Of(g *pdn.Game) *Collection {
	c := &Collection{}
	c.add(g, "", nil)
	return c
}

// Positions returns how many positions there are to judge, equal ones counted once, and how many have their verdict.
func (c *Collection) Positions() (all, judged int) {
	positions := c.positions()
	for p := range positions {
		if _, known := c.found.verdict(p); known {
			judged++
		}
	}
	return len(positions), judged
}

// positions returns the positions of all games.
func (c *Collection) positions() map[board.Position]bool {
	all := map[board.Position]bool{}
	for _, s := range c.Studies {
		for _, p := range s.positions {
			all[p] = true
		}
	}
	return all
}

// Proven returns how many positions the proof solver has proven so far.
func (c *Collection) Proven() (n int) {
	for _, f := range c.found {
		if f.IsPosition() && f.Before.Source == Solver {
			n++
		}
	}
	return n
}

// Digest returns a hash of the moves of the games and of the settings. A run can use the verdicts of an
// earlier run that has the same digest.
func (c *Collection) Digest(settings Settings) (string, error) {
	sum := sha256.New()
	header, err := json.Marshal(settings)
	if err != nil {
		return "", err
	}
	fmt.Fprintln(sum, engine.Version, string(header))
	for _, s := range c.Studies {
		fmt.Fprint(sum, s.Game.Start.FEN())
		for _, n := range s.Game.Moves {
			fmt.Fprintf(sum, " {%v %v %v}", n.Move.Captured, n.Move.From, n.Move.To)
		}
		fmt.Fprintln(sum)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
