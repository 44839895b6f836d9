package generate

import (
	"cmp"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// extreme is a longest distance and a position with that distance. Of several positions it is
// the first in a fixed order, so that the number of threads does not matter. Plies is -1 if
// there is no position.
type extreme struct {
	Plies               int32
	Black, White, Kings board.Bitboard
}

// longest holds the longest wins and losses of one side to move: of all positions, and of
// those without a capture to play. The board stands as in the blocks.
type longest [2][2]extreme

const (
	anyPosition = iota
	quietPosition
)

const (
	lossExtreme = iota
	winExtreme
)

// kindOf returns the kind of a decided value.
func kindOf(value board.Result) int {
	if value == board.Win {
		return winExtreme
	}
	return lossExtreme
}

// noExtreme has no position.
var noExtreme = extreme{Plies: -1}

func newLongest() longest {
	return longest{{noExtreme, noExtreme}, {noExtreme, noExtreme}}
}

// position returns the position with a side to move.
func (e *extreme) position(turn board.Color) board.Position {
	return board.Position{Black: e.Black, White: e.White, Kings: e.Kings, Turn: turn}
}

// better reports whether another extreme replaces e.
func (e *extreme) better(other *extreme) bool {
	return cmp.Or(cmp.Compare(other.Plies, e.Plies), cmp.Compare(e.Black, other.Black),
		cmp.Compare(e.White, other.White), cmp.Compare(e.Kings, other.Kings)) > 0
}

func (l *longest) merge(other *longest) {
	for i := range l {
		for j := range l[i] {
			if l[i][j].better(&other[i][j]) {
				l[i][j] = other[i][j]
			}
		}
	}
}

// note compares a decided position with the longest distances.
func (l *longest) note(value board.Result, quiet bool, e extreme) {
	kind := kindOf(value)
	if l[anyPosition][kind].better(&e) {
		l[anyPosition][kind] = e
	}
	if quiet && l[quietPosition][kind].better(&e) {
		l[quietPosition][kind] = e
	}
}

// mirror returns the longest distances with their positions on the turned board.
func (l *longest) mirror() (m longest) {
	for i := range l {
		for j, e := range l[i] {
			m[i][j] = e
			if e.Plies >= 0 {
				p := e.position(board.Black).Mirror()
				m[i][j].Black, m[i][j].White, m[i][j].Kings = p.Black, p.White, p.Kings
			}
		}
	}
	return m
}

// Longest returns the longest distances of m with Black to move, false if the slice is
// not solved.
func (d *Distances) Longest(m egdb.Material) (egdb.Longest, bool) {
	s := d.slice(m)
	if s == nil {
		return egdb.Longest{}, false
	}
	l := s.longest[blackToMove]
	if s.material != m {
		l = s.longest[whiteToMove]
		l = l.mirror()
	}
	export := func(e extreme) egdb.Extreme {
		if e.Plies < 0 {
			return egdb.Extreme{Plies: -1}
		}
		return egdb.Extreme{Plies: int(e.Plies), Position: e.position(board.Black)}
	}
	return egdb.Longest{
		Win: export(l[anyPosition][winExtreme]), Loss: export(l[anyPosition][lossExtreme]),
		QuietWin: export(l[quietPosition][winExtreme]), QuietLoss: export(l[quietPosition][lossExtreme]),
	}, true
}
