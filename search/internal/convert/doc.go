// Package convert finds the shortest conversion of an ending that is known to be won, by a backward analysis.
//
// A conversion is a capture or a move of a man after which the position is still won. Neither side can return to a
// position before a conversion. In some endings of kings the next conversion is a hundred plies away, too far for a
// search (PPL03 section 3.3, figures 5 to 7). The analysis needs the values of positions, but no distances.
//
//	a := convert.New(values, position, convert.MaxPlacements)
//	for !a.Done() {
//		a.Work(game, more)
//	}
//	moves := a.Line(position)
package convert
