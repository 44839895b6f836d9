// Package evaltune learns the weights of the evaluation from games that the engine plays
// against itself. A Player plays games, a Shard is a file of their quiet positions with the
// results of the games, a Fit finds the weights that predict the results best, and a Judgement
// measures how well weights predict results.
package evaltune
