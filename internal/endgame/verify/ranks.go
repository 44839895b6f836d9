package verify

import (
	"sync/atomic"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// ranks is a table with the state of the proof of its wins and losses. Positions settled in a
// round count as settled from the next round on. Therefore a position is settled in the round
// of its rank, in whatever order the goroutines work.
type ranks struct {
	*table
	pending    bitset // wins and losses not settled before this round
	fresh      bitset // positions settled in this round
	active     bitset // positions to test in this round, because a successor was settled in the last
	activeNext bitset // positions to test in the next round
}

func newRanks(t *table) *ranks {
	l := &ranks{t, newBitset(t.size()), newBitset(t.size()), newBitset(t.size()), newBitset(t.size())}
	for rank := range t.size() {
		if t.at(rank) != board.Draw {
			l.pending.add(rank)
		}
	}
	copy(l.active, l.pending)
	return l
}

// settle settles the positions with ranks from from to to-1 that follow in this round, and
// marks their predecessors in twin. It returns the number of settled positions.
func (l *ranks) settle(j *successors, twin *ranks, round int, from, to uint64) (settled uint64) {
	for ; from < to; from += bitsPerWord {
		word := from / bitsPerWord
		if l.pending[word]&l.active[word] == 0 {
			continue
		}
		for rank, p := range l.positions(from, min(from+bitsPerWord, to)) {
			if !l.pending.has(rank) || !l.active.has(rank) {
				continue
			}
			p = p.Mirror()
			var follows bool
			if round == 0 {
				follows = !p.HasMove() // the game has ended
			} else {
				follows = j.settles(p, l.at(rank), twin.pending)
			}
			if follows {
				l.fresh.add(rank)
				twin.markPredecessors(p)
				settled++
			}
		}
	}
	return settled
}

// markPredecessors marks the positions of l from which Black has a quiet move to p. It may
// also mark positions in which Black must capture; settle tests them and does not settle them
// by that move.
func (l *ranks) markPredecessors(p board.Position) {
	p.Turn = board.Black
	empty := p.Empty()
	for own := p.Black; own != 0; own &= own - 1 {
		piece := own & -own
		king := p.Kings&piece != 0
		origins := piece.UpLeft() | piece.UpRight() // where the piece can come from
		if king {
			origins |= piece.DownLeft() | piece.DownRight()
		}
		for origins &= empty; origins != 0; origins &= origins - 1 {
			before := p
			origin := origins & -origins
			before.Black ^= piece | origin
			if king {
				before.Kings ^= piece | origin
			}
			l.activeNext.addShared(l.rank(before))
		}
	}
}

// endRound ends a round. After round 0 all positions stay active, because round 1 must test all
// moves that leave the slices.
func (l *ranks) endRound(round int) {
	l.pending.moveFrom(l.fresh)
	if round > 0 {
		l.active, l.activeNext = l.activeNext, l.active
		clear(l.activeNext)
	}
}

// bitset is a set of positions of a slice, by the ranks of the positions.
type bitset []uint64

const bitsPerWord = 64

func newBitset(n uint64) bitset { return make(bitset, (n+bitsPerWord-1)/bitsPerWord) }

func (b bitset) has(i uint64) bool { return b[i/bitsPerWord]>>(i%bitsPerWord)&1 != 0 }

// add adds i to the set. Only one goroutine may add to the same word.
func (b bitset) add(i uint64) { b[i/bitsPerWord] |= 1 << (i % bitsPerWord) }

// addShared adds i to the set while other goroutines may use addShared too.
func (b bitset) addShared(i uint64) {
	if word, bit := &b[i/bitsPerWord], uint64(1)<<(i%bitsPerWord); atomic.LoadUint64(word)&bit == 0 {
		atomic.OrUint64(word, bit)
	}
}

// moveFrom removes the members of other from b and empties other.
func (b bitset) moveFrom(other bitset) {
	for i, word := range other {
		b[i] &^= word
	}
	clear(other)
}

// successors computes values of positions of a slice from their successors. The positions are
// mirrored, with White to move. Then the successors have Black to move, as in the tables, and
// need not be mirrored.
type successors struct {
	twin     *table // the slice of the successors that have the same pieces; nil if these are probed too
	kings    int    // of twin
	verified verified
	prober   Prober
	moves    board.MoveList
}

func newSuccessors(twin *table, s verified, p Prober) *successors {
	return &successors{twin: twin, kings: twin.material.Kings(), verified: s, prober: p}
}

// value returns the value of p, with White to move, that follows from its successors;
// board.Unknown if it depends on one without an answer.
func (s *successors) value(p board.Position) board.Result {
	value := board.Loss
	p.Moves(&s.moves)
	for _, m := range s.moves.Slice() {
		after := p.Play(m)
		var reply board.Result
		if s.inside(m, after) {
			reply = s.twin.claim(after)
		} else {
			reply = s.outside(after)
		}
		switch {
		case reply == board.Loss:
			return board.Win
		case reply == board.Unknown:
			value = board.Unknown
		case reply == board.Draw && value == board.Loss:
			value = board.Draw
		}
	}
	return value
}

// settles reports whether the win or loss claimed for p, with White to move, follows from
// positions outside the pair of slices and from positions inside that are not pending. The
// claim must be consistent.
func (s *successors) settles(p board.Position, claim board.Result, pending bitset) bool {
	p.Moves(&s.moves)
	for _, m := range s.moves.Slice() {
		after := p.Play(m)
		if claim == board.Win {
			if s.proves(m, after, pending) {
				return true
			}
		} else if s.inside(m, after) && pending.has(s.twin.rank(after)) {
			return false
		}
	}
	return claim == board.Loss
}

// proves reports whether after, reached by m, is a settled loss.
func (s *successors) proves(m board.Move, after board.Position, pending bitset) bool {
	if !s.inside(m, after) {
		return s.outside(after) == board.Loss
	}
	rank := s.twin.rank(after)
	return s.twin.at(rank) == board.Loss && !pending.has(rank)
}

// inside reports whether the move m stays in the pair of slices, whose values are in tables: it is no capture and no
// crowning.
func (s *successors) inside(m board.Move, after board.Position) bool {
	return s.twin != nil && !m.IsCapture() && after.Kings.Count() == s.kings
}

// outside returns the value of a position without a table of its pair of slices, with Black to move.
func (s *successors) outside(p board.Position) board.Result {
	if p.Black == 0 {
		return board.Loss
	}
	if t := s.verified[endgame.MaterialOf(p)]; t != nil {
		return t.claim(p)
	}
	return s.prober.Probe(p)
}
