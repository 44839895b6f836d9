package tune

import (
	"slices"

	"github.com/zonda-checkers/zonda/eval"
)

// fixed tells which heuristics keep their weights when the others are learned: material,
// which gives the unit, and what leads kings to a win. In games of equal players
// kings stand on the board where no one makes progress: learned from those, their
// weights tell results better and win fewer games (docs/evaluation.md).
var fixed = func() (list []bool) {
	names := []string{"men", "kings", "king moves", "trapped kings", "centre kings", "refuge", "hunt"}
	for _, h := range eval.Heuristics() {
		list = append(list, slices.Contains(names, h.Name))
	}
	return list
}()
