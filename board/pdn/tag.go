package pdn

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/zonda-checkers/zonda/internal/file"
)

// Tag is a named value at the head of a game.
type Tag struct {
	Name  string // begins with a capital; letters, digits and underscores
	Value string // on one line, never empty where it comes from a Reader
}

// Tags holds the tags of a game in their order. FEN, SetUp and Result are not among
// them, because Game has fields for their values. (A FEN that could not be read is among
// them, but cannot be written.) A GameType of "21" is not among them either; Write adds it.
type Tags []Tag

// Get returns the value of the first tag with the name, in upper or lower case, and
// "" if there is no such tag.
func (t Tags) Get(name string) string {
	if i := t.find(name); i >= 0 {
		return t[i].Value
	}
	return ""
}

// Set gives the tag with the name a value, adding the tag if it is missing.
func (t *Tags) Set(name, value string) {
	if i := t.find(name); i >= 0 {
		(*t)[i].Value = value
		return
	}
	*t = append(*t, Tag{name, value})
}

func (t Tags) find(name string) int {
	return slices.IndexFunc(t, func(tag Tag) bool { return strings.EqualFold(tag.Name, name) })
}

// ordered returns the tags as they are written: the usual ones first.
func (t Tags) ordered() Tags {
	sorted := slices.Clone(t)
	slices.SortStableFunc(sorted, func(a, b Tag) int { return rank(a.Name) - rank(b.Name) })
	return sorted
}

// Names of the tags that the package reads or writes itself.
const (
	tagResult   = "Result"
	tagFEN      = "FEN"
	tagSetUp    = "SetUp"
	tagGameType = "GameType"
	tagVariant  = "Variant"
	tagBlack    = "Black"
)

// namedTags lists the tags whose capital letters are known. The first usualTags of them are the tags
// that every game should have, in their usual order.
var namedTags = [...]string{
	"Event", "Site", "Date", "Round", "White", tagBlack, tagResult,
	tagFEN, tagSetUp, tagGameType, tagVariant, "PlyCount", "Termination", "TimeControl",
	"WhiteTime", "BlackTime", "WhiteRating", "BlackRating", "WhiteType", "BlackType",
	"WhiteTitle", "BlackTitle", "Annotator", "Author", "Publication",
}

const usualTags = 7

// rank returns the place of a tag among the usual tags, and usualTags for any other tag.
func rank(name string) int {
	if i := slices.Index(namedTags[:usualTags], name); i >= 0 {
		return i
	}
	return usualTags
}

// properName returns the name of a tag with the capital letters that PDN gives it, and "" if
// the text cannot be a name. Characters that a name must not have become underscores, but colons
// and signs of equality at its end are left out. Red
// becomes Black, because both are names of the side that moves first.
func properName(name string) string {
	name = strings.TrimRight(name, ":=")
	if strings.EqualFold(name, "Red") {
		return tagBlack
	}
	for _, known := range namedTags {
		if strings.EqualFold(name, known) {
			return known
		}
	}
	letters := strings.Map(nameRune, name)
	if letters == "" || !isLetter(letters[0]) {
		return ""
	}
	return strings.ToUpper(letters[:1]) + letters[1:]
}

func nameRune(r rune) rune {
	if r < 0x80 && (isLetter(byte(r)) || isDigit(byte(r))) {
		return r
	}
	return '_'
}

