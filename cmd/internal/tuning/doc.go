// Package tuning reads weights and samples for commands, prints how well weights predict the results of games, and prints
// how a tuning of the search has moved its parameters.
package tuning
