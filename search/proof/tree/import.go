package tree

import (
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// Imported is what Import has taken from a directory.
type Imported struct {
	Facts    int // answers with certificates of their own
	Expanded int // positions of certificates that rest on others: a manager will expand them
}

// Import adds the answers of a directory of certificates to a store. It checks the whole directory first, with the
// databases given, and changes nothing if a certificate is wrong. Of a certificate that rests on others it takes the
// positions only: the manager draws the conclusions from the answers again.
func Import(ctx context.Context, s *Store, directory string, known check.Known) (done Imported, err error) {
	if _, err := check.Directory(ctx, directory, known, check.Options{}); err != nil {
		return done, err
	}
	m, err := certificate.ReadManifest(directory)
	if err != nil {
		return done, err
	}
	i := importer{store: s, batch: newBatch(s.meta), graph: graph{known: known.Probe, pieces: s.spec.Pieces}}
	for _, p := range m.Proofs {
		c, err := m.Read(directory, p)
		if err != nil {
			return done, err
		}
		if c.Leaves.Pieces > s.spec.Pieces {
			return done, fmt.Errorf("%s: its lines end at %d pieces, those of the store at %d", p.File, c.Leaves.Pieces, s.spec.Pieces)
		}
		add := i.expand
		if _, err := check.Certificate(ctx, c, known, check.Options{}); err == nil {
			add = i.fact
		} else if ctx.Err() != nil {
			return done, ctx.Err()
		}
		if err := add(c, m.Program); err != nil {
			return done, err
		}
	}
	return i.done, s.commit(i.batch)
}

// importer collects what an import changes.
type importer struct {
	store *Store
	batch *batch
	graph graph // empty: it knows the values of the databases
	done  Imported
}

// change changes the record of a position of a graph.
func (i *importer) change(p board.Position, change func(r *Record, w *Work, asked asker)) error {
	code, asked := keyOf(p)
	record, err := i.batch.record(i.store, code)
	if err != nil {
		return err
	}
	change(&record, &record.Work[asked], asked)
	if record.Contradictory() {
		return fmt.Errorf("the answer for %s contradicts the store", p.FEN())
	}
	i.batch.records[code] = record
	return nil
}

// fact adds an answer with its certificate.
func (i *importer) fact(c *certificate.Certificate, program string) error {
	p, a := c.Claim.Turned().Position, certificate.AnswerOf(c.Claim.Win)
	if i.graph.value(p) != Undecided {
		return nil // the databases of this store know it
	}
	data := certificate.Encode(c)
	code, asked := keyOf(p)
	i.batch.certificates[newCertKey(code, asked, a)] = data
	i.batch.facts = append(i.batch.facts, Fact{
		Position: p.FEN(), Result: proof.Result{Answer: a, Method: proof.Method(ByImport.String())}, Worker: program,
		Certificate: certificate.Hash(data), Versions: i.store.spec.Versions,
	})
	i.done.Facts++
	return i.change(p, func(r *Record, w *Work, asked asker) {
		r.Bounds = r.Bounds.Merge(boundsOf(asked, a))
		w.Method = ByImport
		if w.State != Expanded && w.State != Poisoned {
			w.State = Bounded
		}
	})
}

// expand marks the positions of a certificate that rests on others, so that a manager expands them.
func (i *importer) expand(c *certificate.Certificate, _ string) error {
	positions := []board.Position{c.Claim.Turned().Position}
	for _, e := range c.Entries {
		positions = append(positions, e.Position, e.Position.Play(e.Move))
	}
	for _, p := range positions {
		if i.graph.value(p) != Undecided {
			continue
		}
		err := i.change(p, func(_ *Record, w *Work, _ asker) {
			if w.State == New || w.State == Scored {
				w.State = Expanded
				i.done.Expanded++
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}
