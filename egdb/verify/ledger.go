package verify

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/engine/board"
)

// ledger is a table with the state of the proof of its wins and losses. What a round
// settles shows in the next one only, so that a position is settled in the round of its
// rank, in whatever order goroutines work.
type ledger struct {
	*table
	pending bitset // still to be settled
	fresh   bitset // settled in this round
	awake   bitset // worth a look in this round, for a successor was just settled
	roused  bitset // worth a look in the next one
}

func newLedger(t *table) *ledger {
	l := &ledger{t, newBitset(t.size()), newBitset(t.size()), newBitset(t.size()), newBitset(t.size())}
	for rank := range t.size() {
		if t.at(rank) != board.Draw {
			l.pending.add(rank)
		}
	}
	copy(l.awake, l.pending)
	return l
}

// settle settles those of the positions from to to - 1 that follow in this round, and
// rouses the positions of twin that lead to them. It returns how many they are.
func (l *ledger) settle(j *judge, twin *ledger, round int, from, to uint64) (settled uint64) {
	for ; from < to; from += bitsPerWord {
		word := from / bitsPerWord
		if l.pending[word]&l.awake[word] == 0 {
			continue
		}
		for rank, p := range l.positions(from, min(from+bitsPerWord, to)) {
			if !l.pending.has(rank) || !l.awake.has(rank) {
				continue
			}
			if p = p.Mirror(); l.follows(j, twin, round, p, l.at(rank)) {
				l.fresh.add(rank)
				twin.rouse(p)
				settled++
			}
		}
	}
	return settled
}

// follows reports whether a claim for p, White to move, can be settled now. Round 0
// settles the ended games: their rank is 0.
func (l *ledger) follows(j *judge, twin *ledger, round int, p board.Position, claim board.Result) bool {
	if round == 0 {
		return !p.HasMove()
	}
	return j.settles(p, claim, twin.pending)
}

// rouse marks the positions of l from which Black has a quiet move to p, and perhaps
// some where Black must capture instead: settle looks again, and a mark too many does
// no harm.
func (l *ledger) rouse(p board.Position) {
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
			l.roused.addShared(l.rank(before))
		}
	}
}

// steps returns the squares next to that of a black piece from which it can have come.
func steps(piece board.Bitboard, king bool) board.Bitboard {
	from := piece.UpLeft() | piece.UpRight()
	if king {
		from |= piece.DownLeft() | piece.DownRight()
	}
	return from
}

// turn ends a round. After round 0 all positions stay awake for the first look at moves
// that leave the slices.
func (l *ledger) turn(round int) {
	l.pending.take(l.fresh)
	if round > 0 {
		l.awake, l.roused = l.roused, l.awake
		clear(l.roused)
	}
}

// firstPending returns the lowest position not settled, if there is any.
func (l *ledger) firstPending() (rank uint64, found bool) {
	for word, set := range l.pending {
		if set != 0 {
			return uint64(word*bitsPerWord + bits.TrailingZeros64(set)), true
		}
	}
	return 0, false
}
