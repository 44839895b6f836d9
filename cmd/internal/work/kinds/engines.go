package kinds

import (
	"fmt"
	"regexp"

	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
)

// engineName is how the name of another engine looks, in the flags of workers and in the engines of a match.
var engineName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$`)

// CheckEngine returns an error unless a worker can have an engine of the name, whose program is at the path.
func CheckEngine(name, path string) error {
	if !engineName.MatchString(name) || name == ownEngine {
		return fmt.Errorf("engine %s: a name has letters, digits, _, . and -, and is not %s", name, ownEngine)
	}
	if _, err := (player.Spec{Command: []string{path}}).Program(); err != nil {
		return fmt.Errorf("engine %s: %w", name, err)
	}
	return nil
}

// ownEngine stands for this program in the engines of a match.
const ownEngine = "zonda"
