// Package pack writes the slice files of the endgame databases, which package egdb
// reads.
//
// Encode reads all positions of a slice three times:
//
//  1. It counts the results and takes a sample of the positions. A predictor is trained
//     on the sample. Larger tables are tried as long as they make the file smaller.
//  2. It compares the predictor with every position. Filters are built of the positions
//     where the predictor is wrong, the exceptions.
//  3. It finds the other positions that pass the filters. One bit for each position that
//     passes says whether it is an exception.
//
// Filters and bits are read from the bytes that the file gets, and every key that was put in is looked up: so every position
// is compared with the parts of the file. Encode probes some positions in the finished file too. Check compares all positions
// with any finished file.
//
// The file depends on the values and on the counts of smaller slices, and on nothing else:
// not on the machine and not on the number of workers. For that, the work is divided into a
// fixed number of parts, results of the parts are joined in order, and training uses no
// operation that CPUs round in different ways.
package pack
