// Package endgame is what an endgame database consists of: the format of its files, for the package that reads them (egdb) and for those
// that make and check them. Package generate computes values and distances, pack writes them into files, verify checks the files.
//
// A Material names a slice: the positions with these pieces and Black to move. Positions with
// White to move are those of the mirrored material with the board turned. In a slice file a Model
// predicts the result of a position; a set of exceptions contains all positions where the prediction is
// wrong, and a second set says which of the other two results is right there. So a probe is exact and decodes nothing.
// A Slice is such a file, a Database some of them; a DistanceSlice is a file of distances.
//
// The design and the format are in docs/egdb.md and docs/distances.md. The model is an
// n-tuple network (Bledsoe and Browning 1959; Buro used them for Othello). The sets are
// Bloomier filters (Chazelle, Kilian, Rubinfeld and Tal 2004), built as ribbons (Dillinger
// and Walzer 2021).
package endgame
