// Package search finds the best move: iterative deepening of a principal
// variation search over a transposition table. Half-depth pruning (CHINOOK, WC92
// section 3.1), futility pruning, late-move reductions and internal iterative
// reduction make the tree smaller, and positions at the horizon in which every move
// offers a capture are searched a ply deeper. docs/search.md describes the parts.
//
// A [Searcher] owns the table and the workers; a [Run] is one search:
//
//	s := search.New(64, 1)
//	run := s.NewRun(board.NewGame(board.Start()), search.Limits{Depth: 15}, search.Sources{}, nil)
//	best := run.Search()
//	fmt.Println(best.Score, best.Move())
//
// The package prints nothing and reads no files. A run passes each new line to the
// report function that was given to NewRun. Every technique has a switch in
// techniques.go, and its parameters are in parameters.go.
package search
