package webboard

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/prooftree"
	conversation "github.com/zonda-checkers/zonda/protocol/page"
)

// Files are the files of games in the folder where the board was started.
type Files struct {
	Folder string   `json:"folder"`
	Names  []string `json:"names"`
}

// File names a file of the folder.
type File struct {
	Name string `json:"name"`
}

// gameExtension ends the names of files of games: a page opens and saves no others.
const gameExtension = ".pdn"

// mostFiles is the largest number of files that a page is told.
const mostFiles = 500

func (v *visit) files(context.Context, *conversation.Session, conversation.Nothing) (Files, error) {
	names, err := v.server.named(gameExtension)
	folder, wrong := filepath.Abs(v.server.options.Folder)
	if wrong != nil {
		folder = v.server.options.Folder
	}
	return Files{filepath.Base(folder), names}, err
}

// named returns the names of the files of the folder that end in one of the extensions.
func (s *Server) named(extensions ...string) ([]string, error) {
	entries, err := fs.ReadDir(s.folder.FS(), ".")
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, e := range entries {
		extension := strings.ToLower(filepath.Ext(e.Name()))
		if s.isFile(e) && slices.Contains(extensions, extension) && len(names) < mostFiles && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// isFile reports whether an entry of the folder is a file, or a link to one within the folder.
func (s *Server) isFile(e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.Type().IsRegular()
	}
	info, err := s.folder.Stat(e.Name())
	return err == nil && info.Mode().IsRegular()
}

// fileName returns a name without spaces at its ends, with the extension if it has none, or an error unless it is the name of a
// file of games in the folder itself.
func (s *Server) fileName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" {
		return "", errors.New("the file has no name: type one, such as game" + gameExtension)
	}
	if info, err := s.folder.Stat(strings.TrimRight(name, `/\`)); err == nil && info.IsDir() {
		return "", fmt.Errorf("%s is a folder, not a file: choose another name", name)
	}
	if strings.HasPrefix(name, ".") || name != filepath.Base(name) || strings.ContainsAny(name, `/\:`) || strings.ContainsFunc(name, unicode.IsControl) {
		return "", fmt.Errorf("%s is no name of a file in this folder", board.Quote(name))
	}
	if filepath.Ext(name) == "" {
		name += gameExtension
	}
	if strings.ToLower(filepath.Ext(name)) != gameExtension {
		return "", fmt.Errorf("%s does not end in %s", board.Quote(name), gameExtension)
	}
	return name, nil
}

// readFile reads a file of the folder with a size of up to most bytes.
func (s *Server) readFile(name string, most int64) ([]byte, error) {
	in, err := s.folder.Open(name)
	if err != nil {
		return nil, plain(name, err)
	}
	defer in.Close() //nolint:errcheck // only read
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	switch {
	case err != nil:
		return nil, plain(name, err)
	case int64(len(data)) > most:
		return nil, fmt.Errorf("%s is larger than %d MiB", name, most>>20)
	}
	return data, nil
}

// plain returns an error about a file that names no folder of this machine.
func plain(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// Proofs are the proofs whose stores lie in the folder where the board was started.
type Proofs struct {
	Proofs []Proof `json:"proofs"`
}

// Proof is the state of a long proof.
type Proof struct {
	Name    string `json:"name"`
	FEN     string `json:"fen"`
	Verdict string `json:"verdict"`
	Running bool   `json:"running"`
	Workers int    `json:"workers"`
	Lines   string `json:"lines"` // the whole status as zonda prove status prints it
	Problem string `json:"problem,omitempty"`
}

// statusExtension ends the names of the files in which zonda prove serve tells its status.
const statusExtension = ".status"

func (v *visit) proofs(context.Context, *conversation.Session, conversation.Nothing) (Proofs, error) {
	names, err := v.server.named(statusExtension)
	if err != nil {
		return Proofs{}, err
	}
	list := Proofs{Proofs: []Proof{}}
	for _, name := range names {
		list.Proofs = append(list.Proofs, v.server.proof(strings.TrimSuffix(name, statusExtension)))
	}
	return list, nil
}

func (s *Server) proof(name string) Proof {
	p := Proof{Name: name}
	r, err := prooftree.ReadStatus(filepath.Join(s.options.Folder, name))
	if err != nil {
		p.Problem = plain(name, err).Error()
		return p
	}
	var lines strings.Builder
	_ = r.Print(&lines) // a Builder takes everything
	if at, err := r.Position(); err == nil {
		p.FEN = at.FEN()
	}
	p.Lines = lines.String()
	p.Verdict, p.Running, p.Workers = r.Verdict().String(), r.Running, r.Workers
	return p
}
