// Package openings holds decks of openings. A game begins with an opening of a deck, so that two
// good players do not play the same game again and again. The decks are the two-move, three-move
// and eleven-man decks of tournament play, a wide deck of level positions, a deck of
// positions in which one side is a little better, a part of which nothing learns from, and decks from files. NameOf says
// what the opening of a game is called.
//
//	deck, err := openings.Open("3move", false)
//	...
//	for _, o := range deck {
//		g := o.Game()
//		...
//	}
package openings
