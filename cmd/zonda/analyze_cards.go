package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/training"
	"github.com/zonda-checkers/zonda/engine/judge"
)

// plays reports whether a player has a side of a game.
func plays(s *judge.Study, side board.Color, player string) bool {
	return strings.EqualFold(s.Game.Tags.Get(side.String()), player)
}

// addCards makes cards of the faults of a player, in the folder of the board, and says how many are new.
func (c *analyzeCommand) addCards(games *judge.Collection, out *analysis) error {
	if c.Cards == "" {
		return nil
	}
	folder, err := cli.ConfigFolder("board")
	if err != nil {
		return fmt.Errorf("cards: %w", err)
	}
	progress, err := training.Open(filepath.Join(folder, training.FileName), judge.DefaultRating)
	if err != nil {
		return err
	}
	added, err := progress.AddFaults(time.Now(), cardsOf(games, c.Cards))
	out.Line("%s of %s for zonda board", cli.Count(added, "new card", "new cards"), c.Cards)
	return err
}

// cardsOf returns the faults of a player in all games, as the board makes cards of them.
func cardsOf(games *judge.Collection, player string) (faults []training.Fault) {
	for _, s := range games.Studies {
		var moves []board.Move
		for _, n := range s.Game.Moves {
			moves = append(moves, n.Move)
		}
		game, title := training.GameName(s.Game.Start, moves), playerName(s, board.Black)+" – "+playerName(s, board.White)
		for _, j := range s.Judgements() {
			if !j.Mark.Fault() || !plays(s, j.At.Turn, player) {
				continue
			}
			move := j.At.MoveText(j.Move)
			faults = append(faults, training.Fault{
				FEN: j.At.FEN(), Avoid: move, Better: j.At.MoveText(j.Before.Better()[0]), Expect: j.Before.Chance(),
				Name: plyText(j), Game: game, Title: title, Lesson: j.Lesson(),
			})
		}
	}
	return faults
}
