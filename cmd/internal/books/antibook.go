package books

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/cmd/internal/antibooklearn"
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

// Keeper collects the entries that long work finds, and writes them to a file every keepInterval, so
// that an interruption loses few of them.
type Keeper struct {
	File  string // empty: nothing is written
	fresh []antibook.Entry
	kept  time.Time
	added int
	err   error
}

// keepInterval is the least time between two writings.
const keepInterval = 20 * time.Second

// Add adds an entry.
func (k *Keeper) Add(e antibook.Entry) {
	k.fresh = append(k.fresh, e)
	if time.Since(k.kept) >= keepInterval {
		k.Flush()
	}
}

// Flush writes the entries that are not yet in the file.
func (k *Keeper) Flush() {
	k.kept = time.Now()
	if k.File == "" || len(k.fresh) == 0 || k.err != nil {
		return
	}
	added, err := AppendEntries(k.File, k.fresh)
	k.added += len(added)
	k.err, k.fresh = err, nil
}

// Err returns the first failure to write.
func (k *Keeper) Err() error { return k.err }

// SearchFlags are the flags for the threads and the memory of searches. The struct that embeds them
// sets the default size of the transposition table.
type SearchFlags struct {
	Threads int `help:"Searches at once; 0 for as many as there are processors." default:"0" placeholder:"N" min:"0" max:"256"`
	Hash    int `help:"Transposition table of each search in MiB (default ${default})." default:"${hash}" placeholder:"MIB"`
}

// Options returns what the flags say.
func (f SearchFlags) Options() antibooklearn.Options {
	if f.Threads == 0 {
		f.Threads = runtime.NumCPU()
	}
	return antibooklearn.Options{Threads: f.Threads, HashMiB: f.Hash}
}
