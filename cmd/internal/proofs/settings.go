package proofs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/endings"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Settings are the flags that say how positions are proven.
type Settings struct {
	Pieces int           `help:"Lines end at database positions of up to N pieces; all that the databases have if it is not given." placeholder:"N" min:"0"`
	Time   time.Duration `name:"movetime" help:"Give up a position after this time (10s if there is no limit of nodes either)." placeholder:"TIME" above:"0s"`
	Budget uint64        `name:"nodes" help:"Give up a question after NODES nodes: the same results on every host." placeholder:"NODES" min:"1"`
	Table  int           `name:"hash" help:"Memory in MiB (default ${default})." default:"512" placeholder:"MIB" min:"4" max:"262144"`
	EGDB   string        `name:"egdb" help:"Directory with slice files; the databases in the program fill what it does not have." placeholder:"DIR" holds:"*.zdb"`
	Bounds string        `help:"Directory with bounds of values, which end lines too; there are then no certificates." placeholder:"DIR" holds:"bounds.json"`
	JSON   bool          `name:"json" help:"Print one JSON object; progress goes to stderr."`
}

// defaultTime is the time of a position if there is neither a time nor a budget.
const defaultTime = 10 * time.Second

// task is the settings with the databases that they name.
type task struct {
	Settings
	library *egdb.DB // with the bounds if there are any
	leaves  certificate.Leaves
}

// open opens the databases, which the caller closes.
func (s Settings) open() (*task, error) {
	if s.Time == 0 && s.Budget == 0 {
		s.Time = defaultTime
	}
	library, err := endings.OpenFilled(s.EGDB, s.Bounds)
	if err != nil {
		return nil, err
	}
	leaves, err := LeavesOf(library, s.Pieces)
	if err != nil {
		return nil, errors.Join(err, library.Close())
	}
	return &task{s, library, leaves}, nil
}

// LeavesOf returns the leaves of up to this number of pieces, 0 for all that the databases have.
func LeavesOf(l *egdb.DB, pieces int) (certificate.Leaves, error) {
	maximum := l.Complete()
	switch {
	case maximum == 0:
		return certificate.Leaves{}, errors.New("there are no endgame databases")
	case pieces > maximum:
		return certificate.Leaves{}, fmt.Errorf("pieces %d: the databases have all positions of at most %d pieces", pieces, maximum)
	case pieces == 0:
		pieces = maximum
	}
	return certificate.Leaves{Pieces: pieces, Sum: l.Sum(pieces)}, nil
}

// options returns the options of a solver.
func (t *task) options() proof.Options {
	o := proof.Options{Table: t.Table}
	if t.Bounds != "" {
		o.Bounds = t.library
	}
	return o
}

// boundsText returns a text that tells bounds from others, "" without bounds.
func (t *task) boundsText() string {
	if t.Bounds == "" {
		return ""
	}
	d := t.library.BoundsDescription()
	return fmt.Sprintf("%v, %x", &d, d.Complete)
}

// budget returns the nodes of a question.
func (s Settings) budget() uint64 { return cmp.Or(s.Budget, math.MaxUint64) }

// limited returns a context that ends with the time of a position.
func (s Settings) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.Time == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, s.Time)
}

// lines returns where plain lines go: to out, or to stderr if out is for a JSON object.
func (s Settings) lines(out io.Writer) io.Writer {
	if s.JSON {
		return os.Stderr
	}
	return out
}

// Proof is the answer to one question.
type Proof struct {
	Attacker string       `json:"attacker"` // Black or White
	Wins     proof.Answer `json:"wins"`     // whether the attacker can force a win
	Method   proof.Method `json:"method,omitempty"`
	Nodes    uint64       `json:"nodes"`
	Entries  int          `json:"entries"` // of the certificate
	File     string       `json:"certificate,omitempty"`

	certificate []byte // nil if there is none
}

func newProof(attacker board.Color, r proof.Result) Proof {
	return Proof{
		Attacker: attacker.String(), Wins: r.Answer, Method: r.Method, Nodes: r.Nodes,
		Entries: certificate.EntriesOf(r.Certificate), certificate: r.Certificate,
	}
}

// write writes the certificate, if there is one, to a file.
func (p *Proof) write(name string) error {
	if p.certificate == nil {
		return nil
	}
	p.File = name
	if err := certificate.Write(name, p.certificate); err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	return nil
}
