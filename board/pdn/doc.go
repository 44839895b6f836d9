// Package pdn reads and writes games of English draughts in Portable Draughts Notation
// (PDN), a text format.
//
//	for g, err := range pdn.Read(file) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(g.Tags.Get("Black"), g.Result, g.Start.LineText(g.History().Moves()))
//	}
//
// A Game has Tags, the position it starts from, a Line of moves and a Result. Each Node of a
// Line is a legal move with its numeric annotation glyphs (NAG), its comments, and the
// variations that could be played instead of it. In English draughts the result 1-0 means
// that Black won: Black moves first. [Line.Walk] ranges over the moves with their positions, [Game.History] and [FromGame] lead to
// package board and back.
//
// # Reading
//
// A Reader returns the games of a stream one by one and holds one game at a time. It reads
// files of all kinds. Text that departs from PDN but has only one meaning is read with that
// meaning: squares without hyphens (11 15, f6 e5), a capture written jump by jump (27x18 18x11), typographic dashes, crosses
// and glyphs. If a game has an error, Read returns a *GameError with the number of the game and
// the lines of its problems, together with the Game up to there; the next Read goes on with
// the next game.
//
// Three lists tell a user what is remarkable in a file:
//
//   - GameError.Problems: what cannot be understood, such as an illegal move.
//   - Reader.Warnings and Game.Warnings: what was understood but may be wrong, such as a
//     result that the board contradicts, a number that belongs to no move, or an ambiguous capture that the moves
//     behind it have decided.
//   - Reader.Leniencies: where the text departs from PDN, if Reader.Strict is set.
//
// Nothing that a person wrote disappears: a word that has no place in a Game becomes a comment of it, also where it is a problem or in
// doubt, and so does a line that begins with %. What is left out all the same, such as a result between two games, is a warning.
// [Reader.Told] and [Remark.In] say all of this in the words that every program uses.
//
// # Ambiguous captures
//
// PDN writes a capture with every square where the piece lands if another capture between
// the same two squares takes other pieces. Many files write two squares in spite of this. A
// Reader tries all captures that fit, with the moves behind them, up to the end of the game
// or variation or the first move that none of them allows:
//
//   - If one capture is left, it is taken, with a warning.
//   - If several are left and lead to the same position, the first one is taken, with a warning.
//   - If several are left and lead to different positions, the capture is an error of the game.
//     The Result decides nothing.
//
// A variation with such a capture, or with an illegal move, becomes a comment, with a warning.
//
// A Reader follows 32 ways to understand the moves at most, and each one for 1,000 moves.
//
// # Writing
//
// Write writes one game in strict PDN 3.0. A Reader reads the same Game back, without
// leniencies.
package pdn
