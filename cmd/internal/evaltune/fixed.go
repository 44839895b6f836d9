package evaltune

import (
	"slices"

	"github.com/zonda-checkers/zonda/eval"
)

// fixed says for each heuristic whether it keeps its weights when the others are learned. Material keeps its weights,
// since it sets the unit. The heuristics of kings keep their weights too. In games between equal players, kings
// are mostly on the board when neither side makes progress. Weights of kings that are learned from
// such games predict results better, but win fewer games (docs/experiments/evaluation.md).
var fixed = func() (list []bool) {
	names := []string{"men", "kings", "king moves", "trapped kings", "centre kings", "refuge", "hunt"}
	for _, h := range eval.Heuristics() {
		list = append(list, slices.Contains(names, h.Name))
	}
	return list
}()
