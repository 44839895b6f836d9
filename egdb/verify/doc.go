// Package verify checks endgame databases through their prober, by code that shares
// nothing with the generator: it knows the rules (engine/board) and the names of the
// slices (egdb), and has an index, move ordering and proof of its own.
//
// [Run] asks the prober for every position of the wanted slices once, with one side or
// the other to move, and keeps the answers, two bits each. Then it makes two checks:
//
//   - Consistency: every position is recomputed from its successors. A win has a move
//     to a loss of the opponent, a loss only moves to wins or none at all, a draw no
//     winning move and at least one drawing one.
//   - Ranks, up to [Options.RankPieces] pieces: consistency alone accepts wins that
//     rest on each other in a circle, a promise to win that is never kept. Starting
//     from nothing but ended games and slices verified before, round by round, those
//     wins and losses are settled that follow from settled ones; all must be in the end.
//
// Both together leave one assignment of values only, the true one: a settled win is
// won by its ranks, and a draw that were a win would need a loss to move to that is
// called a draw as well, and so on down to an ended game, which consistency rejects.
// That holds on the ground of the slices below: those that Run is not asked to verify
// are taken on trust.
//
// A slice comes with its mirror: they are the two sides to move of the same endgame
// and lead to each other.
package verify
