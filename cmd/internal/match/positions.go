package match

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/internal/file"
)

// positions is the file for the last positions of games, a line each. A position that the file has is not written twice.
type positions struct {
	file *os.File
	has  map[string]bool // lines
}

// openPositions opens the file of --epd and writes the positions of earlier runs that it does not hold.
func (m *Session) openPositions() error {
	if m.options.EPD == "" {
		return nil
	}
	out, keeps, err := file.OpenEnd(m.options.EPD)
	if err != nil {
		return fmt.Errorf("epd: %w", err)
	}
	m.positions = &positions{out, map[string]bool{}}
	if keeps {
		text, err := io.ReadAll(out)
		if err == nil && len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
			_, err = out.WriteString("\n")
		}
		if err != nil {
			return fmt.Errorf("epd %s: %w", m.options.EPD, err)
		}
		for line := range strings.Lines(string(text)) {
			m.positions.has[strings.TrimRight(line, "\r\n")] = true
		}
	}
	for _, r := range m.journal.past {
		if err := m.positions.add(m.plan, m.journal.id, r); err != nil {
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
