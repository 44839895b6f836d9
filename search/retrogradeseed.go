package search

import "github.com/zonda-checkers/zonda/engine/board"

// seed looks for conversions in a place of the kings, with either side to move.
func (a *retrograde) seed(index int) {
	own, opp := a.kings[0][index/len(a.kings[1])], a.kings[1][index%len(a.kings[1])]
	if own&opp != 0 || (own|opp)&a.men != 0 {
		a.won[index], a.lost[index] = never, never
		return
	}
	p := board.Position{Kings: own | opp, Turn: a.goal.turn}
	winner, loser := &p.Black, &p.White
	if p.Turn == board.White {
		winner, loser = loser, winner
	}
	*winner, *loser = own|a.goal.men[p.Turn], opp|a.goal.men[p.Turn.Opponent()]
	a.won[index] = a.seedWon(p)
	if a.won[index] != notKnown && a.won[index] != never {
		a.next = append(a.next, kingsAt(index)<<1)
	}
	p.Turn = p.Turn.Opponent()
	a.lost[index], a.left[index] = a.seedLost(p)
	switch a.lost[index] {
	case notKnown, never:
	case 1:
		a.now = append(a.now, kingsAt(index)<<1|1)
	default:
		a.next = append(a.next, kingsAt(index)<<1|1)
	}
}

// seedWon returns what is known of p, with the winner to move, from the moves that cannot be taken
// back: whether one of them converts, or all of them are captures and none does.
func (a *retrograde) seedWon(p board.Position) uint8 {
	captures := p.Jumpers() != 0
	if !captures && p.MoversOf(p.Turn)&^p.Kings == 0 {
		return notKnown
	}
	var moves board.MoveList
	p.Moves(&moves)
	for _, m := range moves.Slice() {
		if p.Irreversible(m) && probe(a.databases, p.Play(m)) == board.Loss {
			return 2
		}
	}
	if captures {
		return never
	}
	return notKnown
}

// seedLost returns what is known of p, with the loser to move, from his moves that cannot be taken back,
// and how many others he has: whether one of them saves him, or there are none but such that convert
// the win for the winner, or none at all.
func (a *retrograde) seedLost(p board.Position) (known, left uint8) {
	var moves board.MoveList
	p.Moves(&moves)
	for _, m := range moves.Slice() {
		switch {
		case !p.Irreversible(m):
			left++
		case probe(a.databases, p.Play(m)) != board.Win:
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
