// Package jobs has the kinds of work that this program gives to other hosts, and does for them. For each kind
// there is the pool of its producer and the doer of a worker, with the input that stands in messages between them.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/farm"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/bookgrowth"
	"github.com/zonda-checkers/zonda/cmd/internal/problems"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/pool"
)

// Tools are what the doers of a worker share.
type Tools struct {
	Databases *egdb.DB          // those in the program
	Engines   map[string]Engine // other engines, by their names
	Speed     uint64            // nodes a second of a thread, for games with clocks
	Leaves    *egdb.DB          // the databases that end the lines of proofs
	Threads   int               // the most that an engine may have
	Memory    int               // the most MiB that the tables of a task may have
}

// allow returns an error if a task needs more than this worker gives one.
func (t Tools) allow(threads, memory int) error {
	switch {
	case threads > t.Threads:
		return fmt.Errorf("the task needs %d threads, this worker has %d", threads, t.Threads)
	case memory > t.Memory:
		return fmt.Errorf("the task needs tables of %d MiB, this worker gives a task %d MiB", memory, t.Memory)
	}
	return nil
}

// All returns the kinds of work that this program does.
func All(t Tools) farm.Kinds {
	return farm.Kinds{
		SelfPlay: func(files *farm.Files) (farm.Doer, error) {
			return &selfPlayer{files: files, databases: t.Databases}, nil
		},
		Game:    func(files *farm.Files) (farm.Doer, error) { return &gamePlayer{files: files, tools: t}, nil },
		Search:  func(*farm.Files) (farm.Doer, error) { return &searcher{tools: t}, nil },
		Problem: func(*farm.Files) (farm.Doer, error) { return finder{problems.NewFinder(t.Databases)}, nil },
		Proof:   func(*farm.Files) (farm.Doer, error) { return &prover{tools: t}, nil },
	}
}

// readInput reads the input of a task from a message, and what parse makes of it. Its error is a Refusal: no worker can
// do the task.
func readInput[I, Q any](data json.RawMessage, parse func(I) (Q, error)) (input I, q Q, err error) {
	if err = json.Unmarshal(data, &input); err == nil {
		q, err = parse(input)
	}
	if err != nil {
		err = farm.Refusal{Err: err}
	}
	return input, q, err
}

// opening suite is a opening suite in a message: one in the program, or a file that the server has.
type suite struct {
	Name      string `json:"name,omitempty"` // of an opening suite in the program
	File      string `json:"file,omitempty"` // checksum
	Extension string `json:"extension,omitempty"`
}

// shareSuite returns an opening suite for messages. A file goes to the server.
func (p *Producer) shareSuite(ctx context.Context, name string) (d suite, err error) {
	if slices.Contains(openings.Names(), name) {
		return suite{Name: name}, nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return d, err
	}
	d.Extension = file.Extension(name)
	d.File, err = p.Link.Share(ctx, data)
	return d, err
}

// open returns the openings of an opening suite from a message.
func (d suite) open(ctx context.Context, files *farm.Files, barred bool) ([]openings.Opening, error) {
	if d.File == "" {
		if !slices.Contains(openings.Names(), d.Name) {
			return nil, farm.Refusal{Err: errors.New("the task has an opening suite that this program does not have")}
		}
		return openings.Open(d.Name, barred)
	}
	name, err := files.Fetch(ctx, d.File, d.Extension)
	if err != nil {
		return nil, err
	}
	all, err := openings.Open(name, barred)
	if err != nil && !errors.As(err, new(*fs.PathError)) { // what is wrong with the text is wrong at every host
		err = farm.Refusal{Err: err}
	}
	return all, err
}

// Flags are the flags of a command that can give its work to other hosts.
type Flags struct {
	On       string  `help:"Let the workers of a server do the work: the address for producers that zonda serve has printed." placeholder:"URL"`
	Priority int     `help:"With --on: workers take tasks of a lower number first, ${on_first} to ${on_last} (default ${default})." default:"${on_priority}" placeholder:"N" min:"${on_first}" max:"${on_last}"`
	Verify   float64 `help:"With --on: the percentage of the tasks that a second worker does too, by chance, so that wrong results of a worker are found; 0 for none (default ${default}). Not of tasks whose results may differ: limits of time, other engines. Proofs have certificates." default:"2" placeholder:"PERCENT"`
}

// Validate is called by the command line parser.
func (f *Flags) Validate() error {
	if !(f.Verify >= 0 && f.Verify <= percent) {
		return fmt.Errorf("verify %v is not between 0 and %d", f.Verify, percent)
	}
	if f.On == "" {
		return nil
	}
	_, err := farm.ParseAddress(f.On)
	return err
}

const percent = 100

// Producer is the connection of a producer to its server.
type Producer struct {
	Link    *farm.Link
	Version farm.Version
	Speed   uint64 // of this host, in nodes a second
	flags   Flags
	meter   *cli.Meter
}

// produce connects to the server, measures the version of this program, and returns what newPool makes of that, with what
// closes the connection. The meter shows what the link says.
func produce[C any](ctx context.Context, f Flags, meter *cli.Meter, newPool func(*Producer) (C, error)) (c C, closeLink func(), err error) {
	address, err := farm.ParseAddress(f.On)
	if err != nil {
		return c, nil, err
	}
	p := &Producer{flags: f, meter: meter}
	if p.Version, p.Speed, err = farm.MeasureVersion(ctx, 1); err != nil {
		return c, nil, err
	}
	if p.Link, err = farm.Dial(ctx, address, meter.Line); err != nil {
		return c, nil, err
	}
	if c, err = newPool(p); err != nil {
		p.Link.Close()
	}
	return c, p.Link.Close, err
}

