// Package egdb reads the endgame databases. They hold the value of a position, which is win,
// loss or draw under perfect play, and the distance in plies to the end of the game.
//
//	db, err := egdb.Open(egdb.Options{})
//	if err != nil {
//		return err
//	}
//	defer db.Close()
//	p, err := board.ParseFEN("B:WK29:BK1,K2")
//	if err != nil {
//		return err
//	}
//	fmt.Println(db.Probe(p)) // win
//
// To the packages that import it the package gives a DB (Open), which any goroutine may ask for values, distances and bounds: the search
// asks it at every node (ProbeStored, most positions), others by Probe and Distance (every position of a known material) and
// Moves. The program holds the values of all positions of up to six pieces, and the distances of up to four and most of five;
// files of more may lie in directories.
//
// A program needs Open, Options and a DB with its Probe, Distance, Moves, Line, Bounds, Pieces and Close; Distance, Metric with DTW and DTC, Undistanced,
// ErrNoFile, MaxPieces and DefaultMemory belong to them. These names are promised. All others are for the makers and the verifier of the files,
// and may change with any version.
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
