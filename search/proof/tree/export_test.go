package tree

import (
	"errors"
	"fmt"
	"strings"

	"go.etcd.io/bbolt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// WithoutSync makes the transactions of a test faster: they are not safe from a failure of the machine.
func (s *Store) WithoutSync() { s.db.NoSync, s.db.NoGrowSync = true, true }

// MaxSize bounds the file, as a full disk does.
func (s *Store) MaxSize(bytes int) { s.db.MaxSize, s.db.AllocSize = bytes, 0 }

// Proven reports whether the claim is proven.
func (m *Manager) Proven() bool { return m.Answer() == certificate.AnswerOf(m.claim.Win) }

// ClosedSets returns how many nodes of the graph are answered by a closed set.
func (m *Manager) ClosedSets() (count int) {
	for i := range m.graph.nodes {
		if m.graph.nodes[i].Method == ClosedSet {
			count++
		}
	}
	return count
}

// Contents returns all entries of a store as text.
func (s *Store) Contents() (string, error) {
	var text strings.Builder
	err := s.view(func(r *reader) error {
		return r.tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
			return b.ForEach(func(key, data []byte) error {
				_, err := fmt.Fprintf(&text, "%s %x %x\n", name, key, data)
				return err
			})
		})
	})
	return text.String(), err
}

// Facts returns the number of facts in a store.
func (s *Store) Facts() uint64 { return s.meta.Facts }

// Certificates returns the number of certificates in a store.
func (s *Store) Certificates() uint64 { return s.meta.Certificates }

// NewItem returns an item as a manager makes it.
func NewItem(p board.Position, budget uint64, v Versions) Item { return newItem(p, budget, 0, v) }

// Accept enters a result without a look at its certificate, and commits.
func (m *Manager) Accept(r Result) error {
	q, err := r.Item.Question()
	if err != nil {
		return err
	}
	return errors.Join(m.accept(r, q), m.commit())
}

// CommitBounds commits bounds of a position with Black to move.
func (s *Store) CommitBounds(p board.Position, bounds Bounds) error {
	b := newBatch(s.meta)
	b.records[certificate.CodeOf(p)] = Record{Bounds: bounds}
	return s.commit(b)
}

// FactOf returns what the store keeps of a result.
func FactOf(r Result) Fact { return factOf(r) }
