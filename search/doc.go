// Package search finds the best move: iterative deepening of a principal
// variation search over a transposition table, with the extensions and the
// forward pruning of CHINOOK (WC92 section 3.1).
//
// A [Searcher] owns the table and the workers; a [Run] is one search:
//
//	s := search.New(64, 1)
//	run := s.NewRun(board.NewGame(board.Start()), search.Limits{Depth: 15}, nil)
//	best := run.Search()
//	fmt.Println(best.Score, best.Move())
//
// The package prints nothing and reads no files. A run passes each new line to the
// report function that was given to NewRun. Every technique has a switch in
// techniques.go, and its parameters are in parameters.go.
package search
