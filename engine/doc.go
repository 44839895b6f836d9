// Package engine is an engine for English draughts: a search with an evaluation, endgame databases and a book.
//
//	e, err := engine.New(engine.Config{})
//	if err != nil {
//		return err
//	}
//	defer e.Close()
//	best, err := e.Play(ctx, game, engine.Limits{MoveTime: time.Second})
//	fmt.Println(game.Position().MoveText(best.Move()))
//
// [Engine.Play] finds a move, [Engine.Analyze] tells the lines of an analysis as they are found, and [Engine.Prove] looks for a
// proof. A [Config] says how strong the engine is and what it knows; package book has books, package egdb the endgame databases.
// One search runs at a time; another search beside it needs an engine of its own:
//
//	idle --- Play, Analyze ---> searching --- limits, the end of ctx, a failure ---> idle
//	either --- Close ---> closed: calls that return errors return ErrClosed
//
// While one runs, Play, Analyze, Configure and NewGame return ErrSearching; every other method may be called, Close too.
//
// docs/api.md shows whole programs. What the text protocols need on top is in package protocol/session.
package engine
