package jobs

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/decks"
	"github.com/zonda-checkers/zonda/cmd/internal/work"
	"github.com/zonda-checkers/zonda/internal/file"
)

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
		_, all, err := decks.Open(d.Name, barred)
		return all, err
	}
	name, err := files.Fetch(ctx, d.File, d.Extension)
	if err != nil {
		return nil, err
	}
	_, all, err := decks.Open(name, barred)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		err = work.Refusal{Err: err}
	}
	return all, err
}
