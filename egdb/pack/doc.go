// Package pack writes the slice files of the endgame databases.
package pack