// Between quotes, a backslash stands before each quote and each backslash of a value.
var (
	escaped   = strings.NewReplacer(`"`, `\"`, `\`, `\\`)
	unescaped = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
)

// rawTag is a tag as it stands in a file.
type rawTag struct {
	Tag   // decoded
	line  int
	sound bool // the value ends with a quote
}

// proper returns the tag with the name that PDN gives it, "" if it has none, and the value on one line.
func (t rawTag) proper() Tag { return Tag{properName(t.Name), file.OneLine(t.Value)} }

// isNamed reports whether the tag has a name, in upper or lower case.
func (t rawTag) isNamed(name string) bool { return strings.EqualFold(t.Name, name) }

// newRawTag returns the tag in piece, which the lexer has cut as a tag.
func newRawTag(piece []byte, line int) rawTag {
	at, _ := (&input{text: piece}).tag()
	name, value := piece[at.name.begin:at.name.end], piece[at.value.begin:at.value.end]
	return rawTag{Tag{file.Decoded(string(name)), unescaped.Replace(file.Decoded(string(value)))}, line, at.sound}
}

// tagPlaces holds the places of the parts of a tag.
type tagPlaces struct {
	name, value span
	sound       bool // the value ends with a quote
}

// closer returns the bracket that closes c, 0 if c opens none.
func closer(c byte) byte {
	const pairs = "[](){}<>"
	if i := strings.IndexByte(pairs, c); i >= 0 && i%2 == 0 {
		return pairs[i+1]
	}
	return 0
}

// tag reads the tag that the text begins with and returns its length, 0 if there
// is no tag. A tag is a bracket, a name and a value in straight or curly quotes, on one line.
// Single quotes may only stand behind a square bracket, a name and a blank.
//
// The value ends at the first quote that the closing bracket follows, so that the value
// may hold brackets and even quotes without a backslash. If there is no such quote but
// the tag begins with a square bracket, the value ends at the last quote of the line, or
// with the line.
func (in *input) tag() (tagPlaces, int) {
	name := span{begin: in.indent(1)}
	name.end = in.while(name.begin, isNameRune)
	if name.end == name.begin || isDigit(in.at(name.begin)) {
		return tagPlaces{}, 0
	}
	opening := in.indent(name.end)
	quote, size := in.rune(opening)
	if !isQuote(quote) && (!isSingleQuote(quote) || in.at(0) != '[' || opening == name.end) {
		return tagPlaces{}, 0
	}
	t, n := in.value(opening+size, quote)
	t.name = name
	return t, n
}

func isNameRune(r rune) bool {
	return !strings.ContainsRune("[](){}<>%", r) && !isBlank(r) && !isQuote(r)
}

// value finds the end of the value that begins at i, after the opening quote. It returns the end
// of the tag, 0 if the text is no tag.
func (in *input) value(i int, opening rune) (tagPlaces, int) {
	bracket, begin, last := closer(in.at(0)), i, -1
	for {
		r, size := in.rune(i)
		switch {
		case size == 0 || r == '\n':
			return in.unclosed(begin, last, i)
		case r == '\\' && (in.at(i+1) == '"' || in.at(i+1) == '\\'):
			size++
			if in.at(i+1) == '"' {
				last = i + 1
			}
		case isQuote(r), isSingleQuote(r) && isSingleQuote(opening):
			last = i
			if behind := in.indent(i + size); in.at(behind) == bracket && (r == '"' || opening != '"') {
				return tagPlaces{value: span{begin, i}, sound: true}, behind + 1
			}
		}
		i += size
	}
}

// unclosed returns the parts of a tag without a closing bracket. Its line ends at end; last is the
// place of the last quote on the line, negative for none.
func (in *input) unclosed(begin, last, end int) (tagPlaces, int) {
	switch {
	case in.at(0) != '[':
		return tagPlaces{}, 0
	case last >= 0:
		_, size := in.rune(last)
		return tagPlaces{value: span{begin, last}, sound: true}, in.while(last+size, func(r rune) bool { return r == ']' })
	}
	value := bytes.TrimRight(in.text[begin:end], "] \t\r")
	return tagPlaces{value: span{begin, begin + len(value)}}, end
}

// englishDraughts is the GameType of the game this package knows.
const englishDraughts = "21"

// gameTypes names the games of PDN 3.0 by their GameType. English draughts has no name.
var gameTypes = map[int]string{
	0: "chess", 1: "Chinese chess", 20: "International draughts", 21: "", 22: "Italian draughts", 23: "American pool checkers",
	24: "Spanish draughts", 25: "Russian draughts", 26: "Brazilian draughts", 27: "Canadian draughts",
	28: "Portuguese draughts", 29: "Czech draughts", 30: "Turkish draughts", 31: "Thai draughts",
	40: "Frisian draughts", 41: "Spantsiretti draughts", 50: "Othello",
}

// variantWords names games by words of a tag Variant, of which the first that fits counts. English draughts has no name.
var variantWords = [...]struct{ word, name string }{
	{"pool", "American pool checkers"}, {"international", "International draughts"}, {"polish", "International draughts"},
	{"10x10", "International draughts"}, {"italian", "Italian draughts"}, {"spanish", "Spanish draughts"},
	{"russian", "Russian draughts"}, {"brazil", "Brazilian draughts"}, {"canadian", "Canadian draughts"},
	{"portuguese", "Portuguese draughts"}, {"czech", "Czech draughts"}, {"turkish", "Turkish draughts"},
	{"thai", "Thai draughts"}, {"frisian", "Frisian draughts"}, {"frysk", "Frisian draughts"},
	{"spantsiret", "Spantsiretti draughts"}, {"breakthrough", "breakthrough"}, {"anti", "antidraughts"},
	{"suicide", "suicide draughts"}, {"giveaway", "giveaway draughts"}, {"losing", "losing draughts"},
	{"chess", "chess"}, {"othello", "Othello"},
	{"english", ""}, {"anglo", ""}, {"american", ""}, {"checkers", ""}, {"straight", ""}, {"standard", ""}, {"position", ""},
}

// foreign returns the name of the game that the tags tell of, "" for English draughts.
func (t Tags) foreign() string {
	for _, tag := range t {
		if name, _ := foreign(tag.Name, tag.Value); name != "" {
			return name
		}
	}
	return ""
}

// foreign returns the game that a tag names, "" for English draughts and for a tag that names no game. Known is false
// if the tag should name a game but does not.
func foreign(name, value string) (game string, known bool) {
	switch name {
	case tagGameType:
		number, _, _ := strings.Cut(value, ",")
		if n, err := strconv.Atoi(strings.TrimSpace(number)); err == nil {
			name, known := gameTypes[n]
			return name, known
		}
	case tagVariant:
	default:
		return "", true
	}
	value = strings.ToLower(value)
	for _, v := range variantWords {
		if strings.Contains(value, v.word) {
			return v.name, true
		}
	}
	return "", !strings.ContainsFunc(value, unicode.IsLetter)
}
