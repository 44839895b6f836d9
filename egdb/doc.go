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
// Open opens a Library of values. The program holds the values of all positions of up to six
// pieces; files of more pieces may lie in a directory. Library.Probe returns the value of
// every position of a known material. Library.ProbeStored is faster, for the nodes of a search,
// and returns the values of most positions. OpenDistanceSet opens the Distances that belong to a library.
//
// A Material names a slice: the positions with these pieces and Black to move. Positions with
// White to move are those of the mirrored material with the board turned.
//
// A slice file holds the values of a slice and its mirror. For a stored position a Model
// predicts the result. A set of exceptions contains all positions where the prediction is
// wrong, and a second set says which of the other two results is right there. A probe is
// therefore exact, takes some table look-ups, and needs no decoding. Positions with a capture
// to play are not stored, and from six pieces on half of the others are not either; Probe
// finds their values by a search of one ply, or to the end of the captures.
//
// The design and the file format are in docs/egdb.md and docs/distances.md. The model is an
// n-tuple network (Bledsoe and Browning 1959; Buro used them for Othello). The sets are
// Bloomier filters (Chazelle, Kilian, Rubinfeld and Tal 2004), built as ribbons (Dillinger
// and Walzer 2021).
//
// Package generate makes the values and distances, package pack writes the files, package
// verify checks them.
package egdb
