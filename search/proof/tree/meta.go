package tree

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/search/proof"
)

// meta is the part of the store that changes with every transaction.
type meta struct {
	Applied    uint64   `json:"applied"` // sequence of the last result in the store
	Epoch      uint64   `json:"epoch"`
	Thresholds [2]uint8 `json:"thresholds"` // numbers of the thresholds reached, for the attackers Black and White
	Clean      bool     `json:"clean"`      // the manager ended by itself
	Wrong      string   `json:"wrong"`      // a contradiction, after which nothing goes on

	// How many entries the buckets have: a damaged page may lose some without a trace.
	Nodes        uint64 `json:"nodes"`
	Facts        uint64 `json:"facts"`
	Certificates uint64 `json:"certificates"`
}

// Fact is a result as it came, in the order in which results were applied: the store's audit log.
type Fact struct {
	Position     string   `json:"position"` // FEN; the attacker is Black
	proof.Result          // without its line
	Worker       string   `json:"worker"`
	Failed       string   `json:"failed,omitempty"`
	Item         string   `json:"item,omitempty"`        // its identity; empty if the fact was imported
	Sequence     uint64   `json:"sequence"`              // of the result, 0 if the fact was imported
	Certificate  string   `json:"certificate,omitempty"` // its SHA-256 hash in hexadecimal digits
	Versions     Versions `json:"versions"`
}

// published is an item that is out.
type published struct {
	Item     Item     `json:"item"`
	At       int64    `json:"at"`       // seconds since 1970
	Failures []string `json:"failures"` // the workers that failed
}

// Backup copies the store to a file, which must not exist, as it is at one moment. It reads the copy again and compares
// it with what was written.
func (s *Store) Backup(name string) error {
	if _, err := os.Stat(name); err == nil {
		return fmt.Errorf("%s exists", name)
	}
	written := sha256.New()
	err := s.view(func(r *reader) error {
		return file.WriteWhole(name, func(to io.Writer) error {
			_, err := r.tx.WriteTo(io.MultiWriter(to, written))
			return err
		})
	})
	if err != nil {
		return err
	}
	same, err := hasSum(name, written.Sum(nil))
	if err == nil && !same {
		err = fmt.Errorf("%s differs from what was written: the disk is not to be trusted", name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

// hasSum reports whether a file has a SHA-256 sum.
func hasSum(name string, sum []byte) (bool, error) {
	from, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer from.Close() // only read
	have := sha256.New()
	if _, err := io.Copy(have, from); err != nil {
		return false, err
	}
	return string(have.Sum(nil)) == string(sum), nil
}

// enter takes over what a record says of a node. An answer that follows from the other question about the position is
// not used: the certificate of this one would have to rest on it.
func (g *graph) enter(id int32, r Record, asked asker) {
	n := &g.nodes[id]
	w := r.Work[asked]
	n.state, n.items, n.spent, n.last, n.again = w.State, w.Items, w.Nodes, w.Threshold, w.Again
	n.king, n.line = r.King, r.Line
	if r.Scored && w.Items > 0 {
		n.scored, n.score = true, forAttacker(n, r.Score)
	}
	if n.state == Out { // unless its item is found again
		n.state = New
		if n.scored {
			n.state = Scored
		}
	}
	if a := r.Bounds.answer(asked); a != Undecided && w.Method != NoMethod {
		n.answer, n.method = a, w.Method
		g.spread(id)
	}
	g.update(id)
}

// forAttacker turns a score for the side to move into one for the attacker, and the reverse.
func forAttacker(n *node, score int16) int16 {
	if n.attacks() {
		return score
	}
	return -score
}

// record returns what the store is to keep of a node, given what it has of the position.
func (g *graph) record(id int32, r Record, asked asker) Record {
	n := &g.nodes[id]
	r.Bounds = r.Bounds.Merge(boundsOf(asked, n.answer))
	r.Line = r.Line || n.line
	if n.scored {
		r.Scored, r.Score, r.King = true, forAttacker(n, n.score), n.king
	}
	r.Work[asked] = Work{
		State: n.state, Method: n.method, Threshold: n.last, Items: n.items, Nodes: n.spent, Again: n.again,
	}
	return r
}

// save puts a node's record into the next transaction. Facts that contradict each other stop the whole proof: the error
// says where.
func (m *Manager) save(id int32) error {
	code, asked := keyOf(m.graph.nodes[id].position)
	old, err := m.batch.record(m.store, code)
	if err != nil {
		return err
	}
	record := m.graph.record(id, old, asked)
	m.batch.records[code] = record
	if record.Contradictory() {
		return m.contradiction(m.graph.nodes[id].position)
	}
	return nil
}

// contradiction notes that two facts about a position contradict each other and returns the error.
func (m *Manager) contradiction(p board.Position) error {
	m.batch.meta.Wrong = fmt.Sprintf("facts contradict each other at %s", p.FEN())
	return fmt.Errorf("%s; the store keeps both certificates", m.batch.meta.Wrong)
}

// saveAnswers saves the nodes that were answered since the last call.
func (m *Manager) saveAnswers() error {
	for _, id := range m.graph.marked {
		if err := m.save(id); err != nil {
			return err
		}
	}
	m.graph.marked = m.graph.marked[:0]
	if m.graph.clash != noNode {
		return m.contradiction(m.graph.nodes[m.graph.clash].position)
	}
	return nil
}

// raise returns a count that stays at its largest value.
func raise[T uint8 | uint32](count T, by uint64) T {
	largest := uint64(^T(0))
	if by > largest-uint64(count) {
		return T(largest)
	}
	return count + T(by)
}
