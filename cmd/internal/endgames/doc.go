// Package endgames opens the endgame databases for commands, and does what commands ask of them: samples, lines of
// perfect play, comparisons, and what is printed of a build or a verification.
package endgames
