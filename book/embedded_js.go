//go:build js && !embedded

package book

import "errors"

var builtIn *Book

// Install gives the program its book: a program in a page has none of its own. No search may run meanwhile. With an error
// nothing is changed.
func Install(compressed []byte) error {
	b, err := readCompressed("in the program", compressed)
	if err == nil {
		builtIn = b
	}
	return err
}

// BuiltIn returns the book that Install has read, and an error before.
func BuiltIn() (*Book, error) {
	if builtIn == nil {
		return nil, errors.New("the book is not there yet")
	}
	return builtIn, nil
}
