// Package dxp plays games of English draughts with another program over a connection. It uses version 01 of
// the Dam Exchange Protocol (DXP) with boards of 32 squares.
//
//	m := dxp.Match{Name: "Zonda", Thinker: dxp.NewEngineThinker(e, search.Limits{}), Patience: time.Minute}
//	err := m.Follow(ctx, connection, 0)                 // the peer starts the games
//	err := m.Initiate(ctx, connection, []dxp.GameSetup{{Start: board.Start(), Minutes: 5}})
//
// DXP was made for boards of 50 squares and has no field for the kind of game. So a request for a game
// always gives the starting position, as 32 letters in the order of the squares. Requests for other
// games are refused.
package dxp
