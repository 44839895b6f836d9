// Package client runs an engine as a process of its own and asks it for moves, in the
// project's text protocol or in Hub. A Windows library for CheckerBoard is run by "zonda host".
//
//	spec, err := client.ParseSpec(`name=A cmd="./zonda protocol" option.Hash=64`)
//	...
//	p, err := client.Start(ctx, spec, client.Setup{MoveRule: board.DefaultMoveRule})
//	...
//	defer p.Close()
//	reply, err := p.Think(ctx, client.Request{Game: game, Limits: client.Limits{Depth: 9}})
//
// The package checks what an engine says: Think returns a move only if the move is legal. An engine
// that ends, takes too long or writes what is no move is reported as a [Fault]. After a fault a player
// answers no more requests; the caller closes it and starts another player.
package client
