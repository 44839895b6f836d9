// Package eval says what a position is worth without looking ahead: a linear sum
// of 22 heuristics, each a count for one side less the same count for the other,
// and of 6 patterns of men, which are learned, with weights that change smoothly over
// the phases of the game.
//
// [Evaluate] gives the search its [Score]; [Explain] gives a person the same sum
// term by term:
//
//	p := board.Start()
//	fmt.Println(eval.Evaluate(p)) // cp -1
//	fmt.Print(eval.Explain(p))
//
// Only quiet positions are meant: a capture that waits to be played is the
// search's business. Nothing here knows the rules beyond what board tells it, and
// nothing here knows a proven result; the scores of those are in [Score].
package eval
