// Package verify checks endgame databases through their prober. It shares no code with the
// generator but the rules (board) and the names of the slices (egdb): it has its own
// index of positions, binomials and proof.
//
// [Run] asks the prober for every position of the given slices once, with one side or the
// other to move, and keeps the answers in two bits each. Then it makes two checks:
//
//   - Consistency: every position is recomputed from its successors. A win needs a move to a
//     loss of the opponent. A loss has moves to wins of the opponent only, or no move. A draw
//     has no winning move and at least one drawing move.
//   - Ranks, up to [Options.RankPieces] pieces. Consistency alone accepts wins that depend on
//     each other in a circle. Therefore wins and losses are settled round by round: in each
//     round those that follow from ended games, from slices verified before, and from
//     positions settled in earlier rounds. All must be settled in the end.
//
// Only the true values pass both checks. A settled win is a true win. A draw that is really a
// win would have a move to a position that is really a loss and stored as a draw, and so on to
// an ended game, which the consistency check finds. This holds if the slices are right to
// which captures and crownings lead; those that Run is not asked to verify are not checked.
//
// [Sample] makes the first check for a sample of positions, from probes alone, and keeps no answers.
//
// A slice is always verified together with its mirror, because their moves lead to each
// other.
package verify
