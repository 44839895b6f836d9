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
// the text cannot be a name. Characters that a name must not have become underscores. Red
// becomes Black, because both are names of the side that moves first.
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

// unescaped returns the value that text between quotes stands for: it removes the backslashes.
func unescaped(value string) string {
	if !strings.Contains(value, `\`) {
		return value
	}
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(value)
}

// escaped returns the text between quotes that stands for a value: it adds the backslashes.
func escaped(value string) string {
	return strings.NewReplacer(`"`, `\"`, `\`, `\\`).Replace(value)
}
