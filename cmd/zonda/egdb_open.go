package main

import (
	"errors"

	"github.com/zonda-checkers/zonda/egdb"
)

// openSound opens the databases of a directory by memory map, or those in the program
// if it is empty. All of them must be sound.
func openSound(directory string) (*egdb.Library, error) {
	return sound(egdb.Open(egdb.Options{BuiltIn: directory == "", Directory: directory}))
}

// sound returns a library unless there are problems with its files.
func sound(l *egdb.Library, problems []error) (*egdb.Library, error) {
	if len(problems) > 0 {
		return nil, errors.Join(append(problems, l.Close())...)
	}
	return l, nil
}

// openFilled opens the databases of a directory, which must be sound, and those in
// the program for what it does not have.
func openFilled(directory string) (*egdb.Library, error) {
	return sound(openFound(directory))
}

// openFound opens what is sound in a directory, and those in the program for the rest.
func openFound(directory string) (*egdb.Library, []error) {
	return egdb.Open(egdb.Options{BuiltIn: true, Directory: directory, Prefer: true})
}

// place names where databases come from.
func place(directory string) string {
	if directory == "" {
		return "the program"
	}
	return directory
}
