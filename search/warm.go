package search

import (
	"slices"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Warm tells the table what is known of p from elsewhere: its best move, and its score for the side to
// move after a search of so many plies. Proven scores, for which the way to the end would be
// needed, are passed over. It must not be called while a search runs.
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
