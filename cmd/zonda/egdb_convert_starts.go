package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// conversionStart is a won position and the plies that perfect play takes.
type conversionStart struct {
	position board.Position
	plies    int
}

// starts returns the positions to play from.
func (c egdbConvertCommand) starts(db endgames.Distances, values search.Databases) (all []conversionStart, err error) {
	for _, fen := range c.FENs {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return nil, err
		}
		d := db.Distance(p)
		switch d.Value {
		case board.Win:
		case board.Unknown:
			return nil, fmt.Errorf("%s: no distances of slice %v in %s", fen, egdb.MaterialOf(p), endgames.Place(c.DB))
		default:
			return nil, fmt.Errorf("%s: a %v, not a win", fen, d)
		}
		all = append(all, conversionStart{p, d.Plies})
	}
	if len(c.FENs) > 0 {
		return all, nil
	}
	if c.Random > 0 {
		return c.randomStarts(db, values)
	}
	for _, pieces := range c.Pieces {
		if pieces < 2 || pieces > egdb.MaxPieces {
			return nil, fmt.Errorf("pieces %d is not between 2 and %d", pieces, egdb.MaxPieces)
		}
		for _, m := range egdb.Slices(pieces) {
			l, known := db.Longest(m)
			if !known {
				return nil, fmt.Errorf("no distances of slice %v in %s", m, endgames.Place(c.DB))
			}
			if l.Win.Plies > 0 {
				all = append(all, conversionStart{l.Win.Position, l.Win.Plies})
			}
		}
	}
	return all, nil
}

// randomStarts draws won positions of the slices that the defender has, by the seed.
func (c egdbConvertCommand) randomStarts(db endgames.Distances, values search.Databases) (all []conversionStart, err error) {
	random := rand.New(rand.NewPCG(c.Seed, 0))
	for i := range c.Random {
		pieces := c.Pieces[i%len(c.Pieces)]
		if pieces < 2 || pieces > values.Pieces() {
			return nil, fmt.Errorf("pieces %d is not between 2 and %d", pieces, values.Pieces())
		}
		start, found := randomStart(random, db, values, pieces)
		if !found {
			return nil, fmt.Errorf("no distances of %d pieces in %s", pieces, endgames.Place(c.DB))
		}
		all = append(all, start)
	}
	return all, nil
}

// randomTries is how many random positions are tried until one has a distance.
const randomTries = 1000

func randomStart(random *rand.Rand, db endgames.Distances, values search.Databases, pieces int) (start conversionStart, found bool) {
	for range randomTries {
		p := search.KnownEnding(random, values, pieces, board.Win)
		if d := db.Distance(p); d.Value == board.Win {
			return conversionStart{p, d.Plies}, true
		}
	}
	return start, false
}
