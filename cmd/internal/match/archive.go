package match

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strconv"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/internal/file"
)

// GamesFile is a PDN file to whose end games are written. What is there already stays.
type GamesFile struct {
	file  *os.File
	keeps bool // the file is no device or pipe
}

// OpenGames opens or creates a file for games. Whole, which may be nil, returns how many bytes of the text in the file stay.
func OpenGames(path string, whole func(text []byte) int) (*GamesFile, error) {
	out, keeps, err := file.OpenEnd(path)
	if err != nil {
		return nil, fmt.Errorf("pdn: %w", err)
	}
	f := &GamesFile{out, keeps}
	if err := f.repair(whole); err != nil {
		return nil, errors.Join(fmt.Errorf("pdn %s: %w", path, err), out.Close())
	}
	return f, nil
}

// repair cuts the text in the file, and adds a line end if the text does not end with one.
func (f *GamesFile) repair(whole func(text []byte) int) error {
	if !f.keeps {
		return nil
	}
	text, err := io.ReadAll(f.file)
	if err != nil {
		return err
	}
	if !file.IsPlain(text) {
		return errors.New("the file is packed or UTF-16, so no game can be added to it")
	}
	size := len(text)
	if whole != nil {
		text = text[:whole(text)]
	}
	if err := holdsGames(text); err != nil {
		return fmt.Errorf("the file is not PDN, so no game is added to it: %w", err)
	}
	if len(text) < size { // without need nothing is cut, for another match may write to the file
		if err := f.file.Truncate(int64(len(text))); err != nil {
			return err
		}
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		_, err = f.file.WriteString("\n")
	}
	return err
}

// holdsGames returns pdn.ErrNoGame for a text that is neither blank nor games.
func holdsGames(text []byte) error {
	if len(bytes.TrimSpace(bytes.TrimPrefix(text, []byte(file.Mark)))) == 0 {
		return nil
	}
	for g, err := range pdn.Read(bytes.NewReader(text)) {
		if g == nil {
			return err
		}
		if len(g.Tags)+len(g.Moves) > 0 {
			break // a file may be large
		}
	}
	return nil
}

// Add writes a game to the end of the file and waits until it is on the disk. A regular file gets the whole game or nothing; a pipe
// or a device may get a part.
func (f *GamesFile) Add(g *pdn.Game) error {
	var text bytes.Buffer
	if err := pdn.Write(&text, g); err != nil {
		return err
	}
	if err := f.write(text.Bytes()); err != nil {
		return fmt.Errorf("pdn: %w", err)
	}
	return nil
}

func (f *GamesFile) write(game []byte) error {
	if !f.keeps {
		_, err := f.file.Write(game)
		return err
	}
	end, err := f.file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if _, err := f.file.Write(game); err != nil {
		return errors.Join(err, f.file.Truncate(end))
	}
	return f.file.Sync()
}

// Close closes the file.
func (f *GamesFile) Close() error { return f.file.Close() }

// Archive is the file for the games of a match, which are written as they finish. A game of the match that the file holds is
// not written twice.
type Archive struct {
	*GamesFile
	plan *Plan
	id   string          // of the match
	has  map[string]bool // rounds of this match

	Fields PDNFields // of the comments
}

// OpenArchive opens or creates a file for the games of a match. It cuts off a last game of this match that was not written
// to its end. Games of other matches stay as they are.
func OpenArchive(path string, plan *Plan, id string) (*Archive, error) {
	games, err := OpenGames(path, func(text []byte) int { return wholeLength(text, id) })
	if err != nil {
		return nil, err
	}
	a := &Archive{GamesFile: games, plan: plan, id: id, has: map[string]bool{}}
	if err := a.findGames(); err != nil {
		return nil, errors.Join(fmt.Errorf("pdn %s: %w", path, err), a.Close())
	}
	return a, nil
}

