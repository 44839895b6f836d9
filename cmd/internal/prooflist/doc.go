// Package prooflist proves the values of many positions, one after the other: those of suites, decks of openings, and
// games. The results are a journal, so that a run that was cut short goes on.
package prooflist
