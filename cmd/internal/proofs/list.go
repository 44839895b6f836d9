package proofs

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/cpu"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/search/proof"
)

// ListSettings are the flags of the proofs of many positions beside Settings.
type ListSettings struct {
	Files []string `arg:"" name:"file" help:"Positions: CSV with a column fen, .epd or .txt with a FEN a line, CSV with a column moves (openings), PDN (all positions of the games)."`
	Choice
	Out          string `help:"Keep the results, a line of JSON a position; the same command goes on where it stopped." placeholder:"FILE.jsonl"`
	Certificates string `help:"Write the certificates to a directory." placeholder:"DIR"`
}

// Choice says which positions of the files are taken. A number of 0 is no limit.
type Choice struct {
	PiecesFrom int    `help:"Only positions of at least N pieces." placeholder:"N" min:"0"`
	PiecesTo   int    `help:"Only positions of up to N pieces." placeholder:"N" min:"0"`
	Sample     int    `help:"Only N positions, chosen at random, in the order of the files." placeholder:"N" min:"0"`
	Seed       uint64 `help:"Which positions are chosen (default ${default})." default:"1" placeholder:"N"`
}

// listTask is the proofs of a list.
type listTask struct {
	*task
	ListSettings
	positions []Position
	prover    *proof.Prover
	meter     *cli.Meter
	journal   *file.Journal // nil for none
	summary   Summary
}

// RunList proves the values of the positions, prints a line for each and a table at the end. If ctx ends, the position at
// work is given up, and the error says what is kept.
func RunList(ctx context.Context, s Settings, l ListSettings, out io.Writer) error {
	positions, err := Read(ctx, l.Files, l.Choice)
	if err != nil {
		return err
	}
	return proveList(ctx, s, l, positions, out)
}

func proveList(ctx context.Context, s Settings, l ListSettings, positions []Position, out io.Writer) error {
	common, err := s.open()
	if err != nil {
		return err
	}
	t := &listTask{task: common, ListSettings: l, positions: positions}
	if l.Certificates != "" {
		const permissions = 0o755
		if err := os.MkdirAll(l.Certificates, permissions); err != nil {
			return errors.Join(err, t.library.Close())
		}
	}
	t.prover = proof.NewProver(t.library, t.leaves, t.options())
	return errors.Join(t.run(ctx, out), t.library.Close())
}

// run goes on behind the rows of the journal.
func (t *listTask) run(ctx context.Context, out io.Writer) (err error) {
	t.meter = cli.NewMeter(t.lines(out))
	done := map[int]bool{}
	if t.Out != "" {
		if t.journal, err = t.resume(done); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, t.journal.Close()) }()
	}
	failed := t.proveAll(ctx, done)
	t.meter.Clear()
	if err := errors.Join(t.meter.Err(), t.summary.print(out, t.JSON)); err != nil {
		return err
	}
	return cli.Interrupted(ctx, failed, t.left())
}

// left says what remains after an interruption.
func (t *listTask) left() string {
	text := fmt.Sprintf("%d of %d positions are done", len(t.summary.Rows), len(t.positions))
	if t.Out != "" {
		text += ", and kept in " + t.Out + "; the same command goes on"
	}
	return text
}

// proveAll proves the positions that are not done.
func (t *listTask) proveAll(ctx context.Context, done map[int]bool) error {
	for i, p := range t.positions {
		t.meter.Step("positions", "positions", uint64(len(t.summary.Rows)), uint64(len(t.positions)))
		if done[i+1] {
			continue
		}
		r := t.prove(ctx, i+1, p)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := t.keep(&r); err != nil {
			return err
		}
		t.summary.add(r)
		t.meter.Line("%s", r.text())
	}
	return nil
}

// prove proves the value of one position within the limits.
func (t *listTask) prove(ctx context.Context, place int, p Position) Row {
	ctx, cancel := t.limited(ctx)
	defer cancel()
	begin, used := time.Now(), cpu.Time()
	r := newRow(place, p, t.prover.Value(ctx, p.Position, t.budget(), 1))
	r.setTimes((cpu.Time() - used).Seconds(), time.Since(begin).Seconds())
	return r
}

// keep writes the certificates of a row, and adds the row to the journal. The name of a certificate says the place, and
// whether the attacker wins. The row is on the disk when keep returns.
func (t *listTask) keep(r *Row) error {
	for i := range r.Proofs {
		if t.Certificates == "" {
			break
		}
		p := &r.Proofs[i]
		if err := p.write(filepath.Join(t.Certificates, fmt.Sprintf("%06d-%s-%s.proof", r.Place, p.Attacker, p.Wins))); err != nil {
			return err
		}
	}
	return errors.Join(t.journal.Add(r), t.journal.Sync())
}

