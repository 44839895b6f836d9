// Package searchtune finds parameters of the search with which the engine wins more games. An Ascent climbs a function that
// can only be measured with noise; a Tuning measures it by games between two searches that have different parameters,
// and writes each iteration to a Journal.
package searchtune
