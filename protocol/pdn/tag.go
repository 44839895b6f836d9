package pdn

import (
	"slices"
	"strings"
)

// Tag is a named value at the head of a game.
type Tag struct {
	Name  string // begins with a capital; letters, digits and underscores
	Value string // on one line, never empty where it comes from a Reader
}

// Tags is the tags of a game in their order. FEN, SetUp and Result are not among
// them: Game has fields for those. (A FEN that could not be read is, but cannot be
// written.) Nor is a GameType of "21", which Write adds.
type Tags []Tag

// Get returns the value of the first tag with the name, in any case of letters, and
// "" if there is none.
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

// Names of tags that mean something to the package.
const (
	tagResult   = "Result"
	tagFEN      = "FEN"
	tagSetUp    = "SetUp"
	tagGameType = "GameType"
	tagBlack    = "Black"
)

// englishDraughts is the GameType of the game this package knows.
const englishDraughts = "21"

// namedTags is the tags whose capitals are known. The first usualTags of them are those
// that every game should have, in their usual order.
var namedTags = [...]string{
	"Event", "Site", "Date", "Round", "White", tagBlack, tagResult,
	tagFEN, tagSetUp, tagGameType, "PlyCount", "Termination", "TimeControl",
	"WhiteTime", "BlackTime", "WhiteRating", "BlackRating", "WhiteType", "BlackType",
	"WhiteTitle", "BlackTitle", "Annotator", "Author", "Publication",
}

const usualTags = 7

// rank returns the place of a tag among the usual ones, and behind them for others.
func rank(name string) int {
	if i := slices.Index(namedTags[:usualTags], name); i >= 0 {
		return i
	}
	return usualTags
}

// properName returns a tag's name with the capitals that PDN gives it, and "" if it
// cannot be a name. Characters that no name may have become underscores. The first
// player is Black, whatever colour his pieces had.
func properName(name string) string {
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

// unescaped returns the value of a tag as it stood between the quotes of a file.
func unescaped(value string) string {
	if !strings.Contains(value, `\`) {
		return value
	}
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(value)
}

// escaped returns a value as it stands between quotes.
func escaped(value string) string {
	return strings.NewReplacer(`"`, `\"`, `\`, `\\`).Replace(value)
}
