package search

import (
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Warm stores the result of an earlier search of p in the table: the best move m, and the score for the side to move at
// the given depth in plies. Warm ignores a proven score, since its line is not known, and a move that is not legal in p.
// Do not call Warm while a search runs.
func (s *Searcher) Warm(p board.Position, m board.Move, score eval.Score, depth Depth) {
	var moves board.MoveList
	p.Moves(&moves)
	index := slices.Index(moves.Slice(), m)
	if index < 0 || score.IsProven() {
		return
	}
	known, found := s.table.probe(p.Hash())
	if found && known.depth >= depth {
		return
	}
	s.table.store(p.Hash(), entry{score: score, depth: min(depth, MaxDepth), move: index, bound: exactScore})
}
