package books

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/internal/file"
)

// EntryFiles are the flags that choose which entries of the anti-book a command uses.
type EntryFiles struct {
	File  []string `help:"Text files with entries: FEN, reason, source, with tabs between them." placeholder:"FILE"`
	Alone bool     `help:"Leave the entries in the program out."`
}

// Read returns the entries, each once.
func (f EntryFiles) Read(ctx context.Context) ([]antibook.Entry, error) {
	var all []antibook.Entry
	if !f.Alone {
		builtIn, err := antibook.BuiltIn()
		if err != nil {
			return nil, err
		}
		all = slices.Clone(builtIn)
	}
	for _, name := range f.File {
		var more []antibook.Entry
		err := file.Read(ctx, name, func(name string, from io.Reader) (err error) {
			more, err = antibook.Parse(name, from)
			return err
		})
		if err != nil {
			return nil, err
		}
		for _, e := range more {
			same := func(known antibook.Entry) bool {
				return known.Position == e.Position || known.Position == e.Position.Mirror()
			}
			if !slices.ContainsFunc(all, same) {
				all = append(all, e)
			}
		}
	}
	return all, nil
}

// AppendEntries adds entries to a text file, which is created if it does not exist, and returns the
// entries that were new. The file is locked meanwhile, so that a second program waits.
func AppendEntries(name string, entries []antibook.Entry) (added []antibook.Entry, err error) {
	if err := file.Check(name); err != nil {
		return nil, err
	}
	lock, err := file.Acquire(name, file.Forever)
	if err != nil {
		return nil, fmt.Errorf("anti-book %s: %w", name, err)
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	old, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	err = file.WriteWhole(name, func(w io.Writer) (err error) {
		added, err = antibook.Append(w, name, old, entries)
		return err
	})
	return added, err
}
