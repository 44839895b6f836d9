package library

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sort"

	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// stored is a file of games of the folder, as it is on the disk.
type stored struct {
	name    string
	data    []byte
	digest  string      // of the data; empty if there is no file
	games   *collection // nil if there is no game
	problem error       // why no game can be read
	shifts  []shift     // where the data has bytes that the text of the games leaves out
	plain   bool        // the data is this text but for those bytes, and not packed or UTF-16
}

// shift says how many bytes further on the data has what the text has from an offset on.
type shift struct{ from, by int }

// stored reads a file of the folder. A file that does not exist has no digest, and neither has a device or a pipe, of which
// nothing is read.
func (d *Library) stored(name string) (*stored, error) {
	at := &stored{name: name, problem: fmt.Errorf("%s: %w", name, fs.ErrNotExist)}
	info, err := d.folder.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular():
		return at, nil
	case err != nil:
		return nil, Plain(name, err)
	}
	if at.data, err = d.readFile(name, MaxGamesBytes); err != nil {
		return nil, err
	}
	read, end := d.collections.readings.begin(name, len(at.data))
	defer end()
	return at, at.read(d.collections.known(name), read)
}

// read finds the games of the data. If a collection is known that was read from the same data, its games are taken. Far is called with
// the bytes that have been read; an error of it ends the reading.
func (at *stored) read(known *collection, far func(bytes int) error) error {
	at.digest = digest(at.data)
	text, err := file.Decode(at.name, at.data, MaxGamesBytes)
	if err != nil {
		return err
	}
	at.shifts, at.plain = shifts(at.data, text)
	if known != nil && known.Digest == at.digest {
		same := *known
		at.games, at.problem = &same, known.problem
		return nil
	}
	if at.games, at.problem = newCollection(at.name, text, far); errors.Is(at.problem, talk.ErrStopped) {
		return at.problem
	}
	if at.games != nil {
		at.games.Digest, at.games.Packed, at.games.problem = at.digest, !at.plain, at.problem
	}
	return nil
}

func digest(data []byte) string {
	sum := sha256.New()
	_, _ = io.Copy(sum, yield.Reader(bytes.NewReader(data))) // a sum takes everything
	return hex.EncodeToString(sum.Sum(nil))
}

// shifts compares data with the text that file.Decode has made of it: byte order marks and what follows the end of a file in DOS are
// left out, and such an end or a carriage return alone is a line feed. It returns false if data holds the text in another form.
func shifts(data, text []byte) (found []shift, plain bool) {
	if bytes.Equal(data, text) { // as most files, which would take long byte by byte
		return nil, file.IsPlain(data)
	}
	at := 0 // in the text
	for i := 0; i < len(data); {
		switch c := data[i]; {
		case bytes.HasPrefix(data[i:], []byte(file.Mark)):
			i += len(file.Mark)
			found = append(found, shift{at, i - at})
		case at < len(text) && (c == text[at] || text[at] == '\n' && (c == '\r' || c == dosEnd)):
			i++
			at++
		case c == 0 || c == dosEnd:
			i++
			found = append(found, shift{at, i - at})
		default:
			return nil, false
		}
	}
	return found, at == len(text) && file.IsPlain(data)
}

const dosEnd = 0x1A // the end of a file in DOS

// offset returns where the data has a byte of the text.
func (at *stored) offset(inText int) int {
	behind := sort.Search(len(at.shifts), func(i int) bool { return at.shifts[i].from > inText })
	if behind == 0 {
		return inText
	}
	return inText + at.shifts[behind-1].by
}

// describe keeps the collection of a file for the page, if it holds games, and describes it. What the library had of the file before
// is gone.
func (d *Library) describe(at *stored) Collection {
	last := d.versions.before(at)
	if at.games == nil {
		d.collections.drop(at.name)
		return Collection{Name: at.name, Digest: at.digest, Undo: last.Change, UndoID: last.ID}
	}
	at.games.Undo, at.games.UndoID = last.Change, last.ID
	d.collections.add(at.games)
	return at.games.Collection
}

// fileEvent is the name of the events about a file of games that another page has changed.
const fileEvent = "file"

// told describes a file that a page has changed, to the other pages too.
func (d *Library) told(page *talk.Session, at *stored) Collection {
	c := d.describe(at)
	d.pages.Range(func(other, _ any) bool {
		if other != page {
			other.(*talk.Session).Emit(fileEvent, c)
		}
		return true
	})
	return c
}

func (v *visit) open(_ context.Context, _ *talk.Session, q File) (Collection, error) {
	at, err := v.find(q)
	if err != nil {
		return Collection{}, err
	}
	if at.problem != nil {
		return Collection{}, at.problem
	}
	return v.library.describe(at), nil
}

// inspect describes a file that a page wants to save into. It may hold no game, or not exist: then it has no digest.
func (v *visit) inspect(_ context.Context, _ *talk.Session, q File) (Collection, error) {
	at, err := v.find(q)
	if err != nil {
		return Collection{}, err
	}
	return v.library.describe(at), nil
}

// find reads the file that a page has named.
func (v *visit) find(q File) (*stored, error) {
	name, err := v.library.fileName(q.Name)
	if err != nil {
		return nil, err
	}
	return v.library.stored(name)
}
