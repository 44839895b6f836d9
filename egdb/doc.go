// Package egdb answers endgames of few pieces from win/loss/draw databases (WC92
// section 3.3) so small that they stay in memory and so simple that nothing is
// unpacked.
//
// A file holds one Slice: the positions of a Material with Black to move, and those
// of its mirror. For a stored position a Model guesses the result from the position
// alone; a sieve, which is a filter and one bit for each key that passes it, knows
// all guesses that are wrong, and a second one which of the two other results is
// right then. So an answer costs some table look-ups, and no index of positions is
// needed.
//
// Positions with a capture to play are never stored, and from six pieces on only one
// side to move, or one parity of the rows: a Database finds the others by searching
// a move deep, or as many captures as there are.
//
// How it works and what was measured is in docs/egdb.md. Its parts are the n-tuple
// sums of Bledsoe and Browning (1959), as Buro used them for Othello; the exceptions
// of a predictor in a Bloomier filter (Chazelle, Kilian, Rubinfeld and Tal 2004),
// built as ribbons (Dillinger and Walzer 2021); and the parity of Chinook's men on
// rows, "the move" of every checkers book.
//
// Package build generates the values, package pack writes the files.
package egdb
