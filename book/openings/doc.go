// Package openings holds opening suites. A game begins with an opening of a suite, so that two good players do not play the same game
// again and again. The suites are the two-move, three-move and eleven-man ballots of tournament play, a wide suite of level positions, a
// suite of positions in which one side is a little better, a part of which nothing learns from, and suites from files. NameOf says what the
// opening of a game is called.
//
//	suite, err := openings.Open("3move", false)
//	...
//	for _, o := range suite {
//		g := o.Game()
//		...
//	}
package openings
