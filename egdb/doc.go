// Package egdb reads the endgame databases. They hold the value of a position, which is win,
// loss or draw under perfect play, and the distance in plies to the end of the game.
//
//	library, problems := egdb.Open(egdb.Options{BuiltIn: true})
//	defer library.Close()
//	p, err := board.ParseFEN("B:WK29:BK1,K2")
//	if err != nil {
//		return errors.Join(append(problems, err)...)
//	}
//	fmt.Println(egdb.MaterialOf(p), library.Probe(p)) // 2Kv1K win
//
// To the floors above the package hands three sets, which any goroutine may ask: a Library of values (Open),
// which the search asks at every node (ProbeStored, most positions) and others by Probe (every position of a known
// material); the Distances that belong to a Library (OpenDistanceSet); and Bounds (OpenBounds). The program holds
// all positions of up to six pieces; files of more pieces may lie in a directory.
//
// A Material names a slice: the positions with these pieces and Black to move. Positions with
// White to move are those of the mirrored material with the board turned. In a slice file a Model
// predicts the result of a position; a set of exceptions contains all positions where the prediction is
// wrong, and a second set says which of the other two results is right there. So a probe is exact and decodes nothing.
//
// The design and the file format are in docs/egdb.md and docs/distances.md. The model is an
// n-tuple network (Bledsoe and Browning 1959; Buro used them for Othello). The sets are
// Bloomier filters (Chazelle, Kilian, Rubinfeld and Tal 2004), built as ribbons (Dillinger
// and Walzer 2021). Package generate makes the values and distances, pack writes the files, verify checks them.
package egdb
