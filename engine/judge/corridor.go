package judge

import (
	"context"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Corridor says how many moves of a position keep its result. The zero value says that nothing was asked, or that nothing hung on the move.
type Corridor struct {
	Keeping int
	Legal   int
	Exact   bool // by the databases; otherwise by a search: the moves that are no fault beside its best one
}

// Narrow reports whether some moves do not keep the result.
func (c Corridor) Narrow() bool { return c.Keeping < c.Legal }

// corridorLook is the Look of the question how many moves of a position keep its result.
const corridorLook = len(closerLooks) + 1

// corridors returns the questions after corridors that are missing: of positions with a choice whose game is not decided.
func (s *Study) corridors() (questions []question) {
	if !s.of.corridor {
		return nil
	}
	for ply := range s.Game.Moves {
		if q, missing := s.counted(ply); missing && !slices.Contains(questions, q) {
			questions = append(questions, q)
		}
	}
	return questions
}

// counted returns the question how many moves before a ply keep the result, and whether its answer is needed and missing.
func (s *Study) counted(ply int) (q question, missing bool) {
	p, v := s.Position(ply)
	q = question{At: p, Look: corridorLook}
	decided := v.Result == board.Loss || v.Result == board.Unknown && (v.Score > noisy || v.Score < -noisy)
	_, known := s.of.found[q]
	return q, !known && !decided && legalMoves(p) > 1
}

func legalMoves(p board.Position) int {
	var moves board.MoveList
	p.Moves(&moves)
	return moves.Len()
}

// Corridor returns the corridor of the position before a ply.
func (s *Study) Corridor(ply int) Corridor {
	return s.of.found[question{At: s.positions[ply], Look: corridorLook}].Corridor
}

// corridor counts the moves of p that keep its result.
func (s Settings) corridor(ctx context.Context, e analyst, p board.Position) (c Corridor, err error) {
	c.Legal = legalMoves(p)
	if c.Keeping, c.Exact = exactlyKeeping(e.endings, p); c.Exact {
		return c, nil
	}
	game := board.NewGame(p)
	game.MoveRule = 0
	lines, err := e.Play(ctx, game, search.Limits{MoveTime: s.MoveTime, Depth: s.Depth, Nodes: s.Nodes, MultiPV: c.Legal})
	if err != nil {
		return c, err
	}
	chance := func(score eval.Score) float64 { return Verdict{Score: score}.Chance() }
	for _, line := range lines.All() {
		if chance(lines.Score)-chance(line.Score) < inaccuracy || theory(p, line.Move()) {
			c.Keeping++
		}
	}
	return c, nil
}

// exactlyKeeping counts the moves of p that keep its result by the databases. It reports whether they know all of them.
func exactlyKeeping(databases *egdb.DB, p board.Position) (count int, known bool) {
	value := databases.Probe(p)
	if value == board.Unknown {
		return 0, false
	}
	for m := range p.Legal() {
		result, after := board.Loss, p.Play(m)
		if after.HasMove() {
			result = databases.Probe(after)
		}
		switch result.Opposite() {
		case board.Unknown:
			return 0, false
		case value:
			count++
		}
	}
	return count, true
}
