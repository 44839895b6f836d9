package match

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/zonda-checkers/zonda/protocol/pdn"
)

// Archive is a PDN file to whose end the games of a match are written as they finish.
// What is there already stays, and a game of the match that it holds is not
// written twice.
type Archive struct {
	plan *Plan
	id   string // of the match
	file *os.File
	has  map[string]bool // rounds of this match
}

// OpenArchive opens or creates a file for the games of a match.
func OpenArchive(path string, plan *Plan, id string) (*Archive, error) {
	const permissions = 0o644
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, permissions)
	if err != nil {
		return nil, fmt.Errorf("pdn: %w", err)
	}
	a := &Archive{plan: plan, id: id, file: file, has: map[string]bool{}}
	if err := errors.Join(a.look(), a.endLine()); err != nil {
		return nil, errors.Join(fmt.Errorf("pdn %s: %w", path, err), file.Close())
	}
	return a, nil
}

// endLine makes sure that a game begins on a line of its own, whatever a program that
// was killed has left.
func (a *Archive) endLine() error {
	end, err := a.file.Seek(0, io.SeekEnd)
	if err != nil || end == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := a.file.ReadAt(last, end-1); err != nil || last[0] == '\n' {
		return err
	}
	_, err = a.file.WriteString("\n")
	return err
}

// look finds the games of the match that the file has.
func (a *Archive) look() error {
	games := pdn.NewReader(a.file)
	for {
		g, err := games.Read()
		var broken *pdn.GameError
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &broken): // a game of someone else's, or one that was cut off
		case err != nil:
			return err
		case g.Tags.Get("Event") == event(a.id):
			a.has[g.Tags.Get("Round")] = true
		}
	}
}

// Add writes a game unless the file has it.
func (a *Archive) Add(r Record) error {
	round := strconv.Itoa(r.Game)
	if a.has[round] {
		return nil
	}
	g, err := a.plan.GameScore(a.id, r)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := pdn.Write(&text, g); err != nil {
		return err
	}
	if _, err := a.file.Write(text.Bytes()); err != nil {
		return fmt.Errorf("pdn: %w", err)
	}
	a.has[round] = true
	return a.file.Sync()
}

// Close closes the file.
func (a *Archive) Close() error { return a.file.Close() }
