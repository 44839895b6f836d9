package pdn

import (
	"fmt"
	"slices"
	"strings"
)

// NAG is a numeric annotation glyph, written $0 to $255. It is a code, the same in all languages,
// for the opinion of an annotator on a move.
type NAG uint8

// The glyphs with a sign of their own.
const (
	Good        NAG = 1 + iota // !
	Poor                       // ?
	VeryGood                   // !!
	VeryPoor                   // ??
	Interesting                // !?
	Doubtful                   // ?!
	Forced                     // the star that old files attach to a move
)

// inASCII spells the signs that have a character of their own.
var inASCII = strings.NewReplacer("‼", "!!", "⁇", "??", "⁈", "?!", "⁉", "!?", "！", "!", "？", "?")

// signs are the signs of the glyphs that have one.
var signs = [...]string{Good: "!", Poor: "?", VeryGood: "!!", VeryPoor: "??", Interesting: "!?", Doubtful: "?!"}

// Sign returns the sign of the glyph, such as "?!", or the glyph as PDN writes it, such as "$16", if it has none.
func (n NAG) Sign() string {
	if int(n) < len(signs) && signs[n] != "" {
		return signs[n]
	}
	return fmt.Sprintf("$%d", n)
}

// strengthNAG returns the glyph of a sign behind a move, "!" to "(?!)" or "*".
func strengthNAG(sign string) (NAG, bool) {
	sign = inASCII.Replace(sign)
	if sign == "*" {
		return Forced, true
	}
	if inner, ok := strings.CutPrefix(sign, "("); ok && strings.HasSuffix(inner, ")") {
		sign = strings.TrimSuffix(inner, ")")
	}
	n := slices.Index(signs[:], sign)
	return NAG(max(0, n)), n > 0
}
