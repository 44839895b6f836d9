// Package reference has the rules a second time, written for clarity alone: a board of 8 by 8 cells, coordinates,
// recursion. It shares nothing with package board, not even its types. The tests compare both, and the checker of proofs
// relies on this package alone.
package reference
