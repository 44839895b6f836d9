package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/engine/judge"
)

// onlyLost leaves the games out that a player has not lost. It is an error if none is left.
func onlyLost(games *judge.Collection, player string) error {
	games.Studies = slices.DeleteFunc(games.Studies, func(s *judge.Study) bool {
		loser, ok := loserOf(s)
		return !ok || !strings.EqualFold(s.Game.Tags.Get(loser.String()), player)
	})
	if len(games.Studies) == 0 {
		return fmt.Errorf("--losses: %s has lost none of the games", board.Quote(player))
	}
	return nil
}

// loserOf returns the side that has lost a game, false if neither has.
func loserOf(s *judge.Study) (board.Color, bool) {
	switch s.Game.Result {
	case board.BlackWon:
		return board.White, true
	case board.WhiteWon:
		return board.Black, true
	}
	return 0, false
}

// losing returns the move that gave most points of perfect play away among those that the loser chose, false if none gave any.
func losing(s *judge.Study) (worst judge.Judgement, found bool) {
	loser, _ := loserOf(s)
	for _, j := range s.Judgements()[openingPlies(s.Game):] {
		if j.At.Turn == loser && j.Mark.Fault() && j.Lost > worst.Lost {
			worst, found = j, true
		}
	}
	return worst, found
}

// openingPlies returns how many moves of a game come before its first move with a time, 0 if no move has a time. The games of a match have
// the time of each move that a player chose, and none for the moves of the opening.
func openingPlies(g *pdn.Game) int {
	return max(0, slices.IndexFunc(g.Moves, func(m pdn.Node) bool { return slices.ContainsFunc(m.Comments, tellsTime) }))
}

// tellsTime reports whether a comment has the time that a move took, or the time that was left after it.
func tellsTime(comment string) bool {
	return strings.Contains(comment, "[%emt ") || strings.Contains(comment, "[%clk ")
}

// losses prints where games were lost: the losing move of each, and how many there were by the number of pieces on the board.
func (p *analysis) losses() {
	const bands, first, width = 6, 24, 4 // 24 to 21 pieces, 20 to 17, ... 4 to 1
	var counts [bands]int
	none := 0
	p.Line("where the games were lost")
	for _, s := range p.games.Studies {
		j, found := losing(s)
		if !found {
			none++
			p.Line("  game %d: by no single move", s.Number)
			continue
		}
		counts[(first-j.At.Pieces())/width]++
		p.Line("  game %d: %s with %s: %s, before it %s; better %s", s.Number, plyText(j), cli.Count(j.At.Pieces(), "piece", "pieces"),
			j.After.Text(j.At.Turn.Opponent()), j.Before.Text(j.At.Turn), j.At.MoveText(j.Before.Better()[0]))
	}
	for band, n := range counts {
		p.Line("  %2d to %2d pieces: %d", first-width*band, first-width*(band+1)+1, n)
	}
	p.Line("  by no single move: %d", none)
}
