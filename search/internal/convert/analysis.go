package convert

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/memory"
)

// Values gives the value of a position for the side to move, Unknown if the value is not known.
type Values interface {
	Probe(p board.Position) board.Result
}

// Analysis computes the plies to the next conversion for every placement of the kings of an ending. A placement is the
// set of squares of the winner's kings and the set of squares of the loser's kings; the men do not move. New returns an
// Analysis. Only one goroutine may use it at a time.
type Analysis struct {
	ending Ending
	values Values
	men    board.Bitboard
	kings  [2][]board.Bitboard // all sets of squares for the winner's kings and for the loser's, in the order of their ranks

	// For each placement, with the winner and with the loser to move: the plies to the next conversion and one more,
	// notKnown, or never.
	won, lost []uint8
	left      []uint8 // for each placement, with the loser to move: the king moves that are not known to lose

	seeded    int      // placements from 0 on that seed has processed
	processed int      // placements whose predecessors are marked
	excluded  bool     // excludeRepeats has run
	plies     int      // plies to the conversion of the placements in now
	now, next []marked // placements whose predecessors must be marked: with this distance, and with a distance one ply longer
	done      bool
}

// marked is the index of a placement, shifted by one bit. The lowest bit is set if the loser is to move.
type marked uint32

const (
	notKnown uint8 = 0
	never    uint8 = 255

	mostPlies = int(never) - 3

	// MostPlacements is the largest number of placements that an analysis takes. Each needs three bytes.
	MostPlacements = 25 << 20
)

// New returns an analysis of the ending of p, in which the side to move must win. It returns nil if a side has no king,
// or if the number of placements is larger than most.
func New(values Values, p board.Position, most int) *Analysis {
	own, opp := p.Side(p.Turn)&p.Kings, p.Side(p.Turn.Opponent())&p.Kings
	if own == 0 || opp == 0 {
		return nil
	}
	placements := choose[board.Squares][own.Count()] * choose[board.Squares][opp.Count()]
	if placements > most {
		return nil
	}
	a := &Analysis{ending: EndingOf(p), values: values, men: (p.Black | p.White) &^ p.Kings}
	a.kings = [2][]board.Bitboard{setsOf(own.Count()), setsOf(opp.Count())}
	a.won, a.lost, a.left = memory.Slice[uint8](placements), memory.Slice[uint8](placements), memory.Slice[uint8](placements)
	return a
}

// Ending returns the ending that is analysed.
func (a *Analysis) Ending() Ending { return a.ending }

// Done reports whether the analysis is complete.
func (a *Analysis) Done() bool { return a.done }

// Placements returns the number of placements of the kings.
func (a *Analysis) Placements() int { return len(a.won) }

// Progress returns the share of the work that is done, between 0 and 1. It is an estimate: each placement is
// counted once when seed has processed it, and once when its predecessors are marked.
func (a *Analysis) Progress() float64 {
	if a.done {
		return 1
	}
	const parts = 2
	return float64(a.seeded+min(a.processed, len(a.won))) / float64(parts*len(a.won))
}

// StepsAtOnce is the largest number of placements that Work processes between two calls of more.
const StepsAtOnce = 256

// Work continues the analysis as long as more returns true, and reports whether the analysis is complete. The last
// position of game must be in the ending. Positions that occurred twice in game are excluded from all lines.
func (a *Analysis) Work(game *board.Game, more func() bool) bool {
	for !a.done && more() {
		switch {
		case a.seeded < len(a.won):
			end := min(a.seeded+StepsAtOnce, len(a.won))
			for ; a.seeded < end; a.seeded++ {
				a.seed(a.seeded)
			}
		case !a.excluded:
			a.excludeRepeats(game)
		case len(a.now) > 0:
			first := max(len(a.now)-StepsAtOnce, 0)
			for _, m := range a.now[first:] {
				a.markPredecessors(m)
			}
			a.processed += len(a.now) - first
			a.now = a.now[:first]
		case len(a.next) > 0 && a.plies < mostPlies:
			a.now, a.next = a.next, a.now
			a.plies++
		default:
			a.done, a.now, a.next, a.left = true, nil, nil, nil
		}
	}
	return a.done
}

// index returns the index of a placement.
func (a *Analysis) index(own, opp board.Bitboard) int {
	return setRank(own)*len(a.kings[1]) + setRank(opp)
}

// indexOf returns the index of the placement of the kings in p, false if p has left the ending.
func (a *Analysis) indexOf(p board.Position) (int, bool) {
	if a.ending.Left(p) {
		return 0, false
	}
	winner := a.ending.Winner
	return a.index(p.Side(winner)&p.Kings, p.Side(winner.Opponent())&p.Kings), true
}

// excludeRepeats excludes the placements that occurred twice in the game: the third time is a draw.
func (a *Analysis) excludeRepeats(game *board.Game) {
	visits := map[board.Position]int{}
	for _, p := range game.Reversible() {
		visits[p]++
		index, same := a.indexOf(p)
		switch {
		case !same || visits[p] < 2:
		case p.Turn == a.ending.Winner:
			a.won[index] = never
		default:
			a.lost[index] = never
		}
	}
	a.excluded = true
}

// markPredecessors updates the placements from which one move of a king leads to m: the winner can move to m from them,
// or the loser has one move less that is not known to lose.
func (a *Analysis) markPredecessors(m marked) {
	index := int(m >> 1)
	own, opp := a.kings[0][index/len(a.kings[1])], a.kings[1][index%len(a.kings[1])]
	taken := own | opp | a.men
	code := uint8(a.plies + 2) // the distance of m and one ply more; the code is one larger than the distance
	if m&1 != 0 {              // the winner has moved to m
		if a.lost[index] == never {
			return
		}
		column := index % len(a.kings[1])
		for from := range steps(own, taken) {
			before := setRank(from)*len(a.kings[1]) + column
			if a.won[before] == notKnown {
				a.won[before] = code
				a.next = append(a.next, marked(before)<<1)
			}
		}
		return
	}
	if a.won[index] == never {
		return
	}
	row := index - index%len(a.kings[1])
	for from := range steps(opp, taken) {
		before := row + setRank(from)
		if a.lost[before] != notKnown {
			continue
		}
		a.left[before]--
		if a.left[before] == 0 {
			a.lost[before] = code
			a.next = append(a.next, marked(before)<<1|1)
		}
	}
}
