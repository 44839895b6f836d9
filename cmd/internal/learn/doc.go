// Package learn reads weights and samples for commands, prints how well weights predict the results of games, and prints
// how a tuning of the search has moved its parameters.
//
// The packages below it:
//
//	evaltune        the linear evaluation: self-play, samples, fits, reports
//	evaltune/train  the network
//	searchtune      the numbers of the search (SPSA)
//	books           commands of books and anti-books
//	bookgrowth      grows a book by searches
//	antibooklearn   finds positions to avoid
//
// It writes files: weights, networks, books, parameters. Shelf farm shares its games and searches among hosts.
package learn
