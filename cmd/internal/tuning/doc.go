// Package tuning reads weights and samples for commands, and prints how well weights predict the
// results of games.
package tuning
