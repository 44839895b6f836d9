package pdn

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/pattern"
)

// ParseResult reads a result from a tag or the end of a game. It also accepts the scores of
// international draughts, such as "2-0", dashes of any kind or a colon, ½ and 0.5, a final dot, and words such as
// "Drawn", "draw agreed", "Black wins", "B. wins", "won by Black", "White loses" and "White resigns". It ignores blanks, and reads "" and "?" as Unfinished.
func ParseResult(text string) (board.Winner, bool) {
	plain := halves.Replace(strings.ToLower(strings.TrimSuffix(strings.Map(plainScore, text), ".")))
	switch plain {
	case "*", "", "?":
		return board.Unfinished, true
	case "1-0", "2-0":
		return board.BlackWon, true
	case "0-1", "0-2":
		return board.WhiteWon, true
	case "1/2-1/2", "1-1", "1/2":
		return board.Drawn, true
	case "0-0":
		return board.BothLost, true
	}
	if found := resultWords().FindStringSubmatch(plain); found != nil {
		return wordResult(found[1]+found[4], found[2]+found[3]), true
	}
	return board.Unfinished, false
}

// resultWords has the forms of results in words, without blanks: a draw, or a side and whether it wins or loses.
var resultWords = pattern.Of(`^(?:(?:a|game|agreed)?drawn?(?:game|agreed|by(?:mutual)?agreement)?|` +
	`(b|w|r|black|white|red)\.?(wins?|won|loses|lost|resigns|resigned|forfeits|forfeited)|(win|won|lost)(?:by|for)(black|white|red))$`)

// wordResult returns the result of a side, which may be given by its first letter, that wins or loses; a draw without a side.
func wordResult(side, does string) board.Winner {
	switch {
	case side == "":
		return board.Drawn
	case strings.HasPrefix(side, "w") == strings.HasPrefix(does, "w"):
		return board.WhiteWon
	}
	return board.BlackWon
}

// verdictWord is what a result in words begins with, manner what goes on with how or when the game ended, and more what says more than who won.
var (
	verdictWord = pattern.Of(`^(?i:b|w|r|black|white|red|a|game|agreed|drawn?|win|won|lost)(?:[^\pL]|$)`)
	manner      = pattern.Of(`^(?i:on|by|after|in|at|for|here|because|as|when|due)\b`)
	more        = pattern.Of(`(?i:agree|resign|forfeit)`)
)

// maxVerdict is the length of the longest result in words, with what shows its end.
const maxVerdict = len("Drawn by mutual agreement. ")

// verdictEnd returns the length of the result in words that a text begins with, 0 if it begins with none.
func verdictEnd(text string) (end int) {
	if !verdictWord().MatchString(text) {
		return 0
	}
	for n := 1; n <= min(len(text), maxVerdict); n++ {
		ends := n == len(text) || text[n] != '\'' && !isLetter(text[n]) && !isDigit(text[n]) && text[n] < 0x80
		if ends && isLetter(text[n-1]) {
			if _, ok := ParseResult(text[:n]); ok {
				end = n
			}
		}
		if n < len(text) && text[n] != ' ' && text[n] != '.' && !isLetter(text[n]) {
			break
		}
	}
	return end
}

// cutVerdict returns the result in words that a text begins with, if how or when the game ended, a mark or nothing stands behind it, and the
// rest of the text.
func cutVerdict(text string) (result board.Winner, behind string, ok bool) {
	end := verdictEnd(text)
	if end == 0 {
		return board.Unfinished, "", false
	}
	behind = strings.TrimLeftFunc(text[end:], isBlank)
	if result, _ = ParseResult(text[:end]); behind == "" || strings.ContainsRune(".,:;!-(", rune(behind[0])) || manner().MatchString(behind) {
		return result, behind, true
	}
	score, ok := ParseResult(behind)
	return result, behind, ok && score == result
}

// halves replaces all other ways to write a half.
var halves = strings.NewReplacer("½", "1/2", "0.5", "1/2", "0,5", "1/2")

// plainScore returns the character of ASCII that a character of a result stands for, -1 for blanks.
func plainScore(r rune) rune {
	switch {
	case isBlank(r):
		return -1
	case isDash(r), r == ':':
		return '-'
	case isSlash(r):
		return '/'
	}
	return r
}

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

// PositionSigns are the signs of the glyphs for the opinion on a position, with their numbers as in the standard of chess, PGN.
var PositionSigns = map[NAG]string{10: "=", 11: "=", 13: "∞", 14: "+=", 15: "=+", 16: "±", 17: "∓", 18: "+−", 19: "−+"}

// positionNAGs are the glyphs of signs for the opinion on a position, as people write them.
var positionNAGs = map[string]NAG{
	"=": 10, "∞": 13, "+=": 14, "+/=": 14, "⩲": 14, "=+": 15, "=/+": 15, "⩱": 15, "±": 16, "+/-": 16, "∓": 17, "-/+": 17, "+-": 18, "-+": 19,
}

// Sign returns the sign of the glyph, such as "?!" or "±", or the glyph as PDN writes it, such as "$146", if it has none.
func (n NAG) Sign() string {
	if int(n) < len(signs) && signs[n] != "" {
		return signs[n]
	}
	return cmp.Or(PositionSigns[n], fmt.Sprintf("$%d", n))
}

// strengthNAG returns the glyph of a sign behind a move, "!" to "(?!)", "±" or "*".
func strengthNAG(sign string) (NAG, bool) {
	sign = inASCII.Replace(sign)
	if n, ok := positionNAGs[strings.Map(plainScore, sign)]; ok {
		return n, true
	}
	if sign == "*" {
		return Forced, true
	}
	if inner, ok := strings.CutPrefix(sign, "("); ok && strings.HasSuffix(inner, ")") {
		sign = strings.TrimSuffix(inner, ")")
	}
	n := slices.Index(signs[:], sign)
	return NAG(max(0, n)), n > 0
}

// cutScore returns the score that a text begins with, and the text behind it.
func cutScore(text string) (score, behind string) {
	end := strings.IndexFunc(text, func(r rune) bool {
		return !isBlank(r) && !isDash(r) && !isSlash(r) && !strings.ContainsRune("0123456789½:,.", r)
	})
	if end < 0 {
		end = len(text)
	}
	score = strings.TrimRightFunc(text[:end], func(r rune) bool { return !isDigit(byte(min(r, 0x7F))) && r != '½' })
	return score, text[len(score):]
}
