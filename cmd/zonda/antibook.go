package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/gofrs/flock"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/antibook/learn"
	"github.com/zonda-checkers/zonda/engine/file"
	"github.com/zonda-checkers/zonda/eval"
)

// antibookCommand is the workshop of positions to avoid.
type antibookCommand struct {
	Add   antibookAddCommand   `cmd:"" help:"Add a position to a file."`
	List  antibookListCommand  `cmd:"" help:"Print the entries, a line each."`
	Check antibookCheckCommand `cmd:"" help:"Search every entry again and name those that are wrong."`
	Learn antibookLearnCommand `cmd:"" help:"Find entries in games that were lost."`
	Scan  antibookScanCommand  `cmd:"" help:"Find entries beside the lines of an opening book."`
}

// antibookFiles are the entries that a command is about.
type antibookFiles struct {
	File  []string `help:"Text files with entries: FEN, reason, source, with tabs between them." placeholder:"FILE"`
	Alone bool     `help:"Leave those in the program out."`
}

// read returns the entries, each once.
func (f antibookFiles) read() ([]antibook.Entry, error) {
	var all []antibook.Entry
	if !f.Alone {
		builtIn, err := antibook.BuiltIn()
		if err != nil {
			return nil, err
		}
		all = slices.Clone(builtIn)
	}
	for _, name := range f.File {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		more, err := antibook.Parse(name, bytes.NewReader(data))
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

// antibookEffort is how entries are judged.
type antibookEffort struct {
	Quick   int    `help:"Plies of the search that does not see the loss (default ${default})." default:"7" placeholder:"N"`
	Looks   int    `help:"What a move looks like to it at least, in hundredths of a man (default ${default})." default:"-30" placeholder:"CP"`
	Nodes   uint64 `help:"Nodes of the search that sees it (default ${default})." default:"100000" placeholder:"N"`
	Confirm uint64 `help:"Nodes of the last search, which begins with nothing (default ${default})." default:"300000" placeholder:"N"`
	Lost    int    `help:"What both find at most (default ${default})." default:"-65" placeholder:"CP"`
	Held    int    `help:"What another move keeps at least (default ${default})." default:"-45" placeholder:"CP"`
}

func (e antibookEffort) criterion() learn.Criterion {
	return learn.Criterion{
		Quick: e.Quick, Looks: eval.Score(e.Looks), Nodes: e.Nodes, Confirm: e.Confirm,
		Lost: eval.Score(e.Lost), Held: eval.Score(e.Held),
	}
}

// searchCrew is how much of the machine searches take; who embeds it sets the default of the table.
type searchCrew struct {
	Threads int `help:"Searches at once; 0 for as many as there are processors." default:"0" placeholder:"N"`
	Hash    int `help:"Transposition table of each search in MiB (default ${default})." default:"${hash}" placeholder:"MIB"`
}

func (c searchCrew) options() (learn.Options, error) {
	const mostThreads = 256
	if c.Threads < 0 || c.Threads > mostThreads {
		return learn.Options{}, fmt.Errorf("threads %d is not between 0 and %d", c.Threads, mostThreads)
	}
	if c.Threads == 0 {
		c.Threads = runtime.NumCPU()
	}
	return learn.Options{Threads: c.Threads, HashMiB: c.Hash}, nil
}

// appendEntries adds entries to a text file, which is made if it is not there, and returns those that were
// new. A second program waits its turn.
func appendEntries(name string, entries []antibook.Entry) (added []antibook.Entry, err error) {
	if err := file.Check(name); err != nil {
		return nil, err
	}
	lock := flock.New(filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+".lock"))
	if err := lock.Lock(); err != nil {
		return nil, fmt.Errorf("anti-book %s: %w", name, err)
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
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

// keeper writes entries that long work finds now and then, so that none is lost.
type keeper struct {
	file  string // empty: they are only printed
	fresh []antibook.Entry
	kept  time.Time
	added int
	err   error
}

// keepInterval is the least time between two writings.
const keepInterval = 20 * time.Second

func (k *keeper) add(e antibook.Entry) {
	k.fresh = append(k.fresh, e)
	if time.Since(k.kept) >= keepInterval {
		k.flush()
	}
}

func (k *keeper) flush() {
	k.kept = time.Now()
	if k.file == "" || len(k.fresh) == 0 || k.err != nil {
		return
	}
	added, err := appendEntries(k.file, k.fresh)
	k.added += len(added)
	k.err, k.fresh = err, nil
}
