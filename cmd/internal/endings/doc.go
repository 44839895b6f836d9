// Package endings opens the endgame databases for commands, and does what commands ask of them: samples, lines of
// perfect play, comparisons, and what is printed of a build or a verification.
//
// The databases themselves are packages egdb and internal/endgame. This package opens them for the shelves match and proofs, and
// for the commands.
package endings
