package prose_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/explain/prose"
	"github.com/zonda-checkers/zonda/engine/lesson"
)

// TestLesson has a sentence for each kind.
func TestLesson(t *testing.T) {
	for want, l := range map[string]lesson.Lesson{
		"11-15 steps into a jump: White takes 18x11.":              {Kind: lesson.Jump, Line: []string{"11-15", "18x11"}},
		"3-7 steps into a jump: White takes 11x2 and crowns on 2.": {Kind: lesson.Jump, Line: []string{"3-7", "11x2"}, Crowned: 2},
		"16-19 loses a man by an exchange: White takes 23x16, Black takes 12x19, White takes 24x15, two for one.": {
			Kind: lesson.Exchange, Line: []string{"16-19", "23x16", "12x19", "24x15"}, Taken: 2, Given: 1, Men: 1},
		"13-17 loses a man: 21x14 10x17 18-15 11x18 25-22 18x25 29x6, four for three.": {
			Kind: lesson.Exchange, Line: []string{"13-17", "21x14", "10x17", "18-15", "11x18", "25-22", "18x25", "29x6"}, Taken: 4, Given: 3, Men: 1},
		"15-18 allows a shot: White gives 21-17, Black must take 14x21, and then White takes 23x5, two for one, and White crowns on 3.": {
			Kind: lesson.Shot, Line: []string{"15-18", "21-17", "14x21", "23x5", "3-7", "8-3"}, Taken: 2, Given: 1, Men: 1, Crowned: 3},
		"8-11 allows a shot: White gives 19-16, Black must take 12x19, and then 27-24 20x27 32x7, three for two.": {
			Kind: lesson.Shot, Line: []string{"8-11", "19-16", "12x19", "27-24", "20x27", "32x7"}, Taken: 3, Given: 2, Men: 1},
		"2-7 lets White attack with 3-8, and the piece on 11 cannot be saved.": {
			Kind: lesson.Attack, Line: []string{"2-7", "3-8", "7-11", "8x15"}, Square: 11, Men: 1},
		"2 captures could be chosen: 19x28 is worth a man more.":       {Kind: lesson.Choice, Captures: 2, Better: "19x28", Men: 1},
		"Black could win 2 men: 8-12 15x8 4x27.":                       {Kind: lesson.Gain, BetterLine: []string{"8-12", "15x8", "4x27"}, Men: 2},
		"Black could win a piece: 8-12.":                               {Kind: lesson.Gain, BetterLine: []string{"8-12"}, Men: -1, Kings: 1},
		"Black could make a king: 26-30.":                              {Kind: lesson.Promote, Better: "26-30"},
		"A man and a king cannot be held: 27-23 20x18.":                {Kind: lesson.Falls, Line: []string{"2-6", "27-23", "20x18"}, Men: 1, Kings: 1},
		"17-14 lets a king through: 8-11 5-1, and White crowns on 1.":  {Kind: lesson.Through, Line: []string{"17-14", "8-11", "5-1"}, Crowned: 1},
		"The win is a draw now: 3-7 wins.":                             {Kind: lesson.Result, Was: "win", Now: "draw", Better: "3-7"},
		"The draw is a loss now: 3-7 draws.":                           {Kind: lesson.Result, Was: "draw", Now: "loss", Better: "3-7"},
		"The game is lost now: 3-7 was better.":                        {Kind: lesson.Result, Was: "unknown", Now: "loss", Better: "3-7"},
		"The win takes longer: 3-7 was better.":                        {Kind: lesson.Slower, Better: "3-7"},
		"It throws away the win: 30-26 keeps it.":                      {Kind: lesson.Worse, Was: "unknown", Better: "30-26", Ahead: 10, Lost: 90},
		"It costs 0.9 of a man: 30-26 was better.":                     {Kind: lesson.Worse, Was: "unknown", Better: "30-26", Ahead: -21, Lost: 90},
		"It costs 0.8 of a man: 3-7 was better.":                       {Kind: lesson.Worse, Was: "unknown", Better: "3-7", Ahead: 10, Lost: 80},
		"White gets the better game, by 0.3 of a man: 3-7 was better.": {Kind: lesson.Worse, Was: "unknown", Better: "3-7", Ahead: 30, Lost: 100},
		"White gets the better game, by 0.9 of a man: 3-7 was better.": {Kind: lesson.Worse, Better: "3-7", Ahead: 90, Lost: 100},
		"It costs 1.0 of a man: 3-7 was better.":                       {Kind: lesson.Worse, Better: "3-7", Ahead: -90, Lost: 100},
	} {
		l.Side = "Black"
		require.Equal(t, want, prose.Lesson(l))
	}
}
