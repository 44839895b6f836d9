package eval

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval/internal/evaltest"
)

// place is a square of the board by row and column; it may lie outside.
type place struct{ row, column int }

// toward returns the place one step away.
func (at place) toward(d place) place { return place{at.row + d.row, at.column + d.column} }

// against returns the place one step away, the other way.
func (at place) against(d place) place { return place{at.row - d.row, at.column - d.column} }

var (
	downwards = []place{{1, -1}, {1, 1}}
	upwards   = []place{{-1, -1}, {-1, 1}}
	anyWay    = append(append([]place{}, downwards...), upwards...)
	nowhere   = place{-1, -1}
)

// plain is a slow and simple implementation of view: a map of the pieces by place, for Black.
type plain struct {
	own, foe  map[place]bool // true for a king
	onTheDark map[place]bool
}

func plainOf(p board.Position) plain {
	g := plain{own: map[place]bool{}, foe: map[place]bool{}, onTheDark: map[place]bool{}}
	for s := range board.Square(board.Squares) {
		at := place{s.Row(), s.Column()}
		g.onTheDark[at] = true
		switch {
		case p.Black.Has(s):
			g.own[at] = p.Kings.Has(s)
		case p.White.Has(s):
			g.foe[at] = p.Kings.Has(s)
		}
	}
	return g
}

func (g plain) hasOwn(at place) bool { _, ok := g.own[at]; return ok }
func (g plain) hasFoe(at place) bool { _, ok := g.foe[at]; return ok }

func (g plain) empty(at place) bool {
	return g.onTheDark[at] && !g.hasOwn(at) && !g.hasFoe(at)
}

// lost reports whether a piece of ours at a place, come from another, is taken for
// nothing.
func (g plain) lost(at, from place) bool {
	for _, d := range anyWay {
		taker, landing := at.toward(d), at.against(d)
		fromAbove := d.row < 0
		if !g.hasFoe(taker) || fromAbove && !g.foe[taker] {
			continue
		}
		if !g.empty(landing) && landing != from {
			continue
		}
		if fromAbove || !g.answered(landing, d) {
			return true
		}
	}
	return false
}

// answered reports whether a taker that came up to landing, against d, is taken.
func (g plain) answered(landing, d place) bool {
	across := place{d.row, -d.column}
	return g.hasOwn(landing.against(d)) || g.hasOwn(landing.against(across)) && g.empty(landing.toward(across))
}

// safeSteps returns the number of places to which the piece can go safely.
func (g plain) safeSteps(at place, king bool) (n int32) {
	ways := downwards
	if king {
		ways = anyWay
	}
	for _, d := range ways {
		to := at.toward(d)
		if g.empty(to) && !g.lost(to, at) {
			n++
		}
	}
	return n
}

// supported and blocked look at the places behind and before a man.
func (g plain) supported(at place) bool {
	return g.hasOwn(at.toward(upwards[0])) || g.hasOwn(at.toward(upwards[1]))
}

func (g plain) blocked(at place) bool {
	return !g.empty(at.toward(downwards[0])) && !g.empty(at.toward(downwards[1]))
}

// wing returns 0 for the four columns on the left and 1 for those on the right.
func (at place) wing() int { return at.column / 4 }

// in reports whether a place is between two corners of a rectangle.
func (at place) in(first, last place) bool {
	return first.row <= at.row && at.row <= last.row && first.column <= at.column && at.column <= last.column
}

// isCentre and isOwnDoubleCorner tell squares apart by row and column.
func (at place) isCentre() bool { return at.in(place{2, 2}, place{5, 5}) }

func (at place) isOwnDoubleCorner() bool { return at.in(place{0, 0}, place{1, 1}) }

// counts returns what the heuristics that need no more than the places should count.
func (g plain) counts() (c counts) {
	var own, foe, held [2]int32
	for at, king := range g.foe {
		foe[at.wing()] += one(!king)
	}
	for at, king := range g.own {
		steps := g.safeSteps(at, king)
		c[exposedPieces] += one(g.lost(at, nowhere))
		if king {
			c[kings]++
			c[kingMoves] += steps
			c[trappedKings] += one(steps == 0)
			c[centreKings] += one(at.isCentre())
			continue
		}
		own[at.wing()]++
		held[at.wing()] += one(steps == 0)
		c[men]++
		c[tempo] += int32(at.row)
		c[backRow] += one(at.row == 0)
		c[doubleCorner] += one(at.isOwnDoubleCorner())
		c[centreMen] += one(at.isCentre())
		c[safeMoves] += steps
		c[supportedMen] += one(g.supported(at))
		c[blockedMen] += one(g.blocked(at))
	}
	for wing := range held {
		c[tiedMen] += held[wing] * one(own[wing] > foe[wing])
	}
	c[lopsidedMen] = max(own[0]-own[1], own[1]-own[0])
	return c
}

// one returns 1 for true.
func one(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

func TestSetsOfSquaresAgreeWithThePlainAccount(t *testing.T) {
	compared := []heuristic{
		men, kings, tempo, backRow, doubleCorner, centreMen, safeMoves, blockedMen, supportedMen, exposedPieces,
		tiedMen, lopsidedMen, kingMoves, trappedKings, centreKings,
	}
	evaltest.Every(t, func(t *rapid.T, p board.Position) {
		black, white := countsOf(p)
		wantBlack, wantWhite := plainOf(p).counts(), plainOf(p.Mirror()).counts()
		for _, h := range compared {
			require.Equal(t, wantBlack[h], black[h], "Black, %s: %s", descriptions[h].Name, p.FEN())
			require.Equal(t, wantWhite[h], white[h], "White, %s: %s", descriptions[h].Name, p.FEN())
		}
	})
}
