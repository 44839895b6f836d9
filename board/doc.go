// Package board holds the rules of English draughts: squares,
// pieces, positions, moves and their generation, FEN and move text, and the
// history of a game with its draws.
//
// A [Position] is a value and playing a [Move] returns a new one:
//
//	p := board.Start()
//	m, err := p.ParseMove("11-15")
//	if err != nil {
//		return err
//	}
//	p = p.Play(m)
//	fmt.Println(p.FEN())
//
// Squares are numbered 1 to 32 as in every book on the game. Black begins, on
// squares 1 to 12, and moves towards higher numbers.
//
// To the floors above the package hands Position and Move, values that any goroutine may copy, [Game], which
// belongs to one goroutine, and [Result]. Text from outside is checked by [ParseFEN] and [Position.ParseMove];
// all other functions assume that a Position is possible and a Move legal in it.
package board
