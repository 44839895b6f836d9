package webboard

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"

	"github.com/zonda-checkers/zonda/internal/file"
	conversation "github.com/zonda-checkers/zonda/protocol/page"
)

// stored is a file of games of the folder, as it is on the disk.
type stored struct {
	name    string
	data    []byte
	digest  string      // of the data; empty if there is no file
	games   *collection // nil if no game can be read
	problem error       // why no game can be read
	before  int         // bytes of data before the text of games; -1 if data is more than this text, such as UTF-16
}

// stored reads a file of the folder. A file that does not exist has no digest, and neither has a device or a pipe, of which
// nothing is read.
func (s *Server) stored(name string) (*stored, error) {
	at := &stored{name: name, problem: fmt.Errorf("%s: %w", name, fs.ErrNotExist)}
	info, err := s.folder.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular():
		return at, nil
	case err != nil:
		return nil, plain(name, err)
	}
	if at.data, err = s.readFile(name, mostGamesBytes); err != nil {
		return nil, err
	}
	return at, at.read()
}

// read finds the games of the data.
func (at *stored) read() error {
	at.digest = digest(at.data)
	text, err := file.Decode(at.name, at.data, mostGamesBytes)
	if err != nil {
		return err
	}
	at.before = textOffset(at.data, text)
	if at.games, at.problem = newCollection(at.name, text); at.problem == nil {
		at.games.Digest = at.digest
	}
	return nil
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// textOffset returns where a text begins in the data from which it was decoded, -1 if the data holds it in another form. Data
// may begin with a byte order mark and end with the end of a file in DOS.
func textOffset(data, text []byte) int {
	const mark, dosEnd = "\uFEFF", "\x1A"
	plain := bytes.TrimPrefix(data, []byte(mark))
	if whole, _, ended := bytes.Cut(plain, []byte(dosEnd)); ended {
		text = bytes.TrimSuffix(text, []byte("\n"))
		plain = whole
	}
	if !bytes.Equal(plain, text) {
		return -1
	}
	return len(data) - len(bytes.TrimPrefix(data, []byte(mark)))
}

// describe keeps the collection of a file for the page, if it holds games, and describes it.
func (s *Server) describe(at *stored) Collection {
	undo := s.changes.last(at.name, at.digest)
	if at.games == nil {
		return Collection{Name: at.name, Digest: at.digest, Undo: undo}
	}
	at.games.Undo = undo
	s.library.add(at.games)
	return at.games.Collection
}

func (v *visit) open(_ context.Context, _ *conversation.Session, q File) (Collection, error) {
	at, err := v.find(q)
	if err != nil {
		return Collection{}, err
	}
	if at.games == nil {
		return Collection{}, at.problem
	}
	return v.server.describe(at), nil
}

// inspect describes a file that a page wants to save into. It may hold no game, or not exist: then it has no digest.
func (v *visit) inspect(_ context.Context, _ *conversation.Session, q File) (Collection, error) {
	at, err := v.find(q)
	if err != nil {
		return Collection{}, err
	}
	return v.server.describe(at), nil
}

// find reads the file that a page has named.
func (v *visit) find(q File) (*stored, error) {
	name, err := v.server.fileName(q.Name)
	if err != nil {
		return nil, err
	}
	return v.server.stored(name)
}
