// Package level plays with limited strength, for people: ten levels, each 100 to 240 Elo above the one before.
//
// A level searches a fixed number of positions, without endgame databases. Then it chooses among the moves that its
// own search finds little worse than the best move. A move is the less likely the more it loses, and a move that seems
// to lose more than the level's limit is never played. So a low level overlooks what lies deep, plays inaccurately in
// quiet positions, and takes a piece that stands in the open.
package level
