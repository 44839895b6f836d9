// Package jobs has the kinds of work that this program gives to other machines, and does for them. For each kind
// there is the crew of its producer and the doer of a worker, with the input that stands in messages between them.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/work"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Tools are what the doers of a worker share.
type Tools struct {
	Databases *egdb.DB          // those in the program
	Engines   map[string]string // programs of other engines, by their names
	Speed     uint64            // nodes a second of a thread, for games with clocks
	Leaves    *egdb.DB          // the databases that end the lines of proofs
}

// All returns the kinds of work that this program does.
func All(t Tools) work.Kinds {
	return work.Kinds{
		SelfPlay: func(files *work.Files) (work.Doer, error) {
			return &selfPlayer{files: files, databases: t.Databases}, nil
		},
		Game:   func(files *work.Files) (work.Doer, error) { return &gamePlayer{files: files, tools: t}, nil },
		Search: func(*work.Files) (work.Doer, error) { return &searcher{}, nil },
		Proof:  func(*work.Files) (work.Doer, error) { return &prover{databases: t.Leaves}, nil },
	}
}

// readInput reads the input of a piece from a message and checks it. Its error is a Refusal: no worker can do the piece.
func readInput[I any](data json.RawMessage, check func(I) error) (input I, err error) {
	if err = json.Unmarshal(data, &input); err == nil {
		err = check(input)
	}
	if err != nil {
		return input, work.Refusal{Err: err}
	}
	return input, nil
}

// deck is a deck of openings in a message: one in the program, or a file that the server has.
type deck struct {
	Name      string `json:"name,omitempty"` // of a deck in the program
	File      string `json:"file,omitempty"` // checksum
	Extension string `json:"extension,omitempty"`
}

// shareDeck returns a deck for messages. A file goes to the server.
func (p *Producer) shareDeck(ctx context.Context, name string) (d deck, err error) {
	if slices.Contains(openings.Names(), name) {
		return deck{Name: name}, nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return d, err
	}
	d.Extension = file.Extension(name)
	d.File, err = p.Link.Share(ctx, data)
	return d, err
}

// open returns the openings of a deck from a message.
func (d deck) open(ctx context.Context, files *work.Files, barred bool) ([]openings.Opening, error) {
	if d.File == "" {
		if !slices.Contains(openings.Names(), d.Name) {
			return nil, work.Refusal{Err: errors.New("the piece has a deck of openings that this program does not have")}
		}
		return openings.Open(d.Name, barred)
	}
	name, err := files.Fetch(ctx, d.File, d.Extension)
	if err != nil {
		return nil, err
	}
	all, err := openings.Open(name, barred)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		err = work.Refusal{Err: err}
	}
	return all, err
}
