package library

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
	"unicode/utf8"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/internal/pattern"
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

// maxFiles is the largest number of files that a page is told.
const maxFiles = 500

func (v *visit) files(context.Context, *talk.Session, talk.Nothing) (Files, error) {
	names, err := v.library.Named(gameExtension)
	folder, wrong := filepath.Abs(v.library.path)
	if wrong != nil {
		folder = v.library.path
	}
	return Files{filepath.Base(folder), names}, err
}

// Named returns the names of the files of the folder that end in one of the extensions.
func (d *Library) Named(extensions ...string) ([]string, error) {
	entries, err := fs.ReadDir(d.folder.FS(), ".")
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, e := range entries {
		extension := strings.ToLower(filepath.Ext(e.Name()))
		if d.isFile(e) && slices.Contains(extensions, extension) && len(names) < maxFiles && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// isFile reports whether an entry of the folder is a file, or a link to one within the folder.
func (d *Library) isFile(e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.Type().IsRegular()
	}
	info, err := d.folder.Stat(e.Name())
	return err == nil && info.Mode().IsRegular()
}

// fileName returns a name without spaces at its ends, with the extension if it has none, or an error unless it is the name of a
// file of games in the folder itself.
func (d *Library) fileName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" {
		return "", errors.New("the file has no name: type one, such as game" + gameExtension)
	}
	if info, err := d.folder.Stat(strings.TrimRight(name, `/\`)); err == nil && info.IsDir() {
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
	if _, err := d.folder.Stat(name); err == nil {
		return name, nil // whoever made it
	}
	return name, checkNew(name)
}

// checkNew returns an error if a new file with the name could not be kept on each system, or if the name does not look as it is.
func checkNew(name string) error {
	const maxBytes = 255
	quoted := board.Quote(name)
	if at := strings.IndexFunc(name, hidden); at >= 0 {
		r, _ := utf8.DecodeRuneInString(name[at:])
		return fmt.Errorf("%s has the invisible character %U: choose another name", quoted, r)
	}
	if at := strings.IndexAny(name, forbidden); at >= 0 {
		return fmt.Errorf("%s has the character %s, which some systems do not allow: choose another name", quoted, name[at:at+1])
	}
	if stem, _, _ := strings.Cut(name, "."); device().MatchString(stem) {
		return fmt.Errorf("%s is the name of a device of Windows: choose another name", quoted)
	}
	if len(name) > maxBytes {
		return fmt.Errorf("the name of the file has %d bytes, and %d at most are allowed: choose another name", len(name), maxBytes)
	}
	return nil
}

// forbidden are characters that Windows does not allow in names of files, beside those that lead to another folder.
const forbidden = `<>"|?*`

// device matches the names that Windows keeps for devices, whatever ends them.
var device = pattern.Of(`(?i)^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *$`)

// hidden reports whether a character is not seen, or changes the direction in which others are seen. Joiners are letters of some languages.
func hidden(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) && r != nonJoiner && r != joiner
}

// readFile reads a file of the folder with a size of up to most bytes.
func (d *Library) readFile(name string, maximum int64) ([]byte, error) {
	in, err := d.folder.Open(name)
	if err != nil {
		return nil, Plain(name, err)
	}
	defer in.Close() //nolint:errcheck // only read
	data, err := io.ReadAll(io.LimitReader(in, maximum+1))
	switch {
	case err != nil:
		return nil, Plain(name, err)
	case int64(len(data)) > maximum:
		return nil, fmt.Errorf("%s is larger than %d MiB", name, maximum>>20)
	}
	return data, nil
}

// Plain returns an error about a file that names no folder of this machine.
func Plain(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}
