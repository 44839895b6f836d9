// Package pdn reads and writes games of English draughts as text, in Portable
// Draughts Notation (PDN).
//
// The Reader takes what is found in users' files: it streams one Game at a time,
// mends what has only one meaning, and reports the rest as a GameError with the
// game's number and line while the other games are still read. Write is strict
// PDN 3.0. What it writes is read back as the same Game.
//
//	r := pdn.NewReader(file)
//	for {
//		g, err := r.Read()
//		if err == io.EOF {
//			break
//		}
//		var broken *pdn.GameError
//		if err != nil && !errors.As(err, &broken) {
//			return err
//		}
//		if broken != nil {
//			log.Print(broken) // g still holds what could be read
//		}
//		fmt.Println(g.Tags.Get("Black"), g.Result, len(g.Moves))
//	}
//
// A Game is its Tags, the position it starts from, a Line of moves and a Result.
// Each Node of a Line is a legal move with its marks (NAG), its comments and the
// variations that replace it. Mind that in English draughts 1-0 means that Black,
// the first player, won.
package pdn
