package books

import "github.com/zonda-checkers/zonda/book"

// Open opens a book, that in the program if the name is empty.
func Open(name string) (*book.Book, error) {
	if name != "" {
		return book.Open(name)
	}
	return book.BuiltIn()
}
