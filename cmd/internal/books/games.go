package books

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/antibooklearn"
	"github.com/zonda-checkers/zonda/internal/file"
)

// ReadGames visits the games of a PDN file with their numbers, which begin with 1. If a game cannot be
// read to its end, the error goes to stderr, and visit gets the moves before the error. Games of another kind of
// draughts, and those without a readable starting position, are left out; it is an error if no game is left.
func ReadGames(ctx context.Context, name string, visit func(number int, g *pdn.Game) error) error {
	return file.Read(ctx, name, func(name string, from io.Reader) error { return readGames(name, from, visit) })
}

func readGames(name string, from io.Reader, visit func(number int, g *pdn.Game) error) error {
	number, visited := 0, 0
	for g, err := range pdn.Read(from) {
		var broken *pdn.GameError
		switch {
		case errors.As(err, &broken):
			fmt.Fprintf(os.Stderr, "%s: %s\n", name, broken)
		case err != nil:
			return fmt.Errorf("%s: %w", name, err)
		}
		number++
		if !g.StartKnown() {
			continue
		}
		visited++
		if err := visit(number, g); err != nil {
			return err
		}
	}
	if visited == 0 {
		return fmt.Errorf("%s: %w", name, pdn.ErrNoGame)
	}
	return nil
}

// GamesOf returns the games of a PDN file as far as they can be read.
func GamesOf(ctx context.Context, name string) (all []antibooklearn.Game, err error) {
	err = ReadGames(ctx, name, func(number int, g *pdn.Game) error {
		all = append(all, antibooklearn.Game{Name: fmt.Sprintf("%s game %d", filepath.Base(name), number), Game: g})
		return nil
	})
	return all, err
}
