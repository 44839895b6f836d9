// Package book reads, changes and writes opening books. A book is a set of positions, each with moves, their
// scores, and what is known of the search that found them.
//
//	b, err := book.Open("my.zbk")
//	if err != nil {
//		return err
//	}
//	if entry, ok := b.Look(position); ok {
//		for _, m := range book.Good.Choices(entry) {
//			fmt.Println(position.MoveText(m.Move), m.ScoreText())
//		}
//	}
//
// A position and its mirror, which has the colours swapped, are one entry, whatever the moves that lead to it.
// To the engine the package gives a [Source], in practice a [Shelf]: the user's Book before the one in the program, and a [Level], which
// says which of an entry's moves are played. A Book does not change, and any goroutine may ask it. Commands change a Builder, which is
// written to a file as a whole. docs/books.md specifies the format of the files.
package book
