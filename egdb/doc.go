// Package egdb is the room for the endgame databases and their prober (WC92 section
// 3.3). No database ships with this version.
package egdb
