// Package certificate holds the certificates of proofs: claims about positions, each with what a reader needs to check
// it without a search. docs/proofs.md describes the file.
//
// Values are those of the endgame databases: both sides play best, there is no move rule, and a repetition wins for
// nobody.
package certificate
