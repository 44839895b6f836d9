// Package pack writes the slice files of the endgame databases, which package egdb
// reads.
//
// A slice is looked at four times: to count and to take a sample; after a predictor
// has been trained on the sample, to find where it errs; after filters of its errors
// have been built, to find what else passes them; and, by Check, to read everything
// back. Predictors with larger and larger tables are tried while the file as a whole
// gets smaller.
//
// The same values, and counts of the smaller slices, give the same file on every
// machine, with any number of workers:
// work is divided in parts of which the results are joined in order, and the
// training uses no operation that processors round in different ways.
package pack
