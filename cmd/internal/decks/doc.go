// Package decks opens decks of openings for commands, and grows decks from others.
package decks
