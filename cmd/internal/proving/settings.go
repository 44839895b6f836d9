package proving

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/crew"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// Settings say what is to be proven, and how.
type Settings struct {
	Position    board.Position
	Goal        Goal
	Pieces      int           // the lines end at database positions of up to this number of pieces, 0 for all
	Time        time.Duration // 0 for no limit
	Budget      uint64        // nodes of a question, 0 for no limit
	Threads     int
	Table       int    // MiB
	Databases   string // a directory, empty for the databases in the program
	Bounds      string // a directory of bounds, empty for none; the proof then has no certificate
	Certificate string // the file to write, empty for none
	JSON        bool
	Elsewhere   Elsewhere // answers the questions on other machines, nil for this machine
}

// Question is a question with what its solver may use.
type Question struct {
	certificate.Question
	Leaves certificate.Leaves
	Budget uint64        // nodes
	Table  int           // MiB
	Time   time.Duration // from when a solver begins, 0 for no limit
}

// Elsewhere returns who answers questions on other machines, and what ends that. The text tells the command apart from
// others. Known are the databases with which certificates are checked. Lines for the user go to out.
type Elsewhere func(ctx context.Context, about string, leaves certificate.Leaves, known check.Known, out io.Writer) (
	crew.Crew[Question, proof.Result], func(), error)

// DefaultTime is the time limit if there is neither a time nor a budget.
const DefaultTime = 10 * time.Second

// limits returns the settings with a time or a budget.
func (s Settings) limits() Settings {
	if s.Time == 0 && s.Budget == 0 {
		s.Time = DefaultTime
	}
	if s.Budget == 0 {
		s.Budget = math.MaxUint64
	}
	return s
}

// task is a position with the databases for its proof.
type task struct {
	Settings
	position board.Position
	library  *egdb.DB // with the bounds if there are any
	leaves   certificate.Leaves
}

// options returns the options of a solver that reports its progress.
func (t *task) options(report func(proof.Progress)) proof.Options {
	o := proof.Options{Table: t.Table, Report: report}
	if t.Bounds != "" {
		o.Bounds = t.library
	}
	return o
}

// open reads the position and opens the databases, which the caller closes.
func (s Settings) open() (*task, error) {
	library, err := endgames.OpenFilled(s.Databases, s.Bounds)
	if err != nil {
		return nil, err
	}
	t := &task{Settings: s.limits(), position: s.Position, library: library}
	if t.leaves, err = LeavesOf(library, s.Pieces); err != nil {
		return nil, errors.Join(err, library.Close())
	}
	return t, nil
}

// LeavesOf returns the leaves of up to this number of pieces, 0 for all that the databases have.
func LeavesOf(l *egdb.DB, pieces int) (certificate.Leaves, error) {
	most := l.Complete()
	switch {
	case most == 0:
		return certificate.Leaves{}, errors.New("there are no endgame databases")
	case pieces > most:
		return certificate.Leaves{}, fmt.Errorf("pieces %d: the databases have all positions of at most %d pieces", pieces, most)
	case pieces == 0:
		pieces = most
	}
	return certificate.Leaves{Pieces: pieces, Sum: l.Sum(pieces)}, nil
}
