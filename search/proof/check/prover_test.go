package check

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// prover answers questions by the engine's rules and without a search: it takes all positions that can be reached and finds the
// won ones rank by rank. The leaves are positions of fewer pieces than the root.
type prover struct {
	known   Known
	leaves  certificate.Leaves
	plays   map[board.Position][]step           // of the positions reached that are not known
	parents map[board.Position][]board.Position // of all positions reached
	won     map[board.Position]uint32           // rank; 0 of known wins
}

// openDatabase opens the databases in the program.
func openDatabase(t testing.TB) *egdb.DB {
	db, err := egdb.Open(egdb.Options{ValuesOnly: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

// prove returns a certificate of the right answer to a question.
func prove(t testing.TB, known Known, q certificate.Question) *certificate.Certificate {
	root := q.Turned().Position
	p := newProver(t, known, root)
	_, win := p.won[root]
	return p.certificate(certificate.Claim{Question: q, Win: win}, nil)
}

// newProver finds all won positions that can be reached from root.
func newProver(t testing.TB, known Known, root board.Position) prover {
	p := prover{
		known: known, leaves: certificate.Leaves{Pieces: root.Pieces() - 1, Sum: known.Sum(root.Pieces() - 1)},
		plays: map[board.Position][]step{}, parents: map[board.Position][]board.Position{}, won: map[board.Position]uint32{},
	}
	last := p.reach(t, root)
	for rank := uint32(1); len(last) > 0; rank++ {
		last = p.rank(rank, last)
	}
	return p
}

// certificate returns a certificate of a true claim that rests on proofs of other positions.
func (p prover) certificate(claim certificate.Claim, others []board.Position) *certificate.Certificate {
	c := &certificate.Certificate{Claim: claim, Leaves: p.leaves}
	seen := map[board.Position]bool{}
	for _, other := range others {
		seen[other] = true
	}
	p.collect(c, claim.Turned().Position, seen)
	c.Sort()
	return c
}

// plays returns the legal moves by the rules of the engine.
func plays(p board.Position) (all []step) {
	var l board.MoveList
	p.Moves(&l)
	for _, m := range l.Slice() {
		all = append(all, step{m, p.Play(m)})
	}
	return all
}

// reach finds all positions after root down to the known ones, and returns the known wins.
func (p prover) reach(t testing.TB, root board.Position) (won []board.Position) {
	for queue := []board.Position{root}; len(queue) > 0; {
		at := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if _, seen := p.plays[at]; seen {
			continue
		}
		moves := plays(at)
		v, _, err := value(at, moves, p.leaves, p.known)
		require.NoError(t, err)
		if v != board.Unknown {
			if _, seen := p.won[at]; !seen && certificate.KnownWin(at, board.Black, v) {
				p.won[at] = 0
				won = append(won, at)
			}
			continue
		}
		p.plays[at] = moves
		for _, s := range moves {
			p.parents[s.after] = append(p.parents[s.after], at)
			queue = append(queue, s.after)
		}
	}
	return won
}

// rank gives a rank to the positions that are won by those of lower rank, of which the last ones found are given, and
// returns them.
func (p prover) rank(rank uint32, last []board.Position) (found []board.Position) {
	for _, at := range last {
		found = append(found, slices.DeleteFunc(slices.Clone(p.parents[at]), func(parent board.Position) bool { return !p.wins(parent) })...)
	}
	return slices.DeleteFunc(found, func(at board.Position) bool {
		_, again := p.won[at]
		if !again {
			p.won[at] = rank
		}
		return again
	})
}

// wins reports whether the moves of a position lead to a won position, or all of them do if the defender is to move.
func (p prover) wins(at board.Position) bool {
	for _, s := range p.plays[at] {
		if _, won := p.won[s.after]; won == (at.Turn == board.Black) {
			return won
		}
	}
	return at.Turn == board.White
}

// collect adds the entries that a proof of a position needs.
func (p prover) collect(c *certificate.Certificate, at board.Position, seen map[board.Position]bool) {
	moves, open := p.plays[at]
	if !open || seen[at] {
		return
	}
	seen[at] = true
	if at.Turn == c.Chooser() {
		s := p.choice(at, c.Claim.Win)
		c.Entries = append(c.Entries, certificate.Entry{Position: at, Move: s.move, Rank: p.won[at]})
		moves = []step{s}
	}
	for _, s := range moves {
		p.collect(c, s.after, seen)
	}
}

// choice returns the chosen move: to the won position of least rank, or to one that is not won.
func (p prover) choice(at board.Position, win bool) (best step) {
	minimum := uint32(0)
	for _, s := range p.plays[at] {
		rank, won := p.won[s.after]
		if won == win && (best.move.IsNone() || rank < minimum) {
			best, minimum = s, rank
		}
	}
	return best
}
