// Package antibooklearn finds positions for the anti-book, and searches the positions of an anti-book again.
//
// Learn searches the positions of games that a side lost. Scan tries all other moves in the positions of books and games,
// and ScanWalks tries them in the positions of random lines. A Criterion says which positions are to be avoided: a quick
// search finds them good, and deep searches find them lost. Check searches known positions.
//
//	err := antibooklearn.Learn(ctx, games, criterion, options, report)
package antibooklearn
