package prose

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/engine/lesson"
)

// Lesson says what is wrong with a move, in one sentence.
func Lesson(l lesson.Lesson) string {
	other := map[string]string{"Black": "White", "White": "Black"}[l.Side]
	fault, after := "", l.Line
	if len(l.Line) > 0 {
		fault, after = l.Line[0], l.Line[1:]
	}
	switch l.Kind {
	case lesson.Jump:
		return fmt.Sprintf("%s steps into a jump: %s takes %s%s.", fault, other, after[0], crowned(l, " and"))
	case lesson.Exchange:
		if slices.ContainsFunc(after, func(m string) bool { return !strings.Contains(m, "x") }) {
			return fmt.Sprintf("%s loses %s: %s, %s%s.", fault, lost(l), strings.Join(after, " "), ratio(l), crowned(l, ", and "+other))
		}
		return fmt.Sprintf("%s loses %s by an exchange: %s, %s%s.", fault, lost(l), taken(l.Side, other, after), ratio(l), crowned(l, ", and "+other))
	case lesson.Shot:
		return fmt.Sprintf("%s allows a shot: %s gives %s, %s must take %s, and then %s, %s%s.",
			fault, other, after[0], l.Side, after[1], taken(l.Side, other, after[2:]), ratio(l), crowned(l, ", and "+other))
	case lesson.Attack:
		return fmt.Sprintf("%s lets %s attack with %s, and the piece on %d cannot be saved%s.", fault, other, after[0], l.Square, crowned(l, ", and "+other))
	case lesson.Choice:
		return fmt.Sprintf("%d captures could be chosen: %s is worth %s more.", l.Captures, l.Better, lost(l))
	case lesson.Gain:
		return fmt.Sprintf("%s could win %s: %s.", l.Side, lost(l), strings.Join(l.BetterLine, " "))
	case lesson.Promote:
		return fmt.Sprintf("%s could make a king: %s.", l.Side, l.Better)
	case lesson.Falls:
		return fmt.Sprintf("%s cannot be held: %s%s.", capital(lost(l)), strings.Join(after, " "), crowned(l, ", and "+other))
	case lesson.Through:
		return fmt.Sprintf("%s lets a king through: %s, and %s crowns on %d.", fault, strings.Join(after, " "), other, l.Crowned)
	case lesson.Result:
		return result(l)
	case lesson.Slower:
		return fmt.Sprintf("The win takes longer: %s was better.", l.Better)
	}
	return worse(l, other)
}

// A game counts as won from a lead of wonFrom hundredths of a man on, and as level up to levelTo: by eval.Score.Chances the first lead wins most
// games with any number of pieces, and the second one at most three in ten.
const wonFrom, levelTo = 80, 20

// worse says what the search prefers another move for.
func worse(l lesson.Lesson, other string) string {
	if l.Was == "unknown" && l.Lost-l.Ahead >= wonFrom && -l.Ahead <= levelTo {
		return fmt.Sprintf("It throws away the win: %s keeps it.", l.Better)
	}
	if l.Ahead > levelTo {
		return fmt.Sprintf("%s gets the better game, by %s of a man: %s was better.", other, parts(l.Ahead), l.Better)
	}
	return fmt.Sprintf("It costs %s of a man: %s was better.", parts(l.Lost), l.Better)
}

// result says which value is thrown away.
func result(l lesson.Lesson) string {
	text := map[[2]string]string{
		{"win", "draw"}: "The win is a draw now", {"win", "loss"}: "The win is a loss now", {"draw", "loss"}: "The draw is a loss now",
		{"win", "unknown"}: "The win is in doubt now", {"unknown", "loss"}: "The game is lost now",
	}[[2]string{l.Was, l.Now}]
	does := map[string]string{"win": "wins", "draw": "draws"}[l.Was]
	if does == "" {
		does = "was better"
	}
	return fmt.Sprintf("%s: %s %s.", text, l.Better, does)
}

// lost counts the pieces that are lost or could be won.
func lost(l lesson.Lesson) string {
	if l.Men+l.Kings <= 0 || l.Men < 0 || l.Kings < 0 {
		return counted(max(1, l.Men+l.Kings), "piece", "pieces")
	}
	return pieces(l.Men, l.Kings)
}

// taken tells the captures that a line begins with, the first one by the side other, or the moves of a line that begins with another gift.
func taken(side, other string, line []string) string {
	if len(line) > 0 && !strings.Contains(line[0], "x") {
		return strings.Join(line, " ")
	}
	var told []string
	for i, m := range line {
		if !strings.Contains(m, "x") {
			break
		}
		told = append(told, [...]string{other, side}[i%2]+" takes "+m)
	}
	return strings.Join(told, ", ")
}

// ratio says how many pieces the other side takes for how many.
func ratio(l lesson.Lesson) string { return number(l.Taken) + " for " + number(l.Given) }

// crowned adds that the other side makes a king.
func crowned(l lesson.Lesson, who string) string {
	if l.Crowned == 0 {
		return ""
	}
	return fmt.Sprintf("%s crowns on %d", who, l.Crowned)
}

// number writes a small number as a word.
func number(n int) string {
	words := [...]string{"none", "one", "two", "three", "four", "five", "six"}
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// parts writes hundredths of a man: 0.9, 1.2.
func parts(hundredths int) string {
	const man = 100.0
	return fmt.Sprintf("%.1f", float64(hundredths)/man)
}

// capital begins a sentence with a text.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
