package tree

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Export writes what managers of one store have proven to a directory, which must be empty or not exist: certificates
// and the manifest that lists them. Those of items come first, then one of each claim that is answered, which rests on
// them. If minimal is true, it writes only what proves or disproves the claims, which must all be answered. Otherwise it
// writes all certificates of the store; the claims of all are goals of the manifest if no claim is answered. It returns
// the number of certificates.
func Export(directory, program string, minimal bool, managers ...*Manager) (int, error) {
	store := managers[0].store
	manifest := certificate.NewManifest(program, store.spec.Leaves())
	e := exporter{directory: directory, manifest: manifest, done: map[certKey]bool{}}
	for _, m := range managers {
		if minimal && m.Answer() == Undecided {
			return 0, fmt.Errorf("the goal is open: %s", m.claim)
		}
	}
	if err := makeEmpty(directory); err != nil {
		return 0, err
	}
	if !minimal {
		if err := e.all(store); err != nil {
			return 0, err
		}
	}
	for _, m := range managers {
		if m.Answer() == Undecided {
			continue
		}
		if err := e.proof(m); err != nil {
			return 0, err
		}
	}
	if len(manifest.Goals) == 0 {
		manifest.Goals = e.claims
	}
	if len(manifest.Goals) == 0 {
		return 0, errors.Join(errors.New("nothing is proven yet"), os.Remove(directory))
	}
	return len(manifest.Proofs), manifest.Write(directory)
}

// makeEmpty makes a directory, unless it is there and empty.
func makeEmpty(directory string) error {
	entries, err := os.ReadDir(directory)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		const permissions = 0o777 // less what the umask takes away
		return os.MkdirAll(directory, permissions)
	case err == nil && len(entries) > 0:
		return fmt.Errorf("%s is not empty", directory)
	}
	return err
}

// exporter writes certificates to a directory.
type exporter struct {
	directory string
	manifest  *certificate.Manifest
	done      map[certKey]bool
	claims    []certificate.Claim
}

// all writes all certificates of a store.
func (e *exporter) all(s *Store) error {
	return s.view(func(r *reader) error {
		return r.each(certBucket, func(key, sealed []byte) error {
			data, err := r.unsealed(key, sealed)
			if err != nil {
				return err
			}
			return e.add(certKey(key), data)
		})
	})
}

// add writes a certificate, unless it is written already.
func (e *exporter) add(key certKey, data []byte) error {
	if e.done[key] {
		return nil
	}
	e.done[key] = true
	c, err := certificate.Decode(data)
	if err != nil {
		return fmt.Errorf("certificate %x: %w", key, err)
	}
	e.claims = append(e.claims, c.Claim)
	return e.manifest.Add(e.directory, c)
}

// proof writes the answer of a manager's claim: the certificates on which the pruned tree rests, and the tree.
func (e *exporter) proof(m *Manager) error {
	p := m.graph.prune(m.root)
	err := m.store.view(func(r *reader) error {
		for _, id := range p.leaves {
			n := &m.graph.nodes[id]
			code, asked := keyOf(n.position)
			key := newCertKey(code, asked, n.answer)
			data, err := r.certificate(key)
			if err == nil && data == nil {
				err = fmt.Errorf("%s is damaged: it has no certificate of %s", m.store.Name(), n.position.FEN())
			}
			if err == nil {
				err = e.add(key, data)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	claim := certificate.Claim{Question: m.claim.Question, Win: m.Answer() == Yes}
	e.manifest.Goals = append(e.manifest.Goals, claim)
	if m.graph.nodes[m.root].hasCertificate() {
		return nil // it is among the leaves
	}
	c := certificate.Certificate{Claim: claim, Leaves: m.store.spec.Leaves(), Entries: p.entries}
	c.Sort()
	return e.manifest.Add(e.directory, &c)
}
