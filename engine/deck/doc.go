// Package deck holds the openings that games begin with, so that two good players do
// not play the same game again and again: the two- and three-move decks of tournament
// play, and decks from files.
//
//	openings, err := deck.Open("3move")
//	...
//	for _, o := range deck.InPlay(openings) {
//		g := o.Game()
//		...
//	}
package deck
