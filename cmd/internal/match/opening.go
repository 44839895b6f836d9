package match

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/protocol/client/keyvalue"
)

// OpeningFlags say from which openings games begin, and in which order.
type OpeningFlags struct {
	Openings *string `help:"Openings, each played twice with colours reversed: ${decks}, or a file .pdn, .csv, .epd or .fen (default 3move); 'FILE order=random seed=N start=N plies=N' shuffles them, begins with number N and plays N moves of each." placeholder:"DECK"`
	Seed     *uint64 `help:"The seed of order=random, which the journal keeps (default: one by chance)." placeholder:"N" min:"1"`
	Start    *int    `help:"The place of the opening that is played first." placeholder:"N" min:"1"`
}

// defaultSuite is played if no openings are named.
const defaultSuite = "3move"

// Keys of the words behind the name of an opening suite.
const (
	orderKey    = "order"
	seedKey     = "seed"
	startKey    = "start"
	deckPlyKey  = "plies"
	fileKey     = "file"
	random      = "random"
	sequential  = "sequential"
	anySeedBits = 32 // a seed by chance is short enough to be typed
)

// deck sets the openings of the flags in the conditions. A random order without a seed has the seed 0.
func (f *OpeningFlags) suite(c *Conditions) error {
	text, order := cli.Or(f.Openings, defaultSuite), openings.Order{}
	c.Suite = text
	if !slices.Contains(openings.Names(), text) && !exists(text) {
		if err := c.parseSuite(text, &order); err != nil {
			return fmt.Errorf("openings: %w", err)
		}
	}
	if f.Start != nil {
		order.Start = *f.Start
	}
	if f.Seed != nil {
		order.Seed, order.Random = *f.Seed, true
	}
	if order != (openings.Order{}) {
		c.Order = &order
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// parseSuite reads the name of an opening suite and the words behind it.
func (c *Conditions) parseSuite(text string, order *openings.Order) error {
	texts, err := keyvalue.Split(text)
	if err != nil || len(texts) == 0 {
		return nil // it is the name of a file, which is not there
	}
	if len(texts) == 1 && !strings.HasPrefix(texts[0], fileKey+"=") {
		c.Suite = texts[0]
		return nil
	}
	all, err := keyvalue.Parse(text, texts[0])
	if err != nil {
		return err
	}
	c.Suite = all[0].Key
	if all[0].Key == fileKey {
		c.Suite = all[0].Value
	}
	for _, w := range all[1:] {
		switch w.Key {
		case orderKey:
			if order.Random = w.Value == random; !order.Random && w.Value != sequential {
				err = fmt.Errorf("order: %s is neither %s nor %s", board.Quote(w.Value), random, sequential)
			}
		case seedKey:
			order.Random = true
			if order.Seed, err = strconv.ParseUint(w.Value, 10, 64); err != nil || order.Seed == 0 {
				err = fmt.Errorf("seed: %s is no whole number above 0", board.Quote(w.Value))
			}
		case startKey:
			order.Start, err = w.Number(1)
		case deckPlyKey:
			order.Plies, err = w.Number(1)
		default:
			err = fmt.Errorf("unknown key %s: there are %s, %s, %s, %s", board.Quote(w.Key), orderKey, seedKey, startKey, deckPlyKey)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// drawSeed gives a random order that has no seed the seed of the journal, or one by chance if there is no journal. It reports whether
// it has given a seed.
func (c *Conditions) drawSeed(journal *Journal) bool {
	if c.Order == nil || !c.Order.Random || c.Order.Seed != 0 {
		return false
	}
	order := *c.Order
	order.Seed = 1 + rand.Uint64N(1<<anySeedBits)
	if journal != nil && journal.Header.Order != nil {
		order.Seed = journal.Header.Order.Seed
	}
	c.Order = &order
	return true
}

// SuiteFile returns the name of the opening suite, "" if the flags name none.
func (f *OpeningFlags) SuiteFile() string {
	var c Conditions
	if f.Openings == nil || f.suite(&c) != nil {
		return ""
	}
	return c.Suite
}
