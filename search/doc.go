// Package search finds the best move: iterative deepening of a principal variation search over a transposition table.
// Half-depth pruning, futility pruning, late-move reductions and internal iterative reduction make the tree smaller, and
// positions at the horizon in which every move offers a capture are searched a ply deeper. docs/search.md describes the
// parts. WC92 is Schaeffer et al., A World Championship Caliber Checkers Program (1992), on CHINOOK.
//
// A [Searcher] owns the table and the workers; a [Run] is one search:
//
//	s := search.New(64, 1)
//	run := s.NewRun(board.NewGame(board.Start()), search.Limits{Depth: 15}, search.Sources{}, nil)
//	best := run.Search()
//	fmt.Println(best.Score, best.Move())
//
// To the engine the package hands a Searcher, which one goroutine uses for one Run at a time, [Limits], [Sources]
// (evaluation, databases, anti-book: what a search knows besides what it finds) and [Info], a line of a search. The
// package prints nothing and reads no files: a run passes each new line to the report function given to NewRun.
// [Techniques] has a switch for every part, [Parameters] the numbers.
package search
