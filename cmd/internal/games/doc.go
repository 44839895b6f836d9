// Package games is the shelf of what commands do with games and positions of people. It has no code of its own; the packages below are
//
//	page      writes games, reports and problems as HTML pages
//	pdncheck  lists what is wrong with files of games, and writes them anew
//	film      draws a lesson as an animated picture
//	chart     draws lines for --plot, as SVG or PNG
//
// What a move is worth comes from engine, its judgement from engine/judge, what a game says from board/pdn, diagrams from
// board/diagram. The board in the browser (shelf site) shows the same
// judgements, pages and diagrams.
package games
