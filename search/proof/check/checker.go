package check

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Options of a check. The zero value checks everything.
type Options struct {
	Sample   int            // the number of entries of each certificate that are checked, chosen at random; 0 for all
	Progress func(Progress) // is called from time to time; may be nil
}

// Progress tells how far a check has come.
type Progress struct {
	Certificate, Certificates int // done and all
	Entry, Entries            int // of the certificate that is being checked
}

// Report is what was checked.
type Report struct {
	Certificates int                 `json:"certificates"`
	Entries      int                 `json:"entries"`           // of all certificates
	Checked      int                 `json:"checked"`           // entries that were checked: all, unless a sample was asked for
	Program      string              `json:"program,omitempty"` // that wrote a directory, by its own word
	Goals        []certificate.Claim `json:"goals"`
}

// checker checks certificates one after the other.
type checker struct {
	ctx      context.Context
	known    Known
	options  Options
	proven   map[board.Position]bool // the roots of the certificates that were right, turned so that Black attacks: is it a win?
	progress Progress
	report   Report
}

func newChecker(ctx context.Context, known Known, o Options) *checker {
	return &checker{ctx: ctx, known: known, options: o, proven: map[board.Position]bool{}}
}

var errContradiction = errors.New("the root is proven to the contrary by a certificate before it")

// certificate checks a certificate, whose root counts as known from then on.
func (k *checker) certificate(c *certificate.Certificate) error {
	root := c.Claim.Turned().Position
	if win, proven := k.proven[root]; proven && win != c.Claim.Win {
		return errContradiction
	}
	if err := checkLeaves(c.Leaves, k.known); err != nil {
		return err
	}
	p := proof{k, c}
	if err := p.root(); err != nil {
		return err
	}
	if err := k.entries(p); err != nil {
		return err
	}
	k.proven[root] = c.Claim.Win
	k.report.Certificates++
	k.progress.Certificate++
	return k.step(len(c.Entries), len(c.Entries))
}

// entriesAStep is the number of entries between two looks at the context.
const entriesAStep = 256

// entries checks the entries of a proof, or a sample of them.
func (k *checker) entries(p proof) error {
	all, wanted := len(p.Entries), len(p.Entries)
	if k.options.Sample > 0 {
		wanted = min(wanted, k.options.Sample)
	}
	k.report.Entries += all
	for i, e := range p.Entries {
		if i%entriesAStep == 0 {
			if err := k.step(i, all); err != nil {
				return err
			}
		}
		if rand.IntN(all-i) >= wanted { // wanted of the entries left are chosen, each with the same chance
			continue
		}
		wanted--
		if err := p.entry(e); err != nil {
			return fmt.Errorf("entry %d of %d, %v%s: %w", i+1, all, e.Position, p.turning(), err)
		}
		k.report.Checked++
	}
	return nil
}

// step reports the progress, and returns the error of the context.
func (k *checker) step(entry, entries int) error {
	k.progress.Entry, k.progress.Entries = entry, entries
	if k.options.Progress != nil {
		k.options.Progress(k.progress)
	}
	return k.ctx.Err()
}
