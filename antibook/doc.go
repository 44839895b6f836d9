// Package antibook holds positions to avoid. In each of them a side is lost, but only a very deep search sees the loss
// (WC92 section 3.4). The search of a game scores such a position as lost, and so chooses among the other moves.
//
//	entries, err := antibook.Parse("mine.txt", file)
//	...
//	set := antibook.NewSet(entries)
//	if set.Has(p.Hash()) { ... } // true for the mirror of an entry, too
//
// To the engine the package hands Set, which does not change: the search asks it at every node.
package antibook
