package pdn

import (
	"strconv"
	"strings"
	"unicode"
)

// englishDraughts is the GameType of the game this package knows.
const englishDraughts = "21"

// gameTypes names the games of PDN 3.0 other than English draughts, by their GameType.
var gameTypes = map[int]string{
	0: "chess", 1: "Chinese chess", 20: "International draughts", 22: "Italian draughts", 23: "American pool checkers",
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
			return gameType(n), true
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

// gameType returns the name of a game by its GameType, "" for English draughts.
func gameType(n int) string {
	if name, ok := gameTypes[n]; ok || strconv.Itoa(n) == englishDraughts {
		return name
	}
	return "a game without a name"
}
