package pdn

import (
	"slices"
	"strings"
)

// token is a piece of a game's text that means something.
type token struct {
	kind       kind
	line       int32 // in the stream
	start, end int32 // in the text of the game
	mate       int32 // of an opening bracket: its closing one's index, 0 if it has none
}

// rawGame is the text of one game, cut into tokens but not yet understood.
type rawGame struct {
	text      []byte // without the tags
	begin     int    // the line of the first piece
	size      int    // of the text and the tags, in bytes
	tokens    []token
	tags      []rawTag
	open      []int32 // the opening brackets without a mate, outermost first
	depth     int     // brackets open, those included that were left out
	bracketed bool    // it has a tag in square brackets
	began     bool    // its tags are over: only another game can have more
	ended     bool
	full      bool // text is left out
	problems  problems
}

// endsBefore reports whether a piece, the first of its line or not, belongs to
// another game: a tag behind moves, behind a bracket that was never closed, or one
// that the game has already.
func (g *rawGame) endsBefore(k kind, piece []byte, first bool) bool {
	switch {
	case k != kindTag:
		return false
	case g.depth > 0:
		return first
	}
	return g.began || g.repeats(piece)
}

// repeats reports whether the tag is one of those that no game has twice, and the
// game has it.
func (g *rawGame) repeats(piece []byte) bool {
	t := newRawTag(piece, 0)
	name := properName(t.name)
	if name != tagFEN && rank(name) == usualTags {
		return false
	}
	return slices.ContainsFunc(g.tags, func(other rawTag) bool {
		return strings.EqualFold(other.name, t.name)
	})
}

// add appends a piece that begins on the given line.
func (g *rawGame) add(k kind, piece []byte, line int) {
	switch k {
	case kindTag:
		if g.depth == 0 {
			g.addTag(piece, line)
			return
		}
		k = kindWord
	case kindResult, kindSeparator:
		g.ended = g.depth == 0
	case kindMove, kindUnknown, kindNAG, kindStrength, kindSetup:
		g.began = true
	}
	if leading := k == kindBlank && len(g.tokens) == 0; !leading && g.fits(piece, line) {
		g.addToken(k, piece, line)
	}
	g.count(k)
}

func (g *rawGame) addTag(piece []byte, line int) {
	g.bracketed = g.bracketed || piece[0] == '['
	if g.fits(piece, line) {
		g.tags = append(g.tags, newRawTag(piece, line))
	}
}

// fits reports whether there is room for a piece. Behind the first one that is left
// out all others are.
func (g *rawGame) fits(piece []byte, line int) bool {
	g.size += len(piece)
	if !g.full && g.size > MaxGameSize {
		g.full = true
		g.problems.add(line, "the game is larger than %d bytes: the rest is left out", MaxGameSize)
	}
	return !g.full
}

func (g *rawGame) addToken(k kind, piece []byte, line int) {
	start := int32(len(g.text))
	g.text = append(g.text, piece...)
	if k == kindBlank {
		return
	}
	g.pair(k)
	end := int32(len(g.text))
	g.tokens = append(g.tokens, token{kind: k, line: int32(line), start: start, end: end})
}

// pair tells the bracket that the next token closes where its mate is.
func (g *rawGame) pair(k kind) {
	switch last := len(g.open) - 1; {
	case k == kindOpen:
		g.open = append(g.open, int32(len(g.tokens)))
	case k == kindClose && last >= 0:
		g.tokens[g.open[last]].mate = int32(len(g.tokens))
		g.open = g.open[:last]
	}
}

func (g *rawGame) count(k kind) {
	switch {
	case k == kindOpen:
		g.depth++
	case k == kindClose && g.depth > 0:
		g.depth--
	}
}

// empty reports whether there is nothing but the end of a game.
func (g *rawGame) empty() bool {
	return len(g.tags)+len(g.problems) == 0 && !slices.ContainsFunc(g.tokens, func(t token) bool {
		return t.kind != kindNumber && t.kind != kindSeparator
	})
}