// header is the first line of a journal, which keeps the rows of a run: a line of JSON for each.
type header struct {
	Format int           `json:"zonda_proofs"`
	Digest string        `json:"digest"` // of the positions, the limits, the databases and the bounds
	Pieces int           `json:"pieces"` // of the leaves
	Budget uint64        `json:"budget"` // nodes a question, 0 for no limit
	Time   time.Duration `json:"time_ns"`
	Table  int           `json:"table_mib"`
}

// journalFormat is the version of the format.
const journalFormat = 1

// header returns the header of a run.
func (t *listTask) header() header {
	h := header{Format: journalFormat, Pieces: t.leaves.Pieces, Budget: t.Budget, Time: t.Time, Table: t.Table}
	sum := sha256.New()
	fmt.Fprintln(sum, h, t.leaves.Sum)
	fmt.Fprint(sum, t.boundsText())
	for _, p := range t.positions {
		fmt.Fprintln(sum, p.ID, p.Position)
	}
	h.Digest = fmt.Sprintf("%x", sum.Sum(nil))
	return h
}

// resume opens or creates the journal of the run, and counts the rows in it as done. A file that is no journal, or that of
// another run, is an error and stays as it is.
func (t *listTask) resume(done map[int]bool) (*file.Journal, error) {
	h := t.header()
	return file.ResumeJournal(t.Out, h, h.check, func(line []byte) error {
		var r Row
		if json.Unmarshal(line, &r) != nil || r.Place < 1 {
			return errors.New("not a row of a list of proofs")
		}
		done[r.Place] = true
		t.summary.add(r)
		return nil
	})
}

// check returns an error if the header that a journal has is another.
func (h header) check(found header) error {
	switch {
	case found.Format == 0:
		return errors.New("not a list of proofs")
	case found.Format != journalFormat:
		return fmt.Errorf("format %d, this program knows %d", found.Format, journalFormat)
	case found != h:
		return errors.New("the rows are of other positions, limits or databases; give another file, or the same arguments")
	}
	return nil
}

// Position is a position to prove.
type Position struct {
	ID        string // the file's, or made of its name and the place
	Source    string // file and place
	Position  board.Position
	Published board.Result // the result that the file gives for the side to move, Unknown if it gives none
}

// Read reads the positions of files and takes those of the choice, each position once: a line on stderr counts those left out.
// A line or game that is no position is an error, which names the file and the place.
func Read(ctx context.Context, names []string, c Choice) ([]Position, error) {
	list := positions{choice: c, seen: map[board.Position]bool{}}
	for _, name := range names {
		if err := file.Read(ctx, name, list.read); err != nil {
			return nil, err
		}
	}
	if len(list.taken) == 0 {
		return nil, errors.New("the files have no position with this number of pieces")
	}
	if list.again > 0 {
		fmt.Fprintf(os.Stderr, "%s left out\n", cli.Count(list.again, "repeated position", "repeated positions"))
	}
	return c.sampled(list.taken), nil
}

// sampled returns some of the positions at random.
func (c Choice) sampled(all []Position) []Position {
	if c.Sample == 0 || c.Sample >= len(all) {
		return all
	}
	places := rand.New(rand.NewPCG(c.Seed, 0)).Perm(len(all))[:c.Sample]
	slices.Sort(places)
	sample := make([]Position, 0, len(places))
	for _, i := range places {
		sample = append(sample, all[i])
	}
	return sample
}

// positions collects positions.
type positions struct {
	choice Choice
	taken  []Position
	seen   map[board.Position]bool
	again  int // positions of the choice that came before
}

// add takes a position if the choice wants it. A position that is over needs no proof.
func (l *positions) add(p Position) {
	n := p.Position.Pieces()
	switch {
	case n < l.choice.PiecesFrom || l.choice.PiecesTo > 0 && n > l.choice.PiecesTo || p.Position.Over():
		return
	case l.seen[p.Position]:
		l.again++
		return
	}
	l.seen[p.Position] = true
	l.taken = append(l.taken, p)
}

// read reads a file: games if its name ends in .pdn, else a suite or an opening suite.
func (l *positions) read(name string, from io.Reader) error {
	if file.Extension(name) == ".pdn" {
		return l.readGames(name, from)
	}
	read, err := suite.ReadPositions(name, from)
	if err != nil {
		return err
	}
	if len(read.Malformed) > 0 {
		return read.Malformed[0]
	}
	for _, p := range read.Problems {
		l.add(Position{p.ID, p.Source, p.Position, p.Result})
	}
	return nil
}

// readGames reads the positions of all games of a file.
func (l *positions) readGames(name string, from io.Reader) error {
	number := 0
	for g, err := range cli.SoundGames(name, from) {
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		number++
		for ply, p := range g.Positions(g.Start) {
			l.add(Position{
				ID: fmt.Sprintf("%s#%d:%d", file.Stem(name), number, ply), Source: fmt.Sprintf("%s: game %d", name, number), Position: p,
			})
		}
	}
	return nil
}
