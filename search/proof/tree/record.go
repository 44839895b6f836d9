package tree

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// State is what the manager has done about a question.
type State uint8

// The states of a question.
const (
	New      State = iota // nothing yet
	Out                   // an item is published
	Scored                // an item came back without an answer; the position has a score
	Expanded              // the positions after its moves are in the graph
	Bounded               // an item answered it
	Poisoned              // items failed, so the position was expanded instead
	stateCount
)

var stateNames = [stateCount]string{"new", "out", "scored", "expanded", "bounded", "poisoned"}

// String returns the name of s.
func (s State) String() string {
	if s < stateCount {
		return stateNames[s]
	}
	return fmt.Sprintf("state %d", uint8(s))
}

// Work is what was done about one question.
type Work struct {
	State     State
	Method    Method // how the answer was found
	Threshold uint8  // the number of the threshold under which the last item was published
	Items     uint8  // results that came for it; 255 for more
	Nodes     uint32 // searched by its items; the largest number for more
	Again     bool   // it was searched a second time with a larger budget
}

// Record is what the store keeps of a position, which is turned so that Black is to move.
type Record struct {
	Bounds
	Scored bool         // Score and King are known
	Score  int16        // of the engine, for the side to move, in hundredths of a man
	King   bool         // the engine's line ends with a king on the board
	Line   bool         // the position is on a line that the user gave
	Work   [askers]Work // does the side to move win, does the other side win
}

// recordSize is the number of bytes of a record: bounds 1, flags 1, score 2, twice the work 8, checksum 4.
const recordSize = 24

// The bits of a record's flags. The bits of flagAgain are for the two questions.
const (
	flagScored = 1 << iota
	flagKing
	flagLine
	flagAgain
)

// encode returns the bytes of a record, with a checksum of its key and itself.
func (r Record) encode(key certificate.Code) []byte {
	data := make([]byte, 0, recordSize)
	data = append(data, byte(r.Low)<<4|byte(r.High), r.flags())
	data = binary.BigEndian.AppendUint16(data, uint16(r.Score))
	for _, w := range r.Work {
		data = append(data, byte(w.State), byte(w.Method), w.Threshold, w.Items)
		data = binary.BigEndian.AppendUint32(data, w.Nodes)
	}
	return seal(key[:], data)
}

func (r Record) flags() (flags byte) {
	for bit, set := range map[byte]bool{
		flagScored: r.Scored, flagKing: r.King, flagLine: r.Line,
		flagAgain: r.Work[MoverWins].Again, flagAgain << 1: r.Work[OtherWins].Again,
	} {
		if set {
			flags |= bit
		}
	}
	return flags
}

// decodeRecord reads the record of a position.
func decodeRecord(key certificate.Code, sealed []byte) (r Record, err error) {
	data, err := unseal(key[:], sealed)
	if err != nil || len(sealed) != recordSize {
		return Record{}, errors.New("the record of a position has a wrong checksum")
	}
	flags := data[1]
	r.Bounds = Bounds{Low: board.Result(data[0] >> 4), High: board.Result(data[0] & 0xF)}
	r.Scored, r.King, r.Line = flags&flagScored != 0, flags&flagKing != 0, flags&flagLine != 0
	r.Score = int16(binary.BigEndian.Uint16(data[2:]))
	for i := range r.Work {
		w := data[4+8*i:]
		r.Work[i] = Work{
			State: State(w[0]), Method: Method(w[1]), Threshold: w[2], Items: w[3],
			Nodes: binary.BigEndian.Uint32(w[4:]), Again: flags&(flagAgain<<i) != 0,
		}
	}
	return r, nil
}

// Look returns what the store knows of a position, and false if the position is not in the tree. The record is for the
// position as it stands if Black is to move, otherwise for the turned one: its values are for the side to move either
// way.
func (s *Store) Look(p board.Position) (record Record, found bool, err error) {
	if p.Turn == board.White {
		p = p.Mirror()
	}
	err = s.view(func(r *reader) (err error) {
		record, found, err = r.record(certificate.CodeOf(p))
		return err
	})
	return record, found, err
}

// enter takes over what a record says of a node. An answer that follows from the other question about the position is
// not used: the certificate of this one would have to rest on it.
func (g *graph) enter(id int32, r Record, asked asker) {
	n := &g.nodes[id]
	n.Work, n.king, n.line = r.Work[asked], r.King, r.Line
	if r.Scored && n.Items > 0 {
		n.scored, n.score = true, forAttacker(n, r.Score)
	}
	if n.State == Out { // unless its item is found again
		n.State = New
		if n.scored {
			n.State = Scored
		}
	}
	if n.Method != NoMethod {
		n.answer = r.Bounds.answer(asked)
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
	r.Work[asked] = n.Work
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
