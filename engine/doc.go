// Package engine is a whole engine for English draughts: options, the game on its board, the search, opening
// books and endgame databases. Every front end holds an [Engine].
//
//	e := engine.New()
//	defer e.Close()
//	best, err := e.Search(ctx, game, search.Limits{MoveTime: time.Second}, nil)
//	if err != nil {
//		return err
//	}
//	fmt.Println(e.Position().MoveText(best.Move()))
//
// All methods may be called from any goroutine, also while a search runs. A method that would change what the
// running search uses returns ErrSearching instead. docs/api.md shows a whole program.
package engine
