package explain

import "github.com/zonda-checkers/zonda/board"

// hunt looks for the shortest way to a goal by force, with moves that keep a won ending won: a piece falls, or the loser cannot move.
type hunt struct {
	*prober
	winner  board.Color
	base    int  // pieces that the winner is ahead, before the way begins
	counted bool // an ending with distances is a goal, too
	known   map[place]way
}

// place is a position with plies left.
type place struct {
	board.Position
	plies int
}

// way is a line to a goal.
type way struct {
	line  []board.Move
	found bool
}

func (b *prober) newHunt(winner board.Color, base int) *hunt {
	return &hunt{prober: b, winner: winner, base: base, known: map[place]way{}}
}

// won reports whether the piece has fallen for good: nobody is to capture.
func (h *hunt) won(p board.Position) bool {
	return p.Over() && p.Turn != h.winner || p.Lead(h.winner) > h.base && p.Jumpers() == 0
}

// goal reports whether p ends a way.
func (h *hunt) goal(p board.Position) bool {
	if h.won(p) || !h.counted || p.Jumpers() != 0 {
		return h.won(p)
	}
	_, plies := h.distance(p)
	return plies > 0
}

// force returns the shortest way within a number of plies, against the longest defence; false if there is none.
func (h *hunt) force(p board.Position, plies int) (line []board.Move, found bool) {
	for n := range plies + 1 {
		if w := h.within(p, n); w.found {
			return w.line, !h.stopped
		}
		if h.stopped {
			break
		}
	}
	return nil, false
}

// within returns a way of at most a number of plies.
func (h *hunt) within(p board.Position, plies int) (found way) {
	if h.goal(p) {
		return way{nil, true}
	}
	if plies == 0 || h.stopped {
		return way{}
	}
	at := place{p, plies}
	if w, ok := h.known[at]; ok {
		return w
	}
	defer func() {
		if !h.stopped {
			h.known[at] = found
		}
	}()
	if p.Turn == h.winner {
		for _, m := range h.keeping(p, board.Win) {
			if w := h.within(p.Play(m), plies-1); w.found {
				return way{append([]board.Move{m}, w.line...), true}
			}
		}
		return way{}
	}
	maximum := way{}
	for m := range p.Legal() {
		w := h.shortest(p.Play(m), plies-1)
		if !w.found {
			return way{}
		}
		if !maximum.found || len(w.line)+1 > len(maximum.line) {
			maximum = way{append([]board.Move{m}, w.line...), true}
		}
	}
	return maximum
}

// shortest returns the shortest way of at most a number of plies.
func (h *hunt) shortest(p board.Position, plies int) way {
	for n := range plies + 1 {
		if w := h.within(p, n); w.found {
			return w
		}
	}
	return way{}
}
