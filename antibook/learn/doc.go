// Package learn finds positions for the anti-book: in games that a side lost (Learn), and beside the lines of
// an opening book (Scan); and it searches known ones again (Check). All of them go by one Criterion:
// a position is to be avoided if a quick search likes it, and deep searches agree that it is lost.
//
//	found, err := learn.Learn(ctx, games, learn.DefaultCriterion(), options, report)
package learn
