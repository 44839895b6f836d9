// Package engine is the facade that every front end holds: options, the game on the
// board, and the search of its next move.
//
//	e := engine.New()
//	defer e.Close()
//	err := e.Start(search.Limits{MoveTime: time.Second}, nil, func(best search.Info) {
//		fmt.Println(e.Game().Position().MoveText(best.Move()))
//	})
//	...
//	e.Wait()
//
// All methods may be called from any goroutine, also while a search runs; those that
// would change what it works on return ErrSearching.
package engine
