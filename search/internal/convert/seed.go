package convert

import "github.com/zonda-checkers/zonda/board"

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
