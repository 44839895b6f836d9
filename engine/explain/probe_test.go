package explain

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/internal/level"
)

// TestEveryNumberIsProbed explains random endings, and asks the databases again for everything that is said.
func TestEveryNumberIsProbed(t *testing.T) {
	db := opened(t)
	rapid.Check(t, func(t *rapid.T) {
		p := randomEnding(t)
		e := Of(context.Background(), db, p)
		again := &checker{t, db, p, e}
		again.values()
		again.mistakes()
		if e.Path != nil {
			again.path(*e.Path)
		}
		if len(e.Stages) > 0 {
			value := db.Probe(p)
			require.NotEqual(t, board.Draw, value)
			again.stages(p, e.Stages)
		}
	})
}

// randomEnding returns a position of two to six pieces in which a side may have a capture.
func randomEnding(t *rapid.T) board.Position {
	squares := rapid.Permutation(numbers(board.AllSquares)).Draw(t, "squares")
	var p board.Position
	p.Turn = board.Color(rapid.IntRange(0, 1).Draw(t, "turn"))
	blacks := rapid.IntRange(1, 3).Draw(t, "blacks")
	for i, n := range squares[:blacks+rapid.IntRange(1, 3).Draw(t, "whites")] {
		s, _ := board.SquareNumber(n)
		color, one := board.Black, board.Bitboard(1)<<s
		if i < blacks {
			p.Black |= one
		} else {
			color = board.White
			p.White |= one
		}
		if board.CrowningRow(color).Has(s) || rapid.IntRange(0, 2).Draw(t, "king") > 0 {
			p.Kings |= one
		}
	}
	require.NoError(t, p.Check())
	return p
}

// checker asks the databases again.
type checker struct {
	t  *rapid.T
	db *egdb.DB
	p  board.Position
	e  Explanation
}

// value returns the value of a position for its side to move.
func (c *checker) value(p board.Position) board.Result {
	if p.Over() {
		return board.Loss
	}
	value := c.db.Probe(p)
	require.NotEqual(c.t, board.Unknown, value)
	return value
}

// kept returns the texts of the moves of p that keep its value.
func (c *checker) kept(p board.Position) (texts []string) {
	for m := range p.Legal() {
		if c.value(p.Play(m)).Opposite() == c.value(p) {
			texts = append(texts, p.MoveText(m))
		}
	}
	return texts
}

// values checks the values of the position and of its moves, and their order.
func (c *checker) values() {
	t, p, e := c.t, c.p, c.e
	require.Equal(t, p.FEN(), e.FEN)
	require.Equal(t, c.value(p).String(), e.Result)
	if value, plies := c.db.Distance(p); value != board.Unknown && !p.Over() {
		require.Equal(t, plies, e.Plies)
	} else {
		require.Zero(t, e.Plies)
	}
	keeping := 0
	require.Len(t, e.Moves, legal(p))
	for i, v := range e.Moves {
		m, err := p.ParseMove(v.Move)
		require.NoError(t, err)
		child := p.Play(m)
		require.Equal(t, c.value(child).Opposite().String(), v.Result)
		if value, plies := c.db.Distance(child); v.Plies > 0 {
			require.Equal(t, plies+1, v.Plies)
		} else if !child.Over() {
			require.Contains(t, []board.Result{board.Draw, board.Unknown}, value)
		}
		if v.Result == e.Result {
			keeping++
			require.Equal(t, keeping-1, i, "moves that keep the value come first")
		}
	}
	if !p.Over() {
		require.Equal(t, keeping, e.Keeping)
	}
	if e.Passed != "" {
		other := p
		other.Turn = other.Turn.Opponent()
		require.Equal(t, c.value(other).Opposite().String(), e.Passed)
	}
}

