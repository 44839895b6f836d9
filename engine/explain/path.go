package explain

import (
	"slices"

	"github.com/zonda-checkers/zonda/board"
)

// Path is how a side holds a draw against the moves that ask the most of it.
type Path struct {
	Side  string     `json:"side"` // that has to find the moves
	Steps []PathStep `json:"steps"`
	Only  int        `json:"only"`  // only moves on the path, from its first choice on and in a row
	End   string     `json:"end"`   // "wide", "repeats" or "long"
	Posts []Post     `json:"posts"` // of a path that repeats, if only moves repeat it
	line  []board.Move
}

// PathStep is a move on a path.
type PathStep struct {
	Move    string   `json:"move"`
	Own     bool     `json:"own"`     // the side of the path makes it
	Keeping int      `json:"keeping"` // of its moves, how many keep the draw
	Legal   int      `json:"legal"`   // of how many
	Others  []string `json:"others"`  // the other moves that keep the draw
}

// Post says where the pieces that move to and fro stand.
type Post struct {
	Attacker []int `json:"attacker"` // squares
	Own      []int `json:"own"`      // after the reply
}

// Ends of a path.
const (
	Wide    = "wide"    // more than three moves keep the draw
	Repeats = "repeats" // the last position was there before
	Long    = "long"    // it goes on
)

const (
	maxHolding = 3      // the most moves that keep the draw, of a position on a path
	lookahead  = 5      // moves of the side of the path in which only moves are counted
	maxPath    = 8      // moves of the side of the path
	pathProbes = 20_000 // questions for the path of a side
)

// narrowest returns the path of the side in danger, whose choices are the smaller share of its moves; nil if there is none. The side to
// move is in danger if a move looks natural and loses.
func (x *explainer) narrowest() *Path {
	var chosen *Path
	smallest := 1.0
	natural := len(x.told.Mistakes) > 0 && x.told.Mistakes[0].Natural
	for _, side := range []board.Color{x.position.Turn, x.position.Turn.Opponent()} {
		if natural && side != x.position.Turn {
			break
		}
		if path, share := x.path(side); path != nil && share < smallest {
			chosen, smallest = path, share
		}
	}
	return chosen
}

// path returns the path of a side with the largest lookahead that the limits allow, and the share of its moves that keep the draw;
// nil if it has no only move to find, or more than three of its moves keep the draw at once.
func (x *explainer) path(side board.Color) (path *Path, share float64) {
	x.allow(pathProbes)
	w := &walker{prober: x.prober, side: side, known: map[place]int{}}
	for ahead := 1; ahead <= lookahead; ahead++ {
		longer, part := w.walk(x.position, ahead)
		if x.stopped {
			break
		}
		path, share = longer, part
	}
	return path, share
}

// walker follows the path of a side.
type walker struct {
	*prober
	side  board.Color
	known map[place]int // the only moves in a number of moves
}

// only returns how many only moves the side, which is to move in p, must find in its next moves.
func (w *walker) only(p board.Position, ahead int) int {
	if ahead == 0 || w.stopped {
		return 0
	}
	at := place{p, ahead}
	if n, ok := w.known[at]; ok {
		return n
	}
	keeping := w.keeping(p, board.Draw)
	if len(keeping) > maxHolding {
		return 0
	}
	own := 0
	if len(keeping) == 1 && legal(p) > 1 {
		own = 1
	}
	minimum := -1
	for _, m := range keeping {
		if _, n := w.ask(p.Play(m), ahead-1); minimum < 0 || n < minimum {
			minimum = n
		}
	}
	w.known[at] = own + max(minimum, 0)
	return w.known[at]
}

// ask returns the drawing move of the attacker after which the side must find the most only moves, and their number. Of equal moves
// it is the one that leaves the fewest moves that keep the draw.
func (w *walker) ask(p board.Position, ahead int) (best board.Move, maximum int) {
	minimum := -1
	for _, m := range w.keeping(p, board.Draw) {
		child := p.Play(m)
		n, keeping := w.only(child, ahead), len(w.keeping(child, board.Draw))
		if minimum < 0 || n > maximum || n == maximum && keeping < minimum {
			best, maximum, minimum = m, n, keeping
		}
	}
	return best, maximum
}

