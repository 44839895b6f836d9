// Package book is the room for the opening book: positions with moves worth playing,
// their scores and depths. No book ships with this version.
package book
