// Package hub speaks version 2 of the Hub protocol, which draughts programs and Python
// libraries speak, for English draughts: positions of 32 squares.
//
//	e := engine.New()
//	defer e.Close()
//	err := hub.NewSession(e, os.Stdout).Run(ctx, os.Stdin)
//
// Bad input is answered by one line error message="..."; it changes nothing and never ends
// the session. docs/hub.md describes every command.
package hub
