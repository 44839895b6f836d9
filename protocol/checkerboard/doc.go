// Package checkerboard is the engine behind CheckerBoard's interface for engines, as a
// Windows library offers it to CheckerBoard and other hosts: the board array, getmove with
// its clocks and claims, the strings of enginecommand, and settings kept between runs.
//
//	library := checkerboard.New(checkerboard.SettingsFile("zonda64"))
//	reply, ok := library.Command("set hashsize 128")
//	result := library.GetMove(checkerboard.Call{Board: b, Color: checkerboard.Black, MaxTime: 2})
//
// It is pure Go and knows nothing of Windows: cmd/checkerboard exports it. No call panics,
// and every call may come from any thread at any time. docs/checkerboard.md describes what
// hosts see.
package checkerboard
