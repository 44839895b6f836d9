package convert

import "github.com/zonda-checkers/zonda/board"

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
