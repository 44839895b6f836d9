// Package checkerboard answers the calls of CheckerBoard, a Windows program for draughts, and
// of other hosts with the same interface for engines: getmove with its board array, clocks and
// claims, the strings of enginecommand, and settings kept between runs.
//
//	library := checkerboard.New(checkerboard.SettingsFile("zonda64"))
//	reply, ok := library.Command("set hashsize 128")
//	result := library.GetMove(checkerboard.Call{Board: b, Color: checkerboard.Black, MaxTime: 2})
//
// The package is pure Go without calls of Windows; cmd/checkerboard makes a Windows library of it. No call panics,
// and every call may come from any thread at any time. docs/checkerboard.md describes what
// hosts see.
package checkerboard
