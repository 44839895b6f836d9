package check

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"

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

// Directory checks the certificates of a directory with a manifest, in the order of the manifest, each with the roots of
// those before it as known positions, and that they prove the goals. The error names the file that is wrong. It is the
// error of the context when that ends.
func Directory(ctx context.Context, name string, known Known, o Options) (Report, error) {
	m, err := certificate.ReadManifest(name)
	if err != nil {
		return Report{}, err
	}
	k := newChecker(ctx, known, o)
	k.report.Program, k.report.Goals = m.Program, m.Goals
	k.progress.Certificates = len(m.Proofs)
	if err := k.chain(name, m); err != nil {
		return k.report, err
	}
	return k.report, k.goals(m.Goals)
}

// chain checks the certificates of a manifest.
func (k *checker) chain(directory string, m *certificate.Manifest) error {
	if err := checkLeaves(m.Database, k.known); err != nil {
		return fmt.Errorf("%s: %w", certificate.ManifestName, err)
	}
	for _, p := range m.Proofs {
		c, err := m.Read(directory, p)
		if err != nil {
			return err
		}
		if c.Leaves.Pieces > m.Database.Pieces {
			return fmt.Errorf("%s: its lines end at %d pieces, and the manifest says %d", p.File, c.Leaves.Pieces, m.Database.Pieces)
		}
		if err := k.certificate(c); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(directory, p.File), err)
		}
	}
	return nil
}

// goals returns an error unless every goal is the claim of a certificate that was right.
func (k *checker) goals(goals []certificate.Claim) error {
	for _, g := range goals {
		win, proven := k.proven[g.Turned().Position]
		if !proven || win != g.Win {
			return fmt.Errorf("no certificate proves the goal that %v", g)
		}
	}
	return nil
}

// Check returns an error unless the certificate proves its claim with the databases given. The error names the first bad
// entry with its position and what is wrong with it. In the positions that it names the attacker is Black.
func Check(c *certificate.Certificate, known Known) error {
	_, err := Certificate(context.Background(), c, known, Options{})
	return err
}

// Certificate is Check with options. It returns the error of the context when that ends.
func Certificate(ctx context.Context, c *certificate.Certificate, known Known, o Options) (Report, error) {
	k := newChecker(ctx, known, o)
	k.progress.Certificates, k.report.Goals = 1, []certificate.Claim{c.Claim}
	err := k.certificate(c)
	return k.report, err
}
