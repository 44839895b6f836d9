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
// A [Game] keeps the history, and [Game.Outcome] says who has won or why the game is drawn, by the rule of 40 moves if
// Game.MoveRule does not say otherwise:
//
//	g := board.NewGame(board.Start())
//	if err := g.PlayText("11-15", "22-18", "15x22"); err != nil {
//		return err
//	}
//	for p, m := range g.Positions() {
//		fmt.Println(p.MoveText(m), "in", p)
//	}
//
// Squares are numbered 1 to 32 as in every book on the game. Black begins, on
// squares 1 to 12, and moves towards higher numbers.
//
// To the packages that import it the package gives Position and Move, values that any goroutine may copy, [Game], which belongs to one
// goroutine, [Outcome] of a game and [Result] of a position. Text from outside is checked by [ParseFEN], also in JSON, and by
// [Position.ParseMove], whose error is a *[MoveError]; a Move by [Position.CheckMove]. All other functions assume that a
// Position is possible and a Move legal in it.
package board
