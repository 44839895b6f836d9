package tree

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// FormatVersion is the version of items, results and the store.
const FormatVersion = 1

// RulesVersion is the version of the rules: English draughts, repetitions win for nobody, no move rule.
const RulesVersion = 1

// Versions name what an answer depends on. A worker with other versions must not solve an item.
type Versions struct {
	Format   int    `json:"format"`
	Rules    int    `json:"rules"`
	Solver   string `json:"solver"`
	Pieces   int    `json:"pieces"`   // of the largest database positions that end a line
	Database uint32 `json:"database"` // checksum of the databases
}

// Difference returns an error that names the first version in which v is not what is wanted, nil if all are equal.
func (v Versions) Difference(want Versions) error {
	for _, part := range []struct {
		name       string
		have, want any
	}{
		{"format", v.Format, want.Format},
		{"rules", v.Rules, want.Rules},
		{"solver", v.Solver, want.Solver},
		{"database pieces", v.Pieces, want.Pieces},
		{"database checksum", fmt.Sprintf("%08x", v.Database), fmt.Sprintf("%08x", want.Database)},
	} {
		if part.have != part.want {
			return fmt.Errorf("%s %v, not %v", part.name, part.have, part.want)
		}
	}
	return nil
}

// Hints are what is known of an item's position. They do not change its answer.
type Hints struct {
	Score *int16 `json:"score,omitempty"` // of the engine for the attacker, in hundredths of a man
}

// Item is a question for a worker: can Black force a win from the position? An Item is complete in itself and goes to
// other machines as JSON. It contains no path, so that its answer holds after all moves that lead to the position.
type Item struct {
	ID       string   `json:"id"`       // see Identity
	Position string   `json:"position"` // FEN; turned so that the attacker is Black
	Budget   uint64   `json:"budget"`   // nodes
	Seed     uint64   `json:"seed"`     // of the order of moves; not 0 if the item verifies an answer
	Hints    Hints    `json:"hints"`
	Versions Versions `json:"versions"`
	Epoch    uint64   `json:"epoch"` // counts how often the store was opened for work
}

// Leaves returns the databases that end the lines.
func (v Versions) Leaves() certificate.Leaves {
	return certificate.Leaves{Pieces: v.Pieces, Sum: v.Database}
}

// newItem returns an item with its identity.
func newItem(p board.Position, budget, seed uint64, v Versions) Item {
	item := Item{Position: p.FEN(), Budget: budget, Seed: seed, Versions: v}
	item.ID = item.Identity()
	return item
}

// Identity returns the name of an item, in hexadecimal digits: SHA-256 of position, budget, seed and versions. An item
// that is published again has the same name.
func (i Item) Identity() string {
	i.ID, i.Hints, i.Epoch = "", Hints{}, 0
	if p, err := board.ParseFEN(i.Position); err == nil {
		i.Position = fmt.Sprintf("%x %s", certificate.CodeOf(p), p.Turn) // one text for a position
	}
	text, err := json.Marshal(i)
	if err != nil {
		panic(err) // an Item has nothing that JSON cannot hold
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Question returns the question of the item, and an error if the item is not one that a manager makes.
func (i Item) Question() (certificate.Question, error) {
	p, err := board.ParseFEN(i.Position)
	switch {
	case err != nil:
		return certificate.Question{}, fmt.Errorf("item: %w", err)
	case i.ID != i.Identity():
		return certificate.Question{}, fmt.Errorf("item %s: its contents are those of item %s", board.Quote(i.ID), i.Identity())
	}
	return certificate.Question{Position: p, Attacker: board.Black}, nil
}