// reply returns the move of the side that keeps the draw and leaves it the fewest only moves.
func (w *walker) reply(p board.Position, ahead int) (best board.Move) {
	minimum := -1
	for _, m := range w.keeping(p, board.Draw) {
		if _, n := w.ask(p.Play(m), ahead); minimum < 0 || n < minimum {
			best, minimum = m, n
		}
	}
	return best
}

// walk returns the path from p, and the share of the moves on it that keep the draw; nil if no move on it is the only one.
func (w *walker) walk(p board.Position, ahead int) (*Path, float64) {
	path := &Path{Side: w.side.String(), Steps: []PathStep{}, Posts: []Post{}, End: Long}
	var choices []board.Position // with the side to move, so far
	for len(choices) < maxPath && !p.Over() {
		var m board.Move
		if p.Turn == w.side {
			if path.End, path.Posts = w.end(choices, p); path.End != Long {
				break
			}
			choices = append(choices, p)
			m = w.reply(p, ahead-1)
		} else {
			m, _ = w.ask(p, ahead)
		}
		if w.stopped {
			break
		}
		path.Steps, path.line = append(path.Steps, w.step(p, m)), append(path.line, m)
		p = p.Play(m)
	}
	return path.counted()
}

// end says how a path ends at p, in which the side is to move, behind other such positions; Long if it goes on. The posts are those of
// only moves that repeat the position.
func (w *walker) end(before []board.Position, p board.Position) (end string, found []Post) {
	keepsMore := func(p board.Position, n int) bool { return len(w.keeping(p, board.Draw)) > n }
	if first := slices.Index(before, p); first >= 0 {
		repeating := before[first:]
		if slices.ContainsFunc(repeating, func(p board.Position) bool { return keepsMore(p, 1) }) {
			return Repeats, []Post{}
		}
		return Repeats, posts(repeating, w.side)
	}
	if keepsMore(p, maxHolding) {
		return Wide, []Post{}
	}
	return Long, []Post{}
}

// step returns the step of a path that plays m in p.
func (w *walker) step(p board.Position, m board.Move) PathStep {
	step := PathStep{Move: p.MoveText(m), Others: []string{}}
	if p.Turn != w.side {
		return step
	}
	keeping := w.keeping(p, board.Draw)
	step.Own, step.Keeping, step.Legal = true, len(keeping), legal(p)
	for _, other := range keeping {
		if other != m {
			step.Others = append(step.Others, p.MoveText(other))
		}
	}
	return step
}

// counted returns the path with the number of its only moves, and the share of its moves that keep the draw; nil if none is the only one.
func (p *Path) counted() (_ *Path, share float64) {
	keeping, all, narrow, inRow := 0, 0, false, true
	for _, step := range p.Steps {
		keeping, all = keeping+step.Keeping, all+step.Legal
		if step.Legal <= 1 { // no choice, or a move of the other side
			continue
		}
		only := step.Keeping == 1
		narrow, inRow = narrow || only, inRow && only
		if inRow {
			p.Only++
		}
	}
	if !narrow {
		return nil, 1
	}
	return p, float64(keeping) / float64(all)
}

// posts returns where the pieces stand that move in a line of positions, with the side to move in each, that begins again after the
// last: those of the opponent, and those of the side after its reply.
func posts(line []board.Position, side board.Color) (found []Post) {
	moving := func(c board.Color) board.Bitboard {
		every, some := board.AllSquares, board.Bitboard(0)
		for _, p := range line {
			every, some = every&p.Side(c), some|p.Side(c)
		}
		return some &^ every
	}
	own, other := moving(side), moving(side.Opponent())
	for i, p := range line {
		after := line[(i+1)%len(line)]
		found = append(found, Post{numbers(p.Side(side.Opponent()) & other), numbers(after.Side(side) & own)})
	}
	return found
}

// numbers returns the numbers of squares.
func numbers(squares board.Bitboard) []int {
	found := []int{}
	for ; squares != 0; squares &= squares - 1 {
		found = append(found, squares.First().Number())
	}
	return found
}
