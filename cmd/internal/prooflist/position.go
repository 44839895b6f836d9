package prooflist

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/solve"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Position is a position to prove.
type Position struct {
	ID        string // the file's, or made of its name and the place
	Source    string // file and place
	Position  board.Position
	Published board.Result // the result that the file gives for the side to move, Unknown if it gives none
}

// Choice says which positions of the files are taken. A number of 0 is no limit.
type Choice struct {
	Least, Most int // pieces
	Sample      int // the number of positions that are taken at random, in the order of the files
	Seed        uint64
}

// Read reads the positions of files and takes those of the choice, each position once. A line or game that is no
// position is an error, which names the file and the place.
func Read(ctx context.Context, names []string, c Choice) ([]Position, error) {
	list := positions{choice: c, seen: map[board.Position]bool{}}
	for _, name := range names {
		if err := file.Read(ctx, name, list.read); err != nil {
			return nil, err
		}
	}
	if len(list.taken) == 0 {
		return nil, errors.New("the files have no position with this number of pieces")
	}
	return c.sampled(list.taken), nil
}

// sampled returns some of the positions at random.
func (c Choice) sampled(all []Position) []Position {
	if c.Sample == 0 || c.Sample >= len(all) {
		return all
	}
	places := rand.New(rand.NewPCG(c.Seed, 0)).Perm(len(all))[:c.Sample]
	slices.Sort(places)
	sample := make([]Position, 0, len(places))
	for _, i := range places {
		sample = append(sample, all[i])
	}
	return sample
}

// positions collects positions.
type positions struct {
	choice Choice
	taken  []Position
	seen   map[board.Position]bool
}

// add takes a position if the choice wants it. A position that is over needs no proof.
func (l *positions) add(p Position) {
	n := p.Position.Pieces()
	if n < l.choice.Least || l.choice.Most > 0 && n > l.choice.Most || p.Position.Over() || l.seen[p.Position] {
		return
	}
	l.seen[p.Position] = true
	l.taken = append(l.taken, p)
}

// read reads a file: games if its name ends in .pdn, else a suite or a deck of openings.
func (l *positions) read(name string, from io.Reader) error {
	if file.Extension(name) == ".pdn" {
		return l.readGames(name, from)
	}
	suite, err := solve.ReadPositions(name, from)
	if err != nil {
		return err
	}
	if len(suite.Malformed) > 0 {
		return suite.Malformed[0]
	}
	for _, p := range suite.Problems {
		l.add(Position{p.ID, p.Source, p.Position, p.Result})
	}
	return nil
}

// readGames reads the positions of all games of a file.
func (l *positions) readGames(name string, from io.Reader) error {
	number := 0
	for g, err := range pdn.Read(from) {
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		number++
		for ply, p := range g.Positions(g.Start) {
			l.add(Position{
				ID: fmt.Sprintf("%s#%d:%d", file.Stem(name), number, ply), Source: fmt.Sprintf("%s: game %d", name, number), Position: p,
			})
		}
	}
	return nil
}