// same reports whether two results are equal.
func same[R any](a, b R) bool { return reflect.DeepEqual(a, b) }

// job returns the job of a kind of work whose results go to a path.
func (p *Producer) job(kind, path string) (farm.Job, error) {
	name, err := farm.ProducerName(kind, path)
	return farm.Job{Needs: farm.Needs{Kind: kind, Version: p.Version}, Priority: p.flags.Priority, Producer: name, Left: p.meter.Left, Output: path}, err
}

// progress shows how many workers there are.
func (p *Producer) progress(seen farm.Progress) {
	p.meter.Note(seen.String())
	p.meter.Report(seen.String())
}

// Search is the kind of work that searches positions of a book.
const Search = "search"

// searchInput is the input of a task.
type searchInput struct {
	Position board.Position `json:"position"`
	Nodes    uint64         `json:"nodes"`
	Best     int            `json:"best"` // moves that get an exact score
	HashMiB  int            `json:"hash"`
	Moves    []string       `json:"moves,omitempty"` // those to search; none for all
}

// foundMove is a move of a finding in a message.
type foundMove struct {
	Move  string     `json:"move"`
	Score eval.Score `json:"score"`
	Depth int        `json:"depth"`
}

// SearchPool returns a pool of workers for the positions of a book, whose searches have tables of hashMiB MiB, and what ends it.
func (f Flags) SearchPool(ctx context.Context, name string, hashMiB int, out *cli.Meter) (pool.Pool[bookgrowth.Question, bookgrowth.Finding], func(), error) {
	return produce(ctx, f, out, func(p *Producer) (pool.Pool[bookgrowth.Question, bookgrowth.Finding], error) {
		job, err := p.job(Search, name)
		job.Needs.Memory = hashMiB
		return &farm.Pool[bookgrowth.Question, bookgrowth.Finding]{
			Link: p.Link, Job: job, Progress: p.progress, Verify: f.Verify / percent, Same: same[bookgrowth.Finding], Recall: true,
			Input: func(_ context.Context, q bookgrowth.Question) (any, uint64, error) {
				input := searchInput{
					Position: q.Position, Nodes: q.Search.Nodes, Best: q.Search.Moves, HashMiB: q.Search.HashMiB,
				}
				for _, m := range q.Moves {
					input.Moves = append(input.Moves, q.Position.MoveText(m))
				}
				return input, q.Search.Nodes, nil
			},
			Parse: func(q bookgrowth.Question, output json.RawMessage) (bookgrowth.Finding, error) {
				var moves []foundMove
				if err := json.Unmarshal(output, &moves); err != nil {
					return bookgrowth.Finding{}, err
				}
				return findingOf(q.Position, moves)
			},
		}, err
	})
}

// findingOf returns the finding in a message, which it checks.
func findingOf(p board.Position, moves []foundMove) (f bookgrowth.Finding, err error) {
	if len(moves) == 0 {
		return f, errors.New("the finding has no move")
	}
	f.Depth = 1
	for _, found := range moves {
		m, err := p.ParseMove(found.Move)
		if err != nil {
			return f, err
		}
		f.Moves = append(f.Moves, book.Move{Move: m, Score: found.Score, Searched: found.Score, Depth: found.Depth})
		f.Depth = max(f.Depth, found.Depth)
	}
	return f, nil
}

// searcher does tasks of searches.
type searcher struct {
	bookgrowth.Searcher
	tools Tools
}

// Do searches the position of a task.
func (s *searcher) Do(ctx context.Context, data json.RawMessage) (any, error) {
	input, q, err := readInput(data, searchInput.question)
	if err != nil {
		return nil, err
	}
	if err := s.tools.allow(1, input.HashMiB); err != nil {
		return nil, farm.Refusal{Err: err}
	}
	f, err := s.Searcher.Do(ctx, q)
	if err != nil {
		return nil, err
	}
	var moves []foundMove
	for _, m := range f.Moves {
		moves = append(moves, foundMove{q.Position.MoveText(m.Move), m.Searched, m.Depth})
	}
	return moves, nil
}

// question returns the question of a task, which it checks.
func (i searchInput) question() (q bookgrowth.Question, err error) {
	q.Position = i.Position
	switch {
	case !q.Position.HasMove():
		return q, errors.New("the position has no move")
	case i.Nodes < 1:
		return q, errors.New("nodes 0 is less than 1")
	case i.Best < 1 || i.Best > board.MaxMoves:
		return q, fmt.Errorf("best %d is not between 1 and %d", i.Best, board.MaxMoves)
	case i.HashMiB < 0:
		return q, fmt.Errorf("hash %d is negative", i.HashMiB)
	}
	q.Search = bookgrowth.Search{Nodes: i.Nodes, Moves: i.Best, HashMiB: i.HashMiB}
	for _, text := range i.Moves {
		m, err := q.Position.ParseMove(text)
		if err != nil {
			return q, err
		}
		q.Moves = append(q.Moves, m)
	}
	return q, nil
}
