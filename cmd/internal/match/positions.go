package match

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/internal/file"
)

// positions is the file for the last positions of games, a line each. A position that the file has is not written twice.
type positions struct {
	file  *os.File
	keeps bool            // the file is no device or pipe
	has   map[string]bool // lines
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
	m.positions = &positions{out, keeps, map[string]bool{}}
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
	line := openings.EPD(g.History().Position(), gameName(id, r.Game)+r.Result)
	if p.has[line] {
		return nil
	}
	if _, err := fmt.Fprintln(p.file, line); err != nil {
		return fmt.Errorf("epd: %w", err)
	}
	return nil
}

// gameName begins the name of a position.
func gameName(id string, game int) string { return fmt.Sprintf("%s, game %d: ", event(id), game) }

// withdraw blanks the positions of games of a match in the file. Where it is a device or a pipe, they stay.
func (p *positions) withdraw(id string, games []int) error {
	isGone := func(line string) bool {
		return slices.ContainsFunc(games, func(number int) bool { return strings.Contains(line, gameName(id, number)) })
	}
	maps.DeleteFunc(p.has, func(line string, _ bool) bool { return isGone(line) })
	if !p.keeps {
		return nil
	}
	if err := blank(p.file, bytes.Lines, func(line []byte) bool { return isGone(string(line)) }); err != nil {
		return fmt.Errorf("epd: %w", err)
	}
	return nil
}
