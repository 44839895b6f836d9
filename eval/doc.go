// Package eval evaluates a position without a search, by a linear sum
// of 22 heuristics and of 6 patterns of men. A heuristic is a count for one side minus the same count for the other
// side. The weights are learned, and they change smoothly over the phases of the game.
//
// To the search the package hands [Score] and [Evaluator], which Weights and the network of package eval/network are.
// [Weights.Evaluate] gives the search its score; [Weights.Explain] gives a person the same sum term by term:
//
//	w, p := eval.BuiltIn(), board.Start()
//	fmt.Println(w.Evaluate(p)) // cp -1
//	fmt.Print(w.Explain(p))
//
// Only quiet positions have a useful evaluation: the search plays out all captures
// before it evaluates. A [Score] can also be a proven result, which the
// evaluation never returns.
package eval
