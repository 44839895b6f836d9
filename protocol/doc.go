// Package protocol speaks the engine's text protocol: UCI-style commands and
// CheckerBoard's enginecommand strings, one line a request, through one command
// table.
//
//	e := engine.New()
//	defer e.Close()
//	err := protocol.NewSession(e, os.Stdout).Run(ctx, os.Stdin)
//
// Bad input is answered by one line that says what is wrong; it changes nothing and
// never ends the session. docs/protocol.md describes every command.
package protocol
