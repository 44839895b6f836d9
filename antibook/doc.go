// Package antibook holds positions to avoid: not moves to play, but places where a side is lost though the
// board does not look it, and the search would have to see very far (WC92 section 3.4). The search takes
// reaching one for a loss, and so stays free to play what it likes and never walks into a known disaster.
//
//	entries, err := antibook.Parse("mine.txt", file)
//	...
//	set := antibook.NewSet(entries)
//	if set.Has(p.Hash()) { ... } // as well for the mirror of an entry
package antibook
