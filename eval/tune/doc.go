// Package tune makes the weights of the evaluation from games that the engine plays
// against itself: Play makes games, a Shard keeps their quiet positions with what
// became of them, and Fit finds the weights that tell results best; a Judgement says how
// well they do.
package tune