// wholeLength returns the length of a file's text, in bytes, without a last game of the match that was not written to its end.
func wholeLength(text []byte, id string) int {
	first := fmt.Appendf(nil, "[Event %q]", event(id))
	if begin := bytes.LastIndexByte(text, '\n') + 1; bytes.HasPrefix(first, text[begin:]) {
		text = text[:begin] // the first line of the game is cut off
	}
	last := bytes.LastIndex(text, first)
	if last < 0 || !isCut(text[last:]) {
		return len(text)
	}
	return last
}

// isCut reports whether a text is nothing but the beginning of a game that this package has written. A whole game ends with a
// star, and after its moves the tags of another game may follow.
func isCut(game []byte) bool {
	inMoves := false
	for line := range bytes.Lines(game) {
		line = bytes.TrimSpace(line)
		isTag := bytes.HasPrefix(line, []byte("[")) && !bytes.HasPrefix(line, []byte("[%"))
		if bytes.HasSuffix(line, []byte("*")) || inMoves && isTag {
			return false
		}
		inMoves = inMoves || len(line) > 0 && !isTag
	}
	return true
}

// findGames reads which games of the match the file holds.
func (a *Archive) findGames() error {
	if !a.keeps {
		return nil
	}
	if _, err := a.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	for g, err := range pdn.Read(a.file) {
		var broken *pdn.GameError
		switch {
		case errors.As(err, &broken): // a game of another match or program
		case errors.Is(err, pdn.ErrNoGame): // the file is empty
		case err != nil:
			return err
		case g.Tags.Get("Event") == event(a.id):
			a.has[g.Tags.Get("Round")] = true
		}
	}
	return nil
}

// withdraw blanks games of the match in the file. Where it is a device or a pipe, they stay.
func (a *Archive) withdraw(games []int) error {
	for _, number := range games {
		delete(a.has, strconv.Itoa(number))
	}
	if !a.keeps {
		return nil
	}
	first := fmt.Appendf(nil, "[Event %q]", event(a.id))
	err := blank(a.file, gamesOf, func(game []byte) bool {
		return bytes.HasPrefix(game, first) && slices.ContainsFunc(games, func(number int) bool {
			return bytes.Contains(game, fmt.Appendf(nil, "\n[Round \"%d\"]", number))
		})
	})
	if err != nil {
		return fmt.Errorf("pdn: %w", err)
	}
	return nil
}

// gamesOf returns the parts of a text that begin with the tag Event at the beginning of a line, and what is before them.
func gamesOf(text []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		begin := 0
		for at := 0; at < len(text); {
			if at > begin && bytes.HasPrefix(text[at:], []byte("[Event ")) {
				if !yield(text[begin:at]) {
					return
				}
				begin = at
			}
			_, rest, ended := bytes.Cut(text[at:], []byte("\n"))
			if at = len(text) - len(rest); !ended {
				at = len(text)
			}
		}
		yield(text[begin:])
	}
}

// blank writes spaces over those parts of a file that gone reports. All else stays where it is: another match may write to the end of
// the file at the same time, and a program that is killed here loses nothing.
func blank(f *os.File, parts func(text []byte) iter.Seq[[]byte], gone func(part []byte) bool) error {
	text, err := os.ReadFile(f.Name())
	if err != nil {
		return err
	}
	out, err := os.OpenFile(f.Name(), os.O_WRONLY, 0) // f writes at the end only
	if err != nil {
		return err
	}
	at := int64(0)
	for part := range parts(text) {
		if gone(part) {
			for i, c := range part {
				if c != '\n' {
					part[i] = ' '
				}
			}
			if _, err := out.WriteAt(part, at); err != nil {
				return errors.Join(err, out.Close())
			}
		}
		at += int64(len(part))
	}
	return errors.Join(out.Sync(), out.Close())
}

// Add writes a game unless the file has it.
func (a *Archive) Add(r Record) error {
	round := strconv.Itoa(r.Game)
	if a.has[round] {
		return nil
	}
	g, err := a.plan.score(a.id, r, a.Fields)
	if err == nil {
		err = a.GamesFile.Add(g)
	}
	a.has[round] = err == nil
	return err
}
