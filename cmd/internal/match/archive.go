package match

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Archive is a PDN file to whose end the games of a match are written as they finish.
// What is there already stays, and a game of the match that it holds is not
// written twice.
type Archive struct {
	plan  *Plan
	id    string // of the match
	file  *os.File
	keeps bool            // the file is no device or pipe
	has   map[string]bool // rounds of this match
}

// OpenArchive opens or creates a file for the games of a match.
func OpenArchive(path string, plan *Plan, id string) (*Archive, error) {
	out, keeps, err := file.OpenEnd(path)
	if err != nil {
		return nil, fmt.Errorf("pdn: %w", err)
	}
	a := &Archive{plan: plan, id: id, file: out, keeps: keeps, has: map[string]bool{}}
	if !keeps {
		return a, nil
	}
	if err = a.repair(); err == nil {
		err = a.findGames()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("pdn %s: %w", path, err), out.Close())
	}
	return a, nil
}

// repair cuts off a last game of this match that was not written to its end, and adds a line end if the
// file does not end with one. Games of other matches stay as they are.
func (a *Archive) repair() error {
	text, err := io.ReadAll(a.file)
	if err != nil {
		return err
	}
	if !file.IsPlain(text) {
		return errors.New("the file is packed or UTF-16, so no game can be added to it")
	}
	whole := a.wholeLength(text)
	if err := a.file.Truncate(int64(whole)); err != nil {
		return err
	}
	if whole > 0 && text[whole-1] != '\n' {
		_, err = a.file.WriteString("\n")
	}
	return err
}

// wholeLength returns the length of a file's text, in bytes, without a last game of this match that was
// not written to its end. A whole game ends with a star.
func (a *Archive) wholeLength(text []byte) int {
	first := []byte(fmt.Sprintf("[Event %q]", event(a.id)))
	if begin := bytes.LastIndexByte(text, '\n') + 1; bytes.HasPrefix(first, text[begin:]) {
		text = text[:begin] // the first line of the game is cut off
	}
	last := bytes.LastIndex(text, first)
	if last < 0 || bytes.HasSuffix(bytes.TrimSpace(text[last:]), []byte{'*'}) {
		return len(text)
	}
	return last
}

// findGames reads which games of the match the file holds.
func (a *Archive) findGames() error {
	if _, err := a.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	games := pdn.NewReader(a.file)
	for {
		g, err := games.Read()
		var broken *pdn.GameError
		switch {
		case err == io.EOF || errors.Is(err, pdn.ErrNoGame): // text that is no game stays
			return nil
		case errors.As(err, &broken): // a game of another match or program
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
	if err := a.write(text.Bytes()); err != nil {
		return fmt.Errorf("pdn: %w", err)
	}
	a.has[round] = true
	return nil
}

// write writes a game to the end of the file, whole or not at all if the file keeps what is written.
func (a *Archive) write(game []byte) error {
	if !a.keeps {
		_, err := a.file.Write(game)
		return err
	}
	end, err := a.file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if _, err := a.file.Write(game); err != nil {
		return errors.Join(err, a.file.Truncate(end))
	}
	return a.file.Sync()
}

// Close closes the file.
func (a *Archive) Close() error { return a.file.Close() }
