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
