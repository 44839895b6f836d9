package check

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

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
