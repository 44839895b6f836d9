// Package uci answers the engine's text protocol, which has one request on each line. One
// table lists all commands: those of UCI, the protocol of chess engines, and the
// enginecommand strings of CheckerBoard.
//
//	e := session.New()
//	defer e.Close()
//	err := uci.NewSession(e, os.Stdout).Run(ctx, os.Stdin)
//
// NewConversation is for a person at a terminal, who types moves and reads sentences.
//
// The answer to bad input is one line that says what is wrong. Bad input changes nothing
// and never ends the session. docs/protocol.md describes every command.
package uci
