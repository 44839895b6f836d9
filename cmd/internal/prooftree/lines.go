package prooftree

import (
	"context"
	"fmt"
	"io"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// readLines returns the positions of the games of PDN files.
func readLines(ctx context.Context, names []string) (lines [][]board.Position, err error) {
	for _, name := range names {
		err := file.Read(ctx, name, func(name string, from io.Reader) error {
			for g, err := range pdn.Read(from) {
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				lines = append(lines, g.Positions(g.Start))
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// follow shows lines to a manager. It is an error if no line reaches the goal.
func follow(m *tree.Manager, lines [][]board.Position) error {
	best := 0
	for _, line := range lines {
		reached, err := m.Follow(line)
		if err != nil {
			return err
		}
		best = max(best, reached)
	}
	if len(lines) > 0 && best == 0 {
		return fmt.Errorf("none of the %s reaches the goal's position", cli.Count(len(lines), "line", "lines"))
	}
	return nil
}
