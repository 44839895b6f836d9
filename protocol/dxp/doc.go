// Package dxp plays games with another program over a connection, by the Dam Exchange Protocol,
// version 01, with boards of 32 squares.
//
//	m := dxp.Match{Name: "Zonda", Thinker: dxp.NewEngineThinker(e, search.Limits{}), Patience: time.Minute}
//	err := m.Follow(ctx, connection, 0)                 // the peer starts the games
//	err := m.Initiate(ctx, connection, []dxp.Fixture{{Start: board.Start(), Minutes: 5}})
//
// The protocol was made for boards of 50 squares and has no field for the kind of game: as
// other programs do, Zonda gives the starting position always, as 32 letters in the order of
// the squares, and plays no other game.
package dxp
