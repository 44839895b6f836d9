package proof

import (
	"context"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/yield"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Values know the values of positions for their side to move.
type Values interface {
	// Probe returns board.Unknown if it does not know p.
	Probe(p board.Position) board.Result
}

// notWon are values as bounds that end lines at positions that the attacker, Black, does not win. Won positions stay open.
type notWon struct{ Values }

// BoundedPieces returns all numbers of pieces.
func (notWon) BoundedPieces() (minimum, maximum int) { return 2, 2 * board.MaxPieces }

// StoredBounds returns the value of a position that is not won as both bounds.
func (v notWon) StoredBounds(p board.Position) (low, high board.Result) {
	value := v.Probe(p)
	if value == board.Unknown || certificate.KnownWin(p, board.Black, value) {
		return board.Loss, board.Win
	}
	return value, value
}

// Bounds returns StoredBounds.
func (v notWon) Bounds(p board.Position) (low, high board.Result) { return v.StoredBounds(p) }

// valued reports whether a position that is known is so by values.
func (l *leaves) valued(p board.Position) bool {
	_, is := l.bounds.(notWon)
	return is && !p.Over() && p.Pieces() > l.pieces
}

// closedSet looks for a small closed set in which White holds a position. Values choose White's moves, so that no line is tried in vain, and
// the set does not rest on them. A walk adds the positions that the moves chosen so far need. White takes the move that needs the
// fewest new ones; the next walk prefers those of the smallest set so far.
type closedSet struct {
	positions // with White to move
	ctx       context.Context
	leaves    leaves
	values    Values
	replies   [][]reply // of White, by position; nil before the first walk that comes there
	limit     int       // of positions
}

// closedSetBytes is about the memory of a position with its replies.
const closedSetBytes = 500

// newClosedSet returns an empty set for leaves, without regard to their bounds.
func newClosedSet(ctx context.Context, l leaves, o Options) *closedSet {
	l.bounds = nil
	limit := o.Table * mebibyte / closedSetBytes
	return &closedSet{positions: newPositions(limit), ctx: ctx, leaves: l, values: o.Values, limit: limit}
}

// reply is a move of White with which Black does not win, and the positions that Black can go on to.
type reply struct {
	board.Move
	needs []uint32
	man   bool // a man moves, and takes nothing
}

// The walks, and what they pay: a position that is new, one of the best set so far, and a man that gives up its place.
const (
	walks     = 4
	newCost   = 10
	knownCost = 1
	manCost   = 3 * newCost
)

// entries returns the entries of a certificate for p, in which Black does not win by the values; false if the memory does not suffice
// or the context has ended.
func (c *closedSet) entries(p board.Position) (best []certificate.Entry, found bool) {
	roots, found := []uint32{}, true
	if p.Turn == board.White {
		roots = append(roots, c.number(p))
	} else if roots, found = c.after(p); !found {
		return nil, false
	}
	var before []bool
	for range walks {
		chosen, ok := c.walk(roots, before)
		if !ok {
			return best, best != nil
		}
		if best != nil && len(chosen) >= len(best) {
			continue
		}
		best, before = best[:0], make([]bool, len(c.keys))
		for number, move := range chosen {
			best = append(best, certificate.Entry{Position: c.keys[number].position(), Move: move})
			before[number] = true
		}
	}
	return best, true
}

// number returns the number of a position, which is added if it is not there.
func (c *closedSet) number(p board.Position) uint32 {
	if number, found := c.find(p); found {
		return number
	}
	c.replies = append(c.replies, nil)
	return c.add(p)
}

// after returns the positions that Black's moves lead to from p and that are not known; false if one is known to be won.
func (c *closedSet) after(p board.Position) (needs []uint32, ok bool) {
	for m := range p.Legal() {
		child := p.Play(m)
		switch c.leaves.known(child) {
		case won:
			return nil, false
		case open:
			needs = append(needs, c.number(child))
		}
	}
	return needs, true
}

// walk returns a closed set with the roots, and White's move in each position. The positions of an earlier set cost less.
func (c *closedSet) walk(roots []uint32, before []bool) (chosen map[uint32]board.Move, ok bool) {
	chosen = map[uint32]board.Move{}
	wanted := map[uint32]bool{}
	stack := []uint32{}
	want := func(numbers []uint32) {
		for _, n := range numbers {
			if !wanted[n] {
				wanted[n] = true
				stack = append(stack, n)
			}
		}
	}
	want(roots)
	for step := 0; len(stack) > 0; step++ {
		if step%checkInterval == 0 {
			if yield.Point(); c.ctx.Err() != nil {
				return nil, false
			}
		}
		if len(c.keys)+board.MaxMoves*board.MaxMoves > c.limit {
			return nil, false
		}
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		best, found := c.cheapest(n, wanted, before)
		if !found { // the values know too little
			return nil, false
		}
		chosen[n] = best.Move
		want(best.needs)
	}
	return chosen, true
}

// cheapest returns the reply in a position that costs least; false if there is none.
func (c *closedSet) cheapest(number uint32, wanted map[uint32]bool, before []bool) (best reply, found bool) {
	if c.replies[number] == nil {
		c.replies[number] = c.safeReplies(c.keys[number].position())
	}
	minimum := 0
	for i, r := range c.replies[number] {
		if cost := r.cost(wanted, before); i == 0 || cost < minimum {
			best, minimum = r, cost
		}
	}
	return best, len(c.replies[number]) > 0
}

// cost returns what a reply costs beside the wanted positions.
func (r *reply) cost(wanted map[uint32]bool, before []bool) (cost int) {
	for _, n := range r.needs {
		switch {
		case wanted[n]:
		case int(n) < len(before) && before[n]:
			cost += knownCost
		default:
			cost += newCost
		}
	}
	if r.man {
		cost += manCost
	}
	return cost
}

// safeReplies returns the replies of White in p with which Black does not win: only one if it needs nothing.
func (c *closedSet) safeReplies(p board.Position) (all []reply) {
	for m := range p.Legal() {
		child := p.Play(m)
		s := c.leaves.known(child)
		if s == won || s == open && !c.isSafe(child) {
			continue
		}
		r, ok := reply{Move: m, man: !m.IsCapture() && !p.Kings.Has(m.From)}, true
		if s == open {
			r.needs, ok = c.after(child)
		}
		switch {
		case ok && len(r.needs) == 0:
			return []reply{r}
		case ok:
			all = append(all, r)
		}
	}
	return all
}

// isSafe reports whether Black does not win p, which is not known, by the values.
func (c *closedSet) isSafe(p board.Position) bool {
	value := c.values.Probe(p)
	return value != board.Unknown && !certificate.KnownWin(p, board.Black, value)
}
