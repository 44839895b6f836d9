// Package proofs proves the values of positions for commands: of one position, of the positions of files one after the
// other, and the losses of the entries of an anti-book.
//
// Package prooftree, below it, proves an opening by a tree of such proofs, which shelf farm shares among hosts. The solver and the
// certificates are search/proof; this shelf writes lists of values and trees with certificates.
package proofs
