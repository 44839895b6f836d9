// Package session plays a match as a person asked for it: it opens the openings, the engines, the journal and the
// databases, plays what is left of the match, and prints and draws the results.
package session
