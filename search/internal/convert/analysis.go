package convert

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/memory"
	"github.com/zonda-checkers/zonda/internal/yield"
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

	maxPlies = int(never) - 3

	// MaxPlacements is the largest number of placements that an analysis takes. Each needs three bytes.
	MaxPlacements = 25 << 20
)

// New returns an analysis of the ending of p, in which the side to move must win. It returns nil if a side has no king,
// or if the number of placements is larger than most.
func New(values Values, p board.Position, maximum int) *Analysis {
	own, opp := p.Side(p.Turn)&p.Kings, p.Side(p.Turn.Opponent())&p.Kings
	if own == 0 || opp == 0 {
		return nil
	}
	placements := choose[board.Squares][own.Count()] * choose[board.Squares][opp.Count()]
	if placements > maximum {
		return nil
	}
	a := &Analysis{ending: EndingOf(p), values: values, men: (p.Black | p.White) &^ p.Kings}
	a.kings = [2][]board.Bitboard{setsOf(own.Count()), setsOf(opp.Count())}
	a.won, a.lost, a.left = memory.Slice[uint8](placements), memory.Slice[uint8](placements), memory.Slice[uint8](placements)
	return a
}

// Done reports whether the analysis is complete.
func (a *Analysis) Done() bool { return a.done }

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
		yield.Point()
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
		case len(a.next) > 0 && a.plies < maxPlies:
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

// seed gives a code to a placement, with either side to move, if its captures and moves of men decide the code.
func (a *Analysis) seed(index int) {
	own, opp := a.kings[0][index/len(a.kings[1])], a.kings[1][index%len(a.kings[1])]
	if own&opp != 0 || (own|opp)&a.men != 0 {
		a.won[index], a.lost[index] = never, never
		return
	}
	p := board.Position{Kings: own | opp, Turn: a.ending.Winner}
	winner, loser := &p.Black, &p.White
	if p.Turn == board.White {
		winner, loser = loser, winner
	}
	*winner, *loser = own|a.ending.Men[p.Turn], opp|a.ending.Men[p.Turn.Opponent()]
	a.won[index] = a.seedWon(p)
	if a.won[index] != notKnown && a.won[index] != never {
		a.next = append(a.next, marked(index)<<1)
	}
	p.Turn = p.Turn.Opponent()
	a.lost[index], a.left[index] = a.seedLost(p)
	switch a.lost[index] {
	case notKnown, never:
	case 1:
		a.now = append(a.now, marked(index)<<1|1)
	default:
		a.next = append(a.next, marked(index)<<1|1)
	}
}

// value returns the value of p for its side to move, Unknown if it is not known.
func (a *Analysis) value(p board.Position) board.Result {
	if !p.HasMove() {
		return board.Loss
	}
	return a.values.Probe(p)
}

// seedWon returns the code of p, with the winner to move, as far as the captures and the moves of men decide it: 2 if
// one of them converts, never if p has captures and none of them converts, and otherwise notKnown.
func (a *Analysis) seedWon(p board.Position) uint8 {
	captures := p.Jumpers() != 0
	if !captures && p.MoversOf(p.Turn)&^p.Kings == 0 {
		return notKnown
	}
	var moves board.MoveList
	p.Moves(&moves)
	for _, m := range moves.Slice() {
		if p.Irreversible(m) && a.value(p.Play(m)) == board.Loss {
			return 2
		}
	}
	if captures {
		return never
	}
	return notKnown
}

// seedLost returns the code of p, with the loser to move, as far as the captures and the moves of men decide it, and
// the number of the other moves. The code is never if a capture or a move of a man saves the loser, 1 if the loser has
// no move, 2 if all moves are such captures and moves of men and lose, and otherwise notKnown.
func (a *Analysis) seedLost(p board.Position) (code, left uint8) {
	var moves board.MoveList
	p.Moves(&moves)
	for _, m := range moves.Slice() {
		switch {
		case !p.Irreversible(m):
			left++
		case a.value(p.Play(m)) != board.Win:
			return never, 0
		}
	}
	switch {
	case moves.Len() == 0:
		return 1, 0
	case left == 0:
		return 2, 0
	}
	return notKnown, left
}

// Line returns the shortest line from p to a conversion, against the longest resistance. It returns nil if the
// analysis knows no such line.
func (a *Analysis) Line(p board.Position) (line []board.Move) {
	for !a.ending.Left(p) && p.HasMove() {
		m, ok := a.move(p)
		if !ok {
			return nil
		}
		line = append(line, m)
		p = p.Play(m)
	}
	return line
}

// move returns the move of either side in p: the one with the shortest distance for the winner, with the longest for
// the loser. ok is false if the analysis does not know the move.
func (a *Analysis) move(p board.Position) (best board.Move, ok bool) {
	winning := p.Turn == a.ending.Winner
	var moves board.MoveList
	p.Moves(&moves)
	nearest := -1
	for _, m := range moves.Slice() {
		plies, known := a.pliesAfter(p, m)
		switch {
		case !known && winning:
			continue
		case !known:
			return best, false // the loser escapes
		case nearest < 0, winning && plies < nearest, !winning && plies > nearest:
			best, nearest = m, plies
		}
	}
	return best, nearest >= 0
}

// pliesAfter returns the plies from the position after m to the next conversion, 0 if m is the conversion. known is
// false if the analysis does not know the plies.
func (a *Analysis) pliesAfter(p board.Position, m board.Move) (plies int, known bool) {
	child := p.Play(m)
	index, same := a.indexOf(child)
	if !same {
		return 0, a.value(child) == a.ending.value(child)
	}
	code := a.won[index]
	if child.Turn != a.ending.Winner {
		code = a.lost[index]
	}
	return int(code) - 1, code != notKnown && code != never
}

// Ending is what stays the same between two conversions: the winner, the number of pieces and the squares of the men.
type Ending struct {
	Winner board.Color
	Pieces int
	Men    [2]board.Bitboard // by color
}

// EndingOf returns the ending of p, in which the side to move must win.
func EndingOf(p board.Position) Ending {
	return Ending{p.Turn, p.Pieces(), [2]board.Bitboard{p.Men(board.Black), p.Men(board.White)}}
}

// Left reports whether p is no longer in the ending, because of a capture or a move of a man.
func (e *Ending) Left(p board.Position) bool {
	return p.Pieces() != e.Pieces || p.Men(board.Black) != e.Men[board.Black] || p.Men(board.White) != e.Men[board.White]
}

// value returns the value of p for its side to move if the winner still wins.
func (e *Ending) value(p board.Position) board.Result {
	if p.Turn == e.Winner {
		return board.Win
	}
	return board.Loss
}
