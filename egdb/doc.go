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
// Any goroutine may ask a DB for values, distances and bounds: the search asks it at every node (ProbeStored, most positions), others
// by Probe and Distance (every position of known pieces), Moves and Line. The program holds the values of all positions of up to six pieces, and the distances of up to four and most of five;
// files of more may lie in directories.
//
// The files, which "zonda egdb" makes, consist of slices: docs/egdb.md and docs/distances.md describe them.
package egdb
