// Package proving proves the values of positions for commands: of one position, of the positions of files one after the
// other, and the losses of the entries of an anti-book.
package proving
