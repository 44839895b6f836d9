package verify

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/board"
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
			if p = p.Mirror(); l.follows(j, twin, round, p, l.at(rank)) {
				l.fresh.add(rank)
				twin.markPredecessors(p)
				settled++
			}
		}
	}
	return settled
}

// follows reports whether a claim for p, with White to move, can be settled in this round.
// Round 0 settles the ended games.
func (l *ranks) follows(j *successors, twin *ranks, round int, p board.Position, claim board.Result) bool {
	if round == 0 {
		return !p.HasMove()
	}
	return j.settles(p, claim, twin.pending)
}

// markPredecessors marks the positions of l from which Black has a quiet move to p. It may
// also mark positions in which Black must capture; settle tests them and does not settle them
// by that move.
func (l *ranks) markPredecessors(p board.Position) {
	p.Turn = board.Black
	empty := p.Empty()
	for own := p.Black; own != 0; own &= own - 1 {
		piece := own & -own
		king := p.Kings & piece
		for origins := steps(piece, king != 0) & empty; origins != 0; origins &= origins - 1 {
			before := p
			origin := origins & -origins
			before.Black ^= piece | origin
			if king != 0 {
				before.Kings ^= piece | origin
			}
			l.activeNext.addShared(l.rank(before))
		}
	}
}

// steps returns the neighbouring squares from which a black piece can have moved to its
// square.
func steps(piece board.Bitboard, king bool) board.Bitboard {
	from := piece.UpLeft() | piece.UpRight()
	if king {
		from |= piece.DownLeft() | piece.DownRight()
	}
	return from
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

// firstPending returns the lowest rank of a position that is not settled, false if there is
// none.
func (l *ranks) firstPending() (rank uint64, found bool) {
	for word, set := range l.pending {
		if set != 0 {
			return uint64(word*bitsPerWord + bits.TrailingZeros64(set)), true
		}
	}
	return 0, false
}
