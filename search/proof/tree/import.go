package tree

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

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
	sum := sha256.Sum256(data)
	code, asked := keyOf(p)
	i.batch.certificates[newCertKey(code, asked, a)] = data
	i.batch.facts = append(i.batch.facts, Fact{
		Position: p.FEN(), Result: proof.Result{Answer: a, Method: proof.Method(ByImport.String())}, Worker: program,
		Certificate: hex.EncodeToString(sum[:]), Versions: i.store.spec.Versions,
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

// Follow expands the nodes along a line of play, the positions of a game, from the goal on, and marks them: where numbers
// are equal, the moves of the line come first. A line never changes a value. It returns how many positions of the line
// are in the graph, 0 if the line does not reach the goal.
func (m *Manager) Follow(line []board.Position) (reached int, err error) {
	for _, p := range line {
		id, found := m.graph.index[m.turned(p)]
		if !found {
			if reached > 0 {
				break // a known position, or the line is cut
			}
			continue
		}
		if reached == 0 && id != m.root {
			continue
		}
		reached++
		m.graph.nodes[id].line = true
		if n := &m.graph.nodes[id]; n.expanded() || n.answer != Undecided || n.state == Out {
			err = m.save(id)
		} else {
			err = m.expand(id, Expanded)
		}
		if err != nil {
			return reached, err
		}
	}
	return reached, nil
}

// turned returns a position as the graph has it, with Black as the attacker.
func (m *Manager) turned(p board.Position) board.Position {
	if m.claim.Attacker == board.White {
		return p.Mirror()
	}
	return p
}

// lineText returns the moves along which the numbers lead from the root to a leaf, as moves of the claim's position.
func (m *Manager) lineText() string {
	g := &m.graph
	g.search++
	var line []board.Move
	p := m.claim.Position
	for id := m.root; id >= 0; id = g.best(&g.nodes[id]) {
		g.nodes[id].seen = g.search
		if id != m.root {
			move := m.moveTo(p, g.nodes[id].position)
			line = append(line, move)
			p = p.Play(move)
		}
	}
	return m.claim.Position.LineText(line)
}

// moveTo returns the move from p, a position of the game, to a position of the graph.
func (m *Manager) moveTo(p, next board.Position) board.Move {
	var moves board.MoveList
	p.Moves(&moves)
	i := slices.IndexFunc(moves.Slice(), func(move board.Move) bool { return m.turned(p.Play(move)) == next })
	return moves.Slice()[i]
}
