package dxpgames

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/internal/file"
)

// gamesFile is a PDN file. Games are added at its end.
type gamesFile struct {
	file  *os.File
	keeps bool // it is no device or pipe
}

// newGamesFile opens or creates the file, and returns nil if the path is empty.
func newGamesFile(path string) (*gamesFile, error) {
	if path == "" {
		return nil, nil
	}
	out, keeps, err := file.OpenEnd(path)
	if err != nil {
		return nil, fmt.Errorf("pdn: %w", err)
	}
	f := &gamesFile{out, keeps}
	if err := f.endLine(); err != nil {
		return nil, errors.Join(fmt.Errorf("pdn: %w", err), out.Close())
	}
	return f, nil
}

// endLine adds a line end if the file does not end with one, so that the next game begins on a new
// line.
func (f *gamesFile) endLine() error {
	if !f.keeps {
		return nil
	}
	end, err := f.file.Seek(0, io.SeekEnd)
	if err != nil || end == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := f.file.ReadAt(last, end-1); err != nil || last[0] == '\n' {
		return err
	}
	_, err = f.file.WriteString("\n")
	return err
}

// add writes a game and waits until it is on the disk.
func (f *gamesFile) add(g *pdn.Game) error {
	var text strings.Builder
	if err := pdn.Write(&text, g); err != nil {
		return err
	}
	if _, err := f.file.WriteString(text.String()); err != nil {
		return fmt.Errorf("pdn: %w", err)
	}
	if !f.keeps {
		return nil
	}
	return f.file.Sync()
}
