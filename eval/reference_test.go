package eval

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/engine/board"
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

// plain is the slow and obvious account of what view computes on whole boards:
// the pieces by place, as Black sees them.
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

// counts returns what the heuristics that need a view should count.
func (g plain) counts() (c counts) {
	var surplus, held [2]int32
	for at, king := range g.foe {
		if !king {
			surplus[at.wing()]--
		}
	}
	for at, king := range g.own {
		steps := g.safeSteps(at, king)
		c[exposedPieces] += one(g.lost(at, nowhere))
		if king {
			c[kingMoves] += steps
			c[trappedKings] += one(steps == 0)
			continue
		}
		surplus[at.wing()]++
		held[at.wing()] += one(steps == 0)
		c[tempo] += int32(at.row)
		c[safeMoves] += steps
		c[supportedMen] += one(g.supported(at))
		c[blockedMen] += one(g.blocked(at))
	}
	for wing := range surplus {
		c[tiedMen] += held[wing] * one(surplus[wing] > 0)
	}
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
		tempo, safeMoves, blockedMen, supportedMen, exposedPieces, tiedMen, kingMoves, trappedKings,
	}
	everyPosition(t, func(t *rapid.T, p board.Position) {
		var got counts
		got.take(p)
		want := plainOf(p).counts()
		for _, h := range compared {
			require.Equal(t, want[h], got[h], "%s: %s", described[h].Name, p.FEN())
		}
	})
}
