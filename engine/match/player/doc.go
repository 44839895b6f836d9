// Package player runs an engine as a process of its own and asks it for moves, in the
// project's text protocol or in Hub.
//
//	spec, err := player.ParseSpec(`name=A cmd="./zonda protocol" option.Hash=64`)
//	...
//	p, err := player.Start(ctx, spec, player.Setup{MoveRule: board.DefaultMoveRule})
//	...
//	defer p.Close()
//	reply, err := p.Think(ctx, player.Request{Game: game, Limits: player.Limits{Depth: 9}})
//
// What an engine says is judged here: a move is only handed on if it is legal, and an engine
// that ends, stalls or talks nonsense is reported as a [Fault]. A player that was at fault
// answers nothing more; its owner closes it and starts another.
package player
