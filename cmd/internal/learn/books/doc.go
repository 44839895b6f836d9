// Package books opens and shows opening books and anti-books for commands, and reads the games from which they grow.
package books
