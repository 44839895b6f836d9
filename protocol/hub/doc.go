// Package hub answers version 2 of the Hub protocol for English draughts, with positions of 32
// squares. Scan, other draughts programs and Python libraries use this protocol.
//
//	e := session.New()
//	defer e.Close()
//	err := hub.NewSession(e, os.Stdout).Run(ctx, os.Stdin)
//
// A Session answers bad input with one line error message="...". Bad input changes nothing and does
// not end the session. docs/hub.md describes every command.
package hub
