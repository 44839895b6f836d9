// Package book holds opening books: positions with moves, their scores, and how much stands behind
// them.
//
// A position and its mirror, with the colours swapped, are one entry, and so are all
// ways to reach them. A Book is a sorted, checksummed file that is looked at where it lies, in
// the program or mapped into memory; a Draft is one that grows, and is written as a whole:
//
//	draft := book.NewDraft()
//	draft.Put(p, book.Entry{Moves: moves, Depth: 17, Source: "by hand"})
//	draft.BackUp()
//	err := file.WriteWhole("my.zbk", draft.Write)
//	...
//	b, err := book.Open("my.zbk")
//	entry, ok := b.Look(p)
//	choice := book.Best.Choices(entry)
package book
