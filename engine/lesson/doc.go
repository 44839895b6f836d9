// Package lesson says in terms of men and kings what is wrong with a move, and shows it in pictures. It knows only the rules and the play
// that a search found; what the endgame databases know is for package explain. Package prose writes lessons as English sentences.
package lesson
