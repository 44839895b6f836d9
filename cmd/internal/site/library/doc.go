// Package library serves what a page of the board works with beside its engine and needs no server for: collections of games in a
// folder, with all that changes them, games and problems that the page sends, and reports of games. It knows package os, so that
// it works wherever there are files: on a disk, and in a browser that keeps them.
//
//	d, err := library.New("games", "kept")
//	...
//	s := talk.NewSession(e, send, append(talk.Kinds(), d.Kinds()...))
//	defer d.Open(s)()
package library
