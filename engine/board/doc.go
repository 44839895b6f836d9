// Package board knows the rules of English draughts and nothing else: squares,
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
// squares 1 to 12, and moves towards higher numbers. Text that comes from
// outside is checked at the door ([ParseFEN], [Position.ParseMove]); behind it
// everything trusts that a Position is sound and a Move legal.
package board
