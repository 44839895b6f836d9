package books

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/antibooklearn"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Open opens a book, that in the program if the name is empty.
func Open(name string) (*book.Book, error) {
	if name != "" {
		return book.Open(name)
	}
	return book.BuiltIn()
}

// Shown is information about a book, which a command prints as text or as a JSON object.
type Shown interface {
	Print(out io.Writer) error
}

// Position is a position of a book with its moves, in JSON.
type Position struct {
	FEN     string     `json:"fen"`
	Opening string     `json:"opening,omitempty"` // whose last position it is
	Source  string     `json:"source"`
	Depth   int        `json:"depth"`
	Moves   []MoveLine `json:"moves"`
}

// MoveLine is a move in JSON; scores are missing where nothing is known.
type MoveLine struct {
	Move     string  `json:"move"`
	Score    *string `json:"score,omitempty"`
	Searched *string `json:"searched,omitempty"`
	Depth    int     `json:"depth"`
	Visits   uint32  `json:"visits"`
	Opening  string  `json:"opening,omitempty"` // whose last move it is
}

// NewPosition returns a position of a book with its moves. It is an error if the book does not have the
// position.
func NewPosition(b *book.Book, p board.Position) (Shown, error) {
	e, ok := b.Look(p)
	if !ok {
		return nil, fmt.Errorf("the book does not have %s", p.FEN())
	}
	shown := Position{FEN: p.FEN(), Opening: openings.NameAt(p), Source: e.Origin(), Depth: e.Depth, Moves: []MoveLine{}}
	for _, m := range e.Moves {
		line := MoveLine{Move: p.MoveText(m.Move), Depth: m.Depth, Visits: m.Visits, Opening: openings.NameAt(p.Play(m.Move))}
		line.Score = scoreOrNil(m)
		m.Score = m.Searched
		line.Searched = scoreOrNil(m)
		shown.Moves = append(shown.Moves, line)
	}
	return shown, nil
}

func scoreOrNil(m book.Move) *string {
	if m.Score == book.NoScore {
		return nil
	}
	text := m.ScoreText()
	return &text
}

// Print prints a line a move.
func (p Position) Print(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s  depth %d, %s", p.FEN, p.Depth, cmp.Or(p.Source, "no source"))
	if p.Opening != "" {
		fmt.Fprintf(out, "; %s", p.Opening)
	}
	fmt.Fprintf(out, "\n%-8s %10s %10s %6s %8s\n", "move", "score", "searched", "depth", "visits")
	for _, m := range p.Moves {
		line := fmt.Sprintf("%-8s %10s %10s %6d %8d  %s", m.Move, orDash(m.Score), orDash(m.Searched), m.Depth, m.Visits, m.Opening)
		fmt.Fprintln(out, strings.TrimRight(line, " "))
	}
	return out.Flush()
}

// orDash returns a text, or a dash for none.
func orDash(text *string) string {
	if text == nil {
		return "-"
	}
	return *text
}

// Summary holds the totals of a book, in JSON.
type Summary struct {
	Book      string         `json:"book"`
	Positions int            `json:"positions"`
	Choices   int            `json:"choices"` // positions with more than one legal move
	Moves     int            `json:"moves"`
	Searched  int            `json:"searched"` // positions
	MeanDepth float64        `json:"mean_depth"`
	Sources   map[string]int `json:"sources"`
}

// Summarize returns the totals of a book.
func Summarize(b *book.Book) Summary {
	s := Summary{Book: b.Name(), Positions: b.Len(), Sources: map[string]int{}}
	depths := 0
	for p, e := range b.All() {
		var moves board.MoveList
		p.Moves(&moves)
		if moves.Len() > 1 {
			s.Choices++
		}
		if e.Depth > 0 {
			s.Searched++
			depths += e.Depth
		}
		s.Moves += len(e.Moves)
		s.Sources[e.Origin()]++
	}
	s.MeanDepth = float64(depths) / float64(max(1, s.Searched))
	return s
}

// Print prints a line about the book and a line a source.
func (s Summary) Print(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s: %d positions, %d of them with a choice, %d moves; %d searched, %.1f plies deep on average\n",
		s.Book, s.Positions, s.Choices, s.Moves, s.Searched, s.MeanDepth)
	for _, source := range slices.Sorted(maps.Keys(s.Sources)) {
		fmt.Fprintf(out, "%8d %s\n", s.Sources[source], cmp.Or(source, "no source"))
	}
	return out.Flush()
}

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
	Threads int `name:"concurrency" help:"Searches at once; 0 for as many as there are CPUs." default:"0" placeholder:"N" min:"0" max:"256"`
	Hash    int `help:"Transposition table of each search in MiB (default ${default})." default:"${hash}" placeholder:"MIB" min:"1" max:"${max_hash}"`
}

// Options returns what the flags say.
func (f SearchFlags) Options() antibooklearn.Options {
	if f.Threads == 0 {
		f.Threads = runtime.NumCPU()
	}
	return antibooklearn.Options{Threads: f.Threads, HashMiB: f.Hash}
}

// ReadGames visits the games of a PDN file with their numbers, which begin with 1. If a game cannot be
// read to its end, visit gets the moves before the error. What is to be said about a game goes to stderr. Games of another kind of
// draughts, and those without a readable starting position, are left out; it is an error if no game is left.
func ReadGames(ctx context.Context, name string, visit func(number int, g *pdn.Game) error) error {
	return file.Read(ctx, name, func(name string, from io.Reader) error { return readGames(name, from, visit) })
}

func readGames(name string, from io.Reader, visit func(number int, g *pdn.Game) error) error {
	number, visited := 0, 0
	for g, err := range cli.Games(name, from) {
		if g == nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		number++
		if !g.StartKnown() {
			continue
		}
		visited++
		if err := visit(number, g); err != nil {
			return err
		}
	}
	if visited == 0 {
		return fmt.Errorf("%s: %w", name, pdn.ErrNoGame)
	}
	return nil
}

// GamesOf returns the games of a PDN file as far as they can be read.
func GamesOf(ctx context.Context, name string) (all []antibooklearn.Game, err error) {
	err = ReadGames(ctx, name, func(number int, g *pdn.Game) error {
		all = append(all, antibooklearn.Game{Name: fmt.Sprintf("%s game %d", filepath.Base(name), number), Game: g})
		return nil
	})
	return all, err
}