// mistakes checks each move that does not keep the value.
func (c *checker) mistakes() {
	t, p, e := c.t, c.p, c.e
	if c.value(p) != board.Loss && !p.Over() {
		require.Len(t, e.Mistakes, len(e.Moves)-e.Keeping)
	}
	if len(e.Mistakes) == 0 {
		return
	}
	shares := map[string]float64{}
	for _, chance := range level.New(naturalLevel, nil).Chances(board.NewGame(p), nil) {
		shares[p.MoveText(chance.Move())] = chance.Share
	}
	for _, f := range e.Mistakes {
		m, err := p.ParseMove(f.Move)
		require.NoError(t, err)
		child := p.Play(m)
		require.NotEqual(t, e.Result, c.value(child).Opposite().String())
		require.InDelta(t, shares[f.Move], f.Chance, 1e-9)
		require.Equal(t, f.Chance >= naturalChance, f.Natural)
		require.ElementsMatch(t, c.kept(child), f.Replies)
		if len(f.Line) > 0 {
			c.line(f)
		} else {
			require.Empty(t, f.End)
			require.False(t, f.Gift)
		}
		if len(f.Stages) > 0 {
			require.Equal(t, board.Win, c.value(child))
			c.stages(child, f.Stages)
		}
	}
}

// line checks a refutation: the winner stays winning on it, and at its end is what is said.
func (c *checker) line(f Mistake) {
	t, p := c.t, c.p
	loser := p.Turn
	base := p.Lead(loser)
	men, kings := 0, 0
	require.Equal(t, f.Move, f.Line[0])
	for i, text := range f.Line {
		m, err := p.ParseMove(text)
		require.NoError(t, err)
		if i == 1 && f.Gift {
			require.True(t, m.IsCapture())
		}
		sign := 1
		if p.Turn == loser {
			sign = -1
		}
		kings += sign * (m.Captured & p.Kings).Count()
		men += sign * (m.Captured &^ p.Kings).Count()
		p = p.Play(m)
		if p.Turn == loser {
			require.Equal(t, board.Loss, c.value(p))
		} else {
			require.Equal(t, board.Win, c.value(p))
		}
	}
	require.Equal(t, men, f.Men)
	require.Equal(t, kings, f.Kings)
	switch f.End {
	case Fallen:
		require.Less(t, p.Lead(loser), base)
		require.Zero(t, p.Jumpers(), "nothing is left to take")
	case Trapped:
		require.Equal(t, loser, p.Turn)
		require.True(t, c.falls(p, loser, base, trapPlies), "in %s a move is safe", p)
	case Blocked:
		require.Equal(t, loser, p.Turn)
		require.False(t, p.HasMove())
	default:
		t.Fatalf("the end is %q", f.End)
	}
}

// falls reports whether a side must lose a piece, or its moves, within a number of plies: by trying everything.
func (c *checker) falls(p board.Position, loser board.Color, base, plies int) bool {
	switch {
	case p.Over():
		return p.Turn == loser
	case p.Lead(loser) < base && p.Jumpers() == 0:
		return true
	case plies == 0:
		return false
	}
	for m := range p.Legal() {
		if falls := c.falls(p.Play(m), loser, base, plies-1); falls != (p.Turn == loser) {
			return falls
		}
	}
	return p.Turn == loser
}

// path checks that every move on the path keeps the draw, how many others do, and its end.
func (c *checker) path(path Path) {
	t, p := c.t, c.p
	seen := map[board.Position]int{}
	only, inRow, choices := 0, true, 0
	for i, s := range path.Steps {
		require.Equal(t, board.Draw, c.value(p))
		kept := c.kept(p)
		require.Contains(t, kept, s.Move)
		require.Equal(t, p.Turn.String() == path.Side, s.Own)
		if s.Own {
			seen[p] = i
			require.LessOrEqual(t, len(kept), maxHolding)
			require.Equal(t, len(kept), s.Keeping)
			require.Equal(t, legal(p), s.Legal)
			require.ElementsMatch(t, kept, append([]string{s.Move}, s.Others...))
			if s.Legal > 1 && s.Keeping > 1 {
				inRow = false
			}
			if inRow && s.Legal > 1 {
				only++
			}
			if s.Keeping < s.Legal {
				choices++
			}
		} else {
			require.Empty(t, s.Others)
		}
		m, err := p.ParseMove(s.Move)
		require.NoError(t, err)
		p = p.Play(m)
	}
	require.Equal(t, only, path.Only)
	require.Positive(t, choices, "a path on which nothing can go wrong")
	switch path.End {
	case Wide:
		require.Greater(t, len(c.kept(p)), maxHolding)
	case Repeats:
		require.Contains(t, seen, p)
		only := !slices.ContainsFunc(path.Steps[seen[p]:], func(s PathStep) bool { return s.Own && s.Keeping > 1 })
		require.Equal(t, only, len(path.Posts) > 0)
		if only {
			c.posts(path, seen[p])
		}
	default:
		require.Equal(t, Long, path.End)
	}
}

