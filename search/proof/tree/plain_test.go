package tree_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// leafPieces is the size of the databases of the tests.
const leafPieces = 3

var library = sync.OnceValue(func() *egdb.DB {
	l, err := egdb.Open(egdb.Options{ValuesOnly: true})
	if err != nil {
		panic(err)
	}
	return l
})

// small is the databases of the tests.
type small struct{ *egdb.DB }

func databases() small { return small{library()} }

// Probe returns the value of a position of at most leafPieces pieces.
func (s small) Probe(p board.Position) board.Result {
	if p.Pieces() > leafPieces {
		panic("a test asks the databases for too many pieces")
	}
	return s.DB.Probe(p)
}

// known returns the answer for a position that needs no search.
func known(p board.Position) tree.Answer {
	value := board.Unknown
	if p.Over() {
		value = board.Loss
	} else if p.Pieces() <= leafPieces {
		value = databases().Probe(p)
	}
	switch {
	case value == board.Unknown:
		return tree.Undecided
	case certificate.KnownWin(p, board.Black, value):
		return tree.Yes
	}
	return tree.No
}

// plain is a solver that is easy to understand: it collects positions around the question, and computes which of them
// are won if all others are not, and which are not won even if all others are.
type plain struct {
	positions []board.Position
	index     map[board.Position]int
	next      [][]int // numbers of positions
	moves     [][]board.Move
}

// The numbers of positions that are not collected.
const (
	won = -1 - iota
	notWon
	outside
)

// solve works on an item with this number of positions as its budget.
func solve(_ context.Context, _ int, item tree.Item) (proof.Result, error) {
	q, err := item.Question()
	if err != nil {
		return proof.Result{}, err
	}
	s := plain{index: map[board.Position]int{}}
	s.collect(q.Position, int(item.Budget), item.Seed)
	r := proof.Result{Nodes: uint64(len(s.positions)), Score: guess(q.Position), Method: "plain"}
	claim := certificate.Claim{Question: q}
	if ranks := s.ranks(false); ranks[0] > 0 {
		r.Answer, claim.Win = tree.Yes, true
		r.Certificate = s.certify(claim, ranks)
	} else if ranks := s.ranks(true); ranks[0] == 0 {
		r.Answer = tree.No
		r.Certificate = s.certify(claim, ranks)
	}
	return r, nil
}

// guess is a score from the pieces alone.
func guess(p board.Position) eval.Score {
	const man, king = 100, 130
	side := func(c board.Color) int { return man*p.Men(c).Count() + king*p.KingsOf(c).Count() }
	return eval.Score(side(board.Black) - side(board.White))
}

// collect adds the positions nearest to root, up to a number of them.
func (s *plain) collect(root board.Position, limit int, seed uint64) {
	random := rand.New(rand.NewPCG(seed, seed))
	s.number(root, limit)
	for i := 0; i < len(s.positions); i++ {
		var l board.MoveList
		p := s.positions[i]
		p.Moves(&l)
		moves := l.Slice()
		if seed != 0 {
			random.Shuffle(len(moves), l.Swap)
		}
		next := make([]int, len(moves))
		for k, m := range moves {
			next[k] = s.number(p.Play(m), limit)
		}
		s.next, s.moves = append(s.next, next), append(s.moves, append([]board.Move(nil), moves...))
	}
}

func (s *plain) number(p board.Position, limit int) int {
	switch known(p) {
	case tree.Yes:
		return won
	case tree.No:
		return notWon
	}
	if i, found := s.index[p]; found {
		return i
	}
	if len(s.positions) == limit {
		return outside
	}
	s.index[p] = len(s.positions)
	s.positions = append(s.positions, p)
	return len(s.positions) - 1
}

// ranks returns the ranks of the won positions, 0 for the others. Positions outside count as won or not.
func (s *plain) ranks(outsideWon bool) []uint32 {
	ranks := make([]uint32, len(s.positions))
	for round, changed := uint32(1), true; changed; round++ {
		changed = false
		for i := range s.positions {
			if ranks[i] == 0 && s.isWon(i, ranks, round, outsideWon) {
				ranks[i], changed = round, true
			}
		}
	}
	return ranks
}

// isWon reports whether position i is won by positions of lower ranks.
func (s *plain) isWon(i int, ranks []uint32, round uint32, outsideWon bool) bool {
	attacks := s.positions[i].Turn == board.Black
	for _, n := range s.next[i] {
		wins := n == won || n == outside && outsideWon || n >= 0 && ranks[n] > 0 && ranks[n] < round
		if wins == attacks {
			return attacks
		}
	}
	return !attacks
}

// certify returns the certificate of a claim from the ranks.
func (s *plain) certify(claim certificate.Claim, ranks []uint32) []byte {
	c := certificate.Certificate{Claim: claim, Leaves: certificate.Leaves{Pieces: leafPieces, Sum: library().Sum(leafPieces)}}
	seen := map[int]bool{}
	for waiting := []int{0}; len(waiting) > 0; {
		i := waiting[0]
		waiting = waiting[1:]
		if i < 0 || seen[i] {
			continue
		}
		seen[i] = true
		if s.positions[i].Turn != c.Chooser() {
			waiting = append(waiting, s.next[i]...)
			continue
		}
		k := s.choice(i, ranks, claim.Win)
		c.Entries = append(c.Entries, certificate.Entry{Position: s.positions[i], Move: s.moves[i][k], Rank: ranks[i]})
		waiting = append(waiting, s.next[i][k])
	}
	c.Sort()
	return certificate.Encode(&c)
}

// choice returns the move that keeps the claim.
func (s *plain) choice(i int, ranks []uint32, win bool) int {
	for k, n := range s.next[i] {
		lower := n >= 0 && ranks[n] > 0 && ranks[n] < ranks[i]
		if win && (n == won || lower) || !win && (n == notWon || n >= 0 && ranks[n] == 0) {
			return k
		}
	}
	panic(fmt.Sprint("no move keeps the claim at ", s.positions[i]))
}
