package pdn

import "strings"

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

// strengthNAG returns the glyph of a sign behind a move, "!" to "(?!)" or "*".
func strengthNAG(sign string) (NAG, bool) {
	switch inASCII.Replace(sign) {
	case "!", "(!)":
		return Good, true
	case "?", "(?)":
		return Poor, true
	case "!!", "(!!)":
		return VeryGood, true
	case "??", "(??)":
		return VeryPoor, true
	case "!?", "(!?)":
		return Interesting, true
	case "?!", "(?!)":
		return Doubtful, true
	case "*":
		return Forced, true
	}
	return 0, false
}
