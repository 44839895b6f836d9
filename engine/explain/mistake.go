package explain

import (
	"cmp"
	"context"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// Mistake is a move that does not keep the value.
type Mistake struct {
	Valued
	Chance  float64 `json:"chance"`  // that the third of the ten levels plays the move here
	Natural bool    `json:"natural"` // the chance is a tenth or more

	Replies []string `json:"replies"` // the opponent's moves that make use of the mistake

	// How a losing move loses.
	Line  []string `json:"line"`  // from the mistake on; empty if none was found
	End   string   `json:"end"`   // of the line: "fallen", "trapped" or "blocked"; empty without a line
	Men   int      `json:"men"`   // that are taken on the line, less those that the opponent loses
	Kings int      `json:"kings"` // the same
	Gift  bool     `json:"gift"`  // the opponent takes at once, and a piece has fallen when all is taken

	Stages []Stage `json:"stages"` // the plan of the opponent after a natural mistake without a line, as far as it is known
}

// Ends of the line of a mistake.
const (
	Fallen  = "fallen"  // a piece has fallen, and nothing is left to take
	Trapped = "trapped" // whatever the loser moves, a piece falls within two moves
	Blocked = "blocked" // the loser cannot move
)

// How far refutations are looked for.
const (
	giftPlies     = 3    // after the mistake: a capture, and one that answers it
	trapPlies     = 4    // with the loser to move, in which no move is safe
	nearPlies     = 5    // a forced win of a piece, before the way to the end of the game is tried
	farPlies      = 9    // a forced win of a piece, or an ending with distances, from one without
	maxLine       = 20   // of a refutation that follows the distances
	mistakeProbes = 6000 // questions for a mistake
	naturalProbes = 10_000
)

// findMistakes tells the moves that do not keep the value.
func (x *explainer) findMistakes() {
	if x.value == board.Loss || x.told.Keeping == len(x.moves) {
		return
	}
	chances := x.chances()
	for i, m := range x.moves {
		if x.told.Moves[i].Result != x.told.Result {
			x.told.Mistakes = append(x.told.Mistakes, x.mistake(i, chances[m], chances[m] >= naturalChance))
		}
	}
	slices.SortStableFunc(x.told.Mistakes, func(a, b Mistake) int {
		return cmp.Or(compareFlags(a.Natural, b.Natural), compareFlags(!a.Gift, !b.Gift), cmp.Compare(b.Chance, a.Chance))
	})
}

// mistake tells the move of an index. If it is asked for in full, its refutation is looked for as far as that of a natural one.
func (x *explainer) mistake(index int, chance float64, full bool) Mistake {
	m := x.moves[index]
	f := Mistake{Valued: x.told.Moves[index], Chance: chance, Natural: chance >= naturalChance, Replies: []string{}, Line: []string{}, Stages: []Stage{}}
	x.allow(noLimit)
	child := x.position.Play(m)
	for _, reply := range x.keeping(child, x.probe(child)) {
		f.Replies = append(f.Replies, child.MoveText(reply))
	}
	if f.Result == board.Loss.String() {
		x.refute(&f, m, full)
	}
	return f
}

// MistakesWith returns what Of tells of a move of p, with its refutation also if it does not look natural, and then of the other
// mistakes that look natural; nothing if the databases do not know its value, or it keeps the value of p.
func MistakesWith(ctx context.Context, db Distances, p board.Position, m board.Move) (all []Mistake) {
	x := newExplainer(ctx, db, p)
	if !x.values() {
		return nil
	}
	index := slices.Index(x.moves, m)
	if index < 0 || x.told.Moves[index].Result == x.told.Result {
		return nil
	}
	x.findMistakes()
	all = append(all, x.mistake(index, x.chances()[m], true))
	for _, other := range x.told.Mistakes {
		if other.Natural && other.Move != all[0].Move {
			all = append(all, other)
		}
	}
	return all
}

// compareFlags puts what is set first.
func compareFlags(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// refute tells how a losing move loses, as far as it is found: at once, or in full.
func (x *explainer) refute(f *Mistake, m board.Move, full bool) {
	child := x.position.Play(m)
	h := x.newHunt(child.Turn, x.position.Lead(child.Turn))
	x.allow(mistakeProbes)
	line, found := h.force(child, giftPlies)
	f.Gift = found && len(line) > 0 && line[0].IsCapture()
	end := Fallen
	if !found && full {
		x.allow(naturalProbes)
		line, end, found = x.refutation(h, child)
	}
	if !found {
		if full {
			f.Stages = stagesOf(child, x.way(child, child.Turn), child.Turn)
		}
		return
	}
	f.End = end
	p := x.position
	for _, m := range append([]board.Move{m}, line...) {
		f.Line = append(f.Line, p.MoveText(m))
		men, kings := (m.Captured &^ p.Kings).Count(), (m.Captured & p.Kings).Count()
		if p.Turn == h.winner {
			men, kings = -men, -kings
		}
		f.Men, f.Kings = f.Men-men, f.Kings-kings
		p = p.Play(m)
	}
	if end == Fallen && p.Over() && p.Lead(h.winner) <= h.base {
		f.End = Blocked
	}
}

// refutation returns how the side to move in p wins: a piece by force at once, or the way of perfect play until a piece falls or no
// move is safe. The loser gives no piece away before that. From an ending without distances the way begins with the shortest way to
// one that has them.
func (x *explainer) refutation(h *hunt, p board.Position) (line []board.Move, end string, found bool) {
	if line, found = h.force(p, nearPlies); found || x.stopped {
		return line, Fallen, found
	}
	if _, plies := x.distance(p); plies == 0 {
		if line, found = x.counted(h).force(p, farPlies); !found {
			return nil, "", false
		}
	}
	for _, m := range line {
		p = p.Play(m)
	}
	for len(line) < maxLine {
		if h.won(p) {
			return line, Fallen, true
		}
		all := slices.Collect(p.Legal())
		if p.Turn != h.winner {
			all = slices.DeleteFunc(all, func(m board.Move) bool {
				_, falls := h.force(p.Play(m), trapPlies-1)
				return falls
			})
			if len(all) == 0 {
				return line, Trapped, true
			}
		}
		m, ok := x.perfect(p, all)
		if !ok || x.stopped {
			return nil, "", false
		}
		line = append(line, m)
		p = p.Play(m)
	}
	return nil, "", false
}

// counted returns a hunt like h, whose goals are endings with distances, too.
func (b *prober) counted(h *hunt) *hunt {
	wider := b.newHunt(h.winner, h.base)
	wider.counted = true
	return wider
}

// perfect returns the best of some moves of p by the distances; false if there is none, or a distance is not known.
func (b *prober) perfect(p board.Position, moves []board.Move) (best board.Move, ok bool) {
	yield.Point()
	first := 0
	for _, m := range moves {
		child := p.Play(m)
		value, plies := b.distance(child)
		if value == board.Unknown || value != board.Draw && plies == 0 && !child.Over() {
			return best, false
		}
		if r := rank(value.Opposite(), plies+1); !ok || r < first {
			best, first, ok = m, r, true
		}
	}
	return best, ok
}
