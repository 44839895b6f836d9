package engine

import (
	"fmt"

	"github.com/zonda-checkers/zonda/engine/internal/level"
)

// LevelPlayer finds the moves of one level, and tells with which probability it plays each: Chances. One goroutine may use it at a
// time.
type LevelPlayer = level.Player

// NewLevelPlayer returns the player of a level from 1 to MaxLevel, and an error for another number. The function random, which only
// moves that are drawn need, returns numbers of at least 0 and less than 1.
func NewLevelPlayer(number int, random func() float64) (*LevelPlayer, error) {
	if number < level.Weakest || number > level.Strongest {
		return nil, fmt.Errorf("level %d is not between %d and %d", number, level.Weakest, level.Strongest)
	}
	return level.New(number, random), nil
}

// LevelElo is the strength of the levels, the weakest first: 600, and for each the Elo by which it beats the one before (docs/protocol.md).
// It is about the scale of the problems, on which random play has 0.
var LevelElo = [MaxLevel]int{600, 812, 969, 1163, 1375, 1511, 1626, 1759, 1910, 2035}

// LevelAt returns the level whose strength is nearest to an Elo, of two the weaker one.
func LevelAt(elo int) int {
	best := 0
	for i, e := range LevelElo {
		if max(e-elo, elo-e) < max(LevelElo[best]-elo, elo-LevelElo[best]) {
			best = i
		}
	}
	return best + 1
}
