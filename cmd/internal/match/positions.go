package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/internal/file"
)

// positions is the file for the last positions of games, a line each. A position that the file has is not written twice.
type positions struct {
	file *os.File
	has  map[string]bool // lines
}

// openPositions opens the file of --epd and writes the positions of earlier runs that it does not hold.
func (m *Session) openPositions(context.Context) error {
	if m.options.EPD == "" {
		return nil
	}
	out, keeps, err := file.OpenEnd(m.options.EPD)
	if err != nil {
		return fmt.Errorf("epd: %w", err)
	}
	m.positions = &positions{out, map[string]bool{}}
	if keeps {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			m.positions.has[lines.Text()] = true
		}
		_, err := out.Seek(0, io.SeekEnd)
		if err := errors.Join(lines.Err(), err); err != nil {
			return fmt.Errorf("epd %s: %w", m.options.EPD, err)
		}
	}
	for _, r := range m.past {
		if err := m.positions.add(m.plan, m.id, r); err != nil {
			return err
		}
	}
	return nil
}

// add writes the last position of a game of a match.
func (p *positions) add(plan *Plan, id string, r Record) error {
	g, err := plan.GameScore(id, r)
	if err != nil {
		return err
	}
	line := openings.EPD(g.History().Position(), fmt.Sprintf("%s, game %d: %s", event(id), r.Game, r.Result))
	if p.has[line] {
		return nil
	}
	if _, err := fmt.Fprintln(p.file, line); err != nil {
		return fmt.Errorf("epd: %w", err)
	}
	return nil
}