// posts checks where the pieces stand on the part of a path that repeats, which begins with a step.
func (c *checker) posts(path Path, first int) {
	p := c.p
	place := 0
	for i, s := range path.Steps {
		m, err := p.ParseMove(s.Move)
		require.NoError(c.t, err)
		before := p
		p = p.Play(m)
		if i < first || !s.Own {
			continue
		}
		post := path.Posts[place]
		place++
		for _, n := range post.Attacker {
			square, _ := board.SquareNumber(n)
			require.True(c.t, before.Side(before.Turn.Opponent()).Has(square))
		}
		for _, n := range post.Own {
			square, _ := board.SquareNumber(n)
			require.True(c.t, p.Side(before.Turn).Has(square) || i == len(path.Steps)-1)
		}
	}
	require.Len(c.t, path.Posts, place)
}

// stages checks a plan: its changes are those of a line on which the winner stays winning, and whose length is the distance.
func (c *checker) stages(p board.Position, stages []Stage) {
	t := c.t
	winner := p.Turn
	if c.value(p) == board.Loss {
		winner = winner.Opponent()
	}
	if _, plies := c.db.Distance(p); plies > 0 {
		last := stages[len(stages)-1]
		require.Equal(t, End, last.Kind)
		require.Equal(t, plies, last.Ply)
		require.Equal(t, winner.String(), last.Side)
	}
	line := c.perfect(p)
	ply := 0
	for _, s := range stages {
		require.GreaterOrEqual(t, s.Ply, ply, "stages are in order")
		ply = s.Ply
		switch surplus := s.Taken - s.Given; s.Kind {
		case Exchange:
			require.Zero(t, surplus)
			require.Positive(t, s.Taken)
		case Capture:
			require.Positive(t, surplus)
			require.Equal(t, winner.String(), s.Side)
		case Sacrifice:
			require.Negative(t, surplus)
			require.Equal(t, winner.String(), s.Side)
		case Crown:
			require.Len(t, strings.Fields(s.Moves), 1)
		default:
			require.Equal(t, End, s.Kind)
			require.Empty(t, s.Moves)
		}
		if len(line) > 0 {
			moves := line[s.Ply-1:][:len(strings.Fields(s.Moves))]
			require.Equal(t, s.Moves, textOf(moves))
			if s.Kind != Crown { // a capture may crown: the stage before it counts what it takes
				byWinner, byLoser := takenBy(moves, winner)
				require.Equal(t, [2]int{s.Taken, s.Given}, [2]int{byWinner, byLoser})
			}
		}
	}
}

// played is a move of a line.
type played struct {
	at board.Position
	board.Move
}

// textOf returns the text of a part of a line.
func textOf(line []played) string {
	var moves []board.Move
	for _, m := range line {
		moves = append(moves, m.Move)
	}
	if len(moves) == 0 {
		return ""
	}
	return line[0].at.LineText(moves)
}

// takenBy returns how many pieces a side and its opponent take on a part of a line.
func takenBy(line []played, side board.Color) (own, other int) {
	for _, m := range line {
		if m.at.Turn == side {
			own += m.Captured.Count()
		} else {
			other += m.Captured.Count()
		}
	}
	return own, other
}

// perfect returns perfect play from p to the end of the game by the distances; nothing if a distance is not known.
func (c *checker) perfect(p board.Position) (line []played) {
	for !p.Over() {
		value, plies := c.db.Distance(p)
		if plies == 0 {
			return nil
		}
		for m := range p.Legal() {
			child := p.Play(m)
			left, rest := board.Loss, 0
			if !child.Over() {
				left, rest = c.db.Distance(child)
			}
			if left.Opposite() == value && rest+1 == plies {
				line, p = append(line, played{p, m}), child
				break
			}
		}
	}
	return line
}
