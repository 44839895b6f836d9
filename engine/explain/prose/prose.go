// Package prose writes explanations of endings in English sentences, for the prompt and for reports. The page writes its own from its
// words, in each of its languages and with moves to press (reasons.ts); a test holds its English to this package.
package prose

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/engine/explain"
)

// Sentences returns an explanation: the natural moves that do not keep the value and what follows them, how many moves keep it, the
// narrow path, the plan of a win, and the other moves that do not keep the value. Beyond the databases it is one sentence.
func Sentences(e explain.Explanation) (all []string) {
	if e.Result == "unknown" {
		return []string{"The endgame databases do not know this position."}
	}
	add := func(text string) {
		if text != "" {
			all = append(all, text)
		}
	}
	for _, text := range natural(e) {
		add(text)
	}
	add(kept(e))
	add(themes(e))
	add(path(e.Path))
	add(posts(e.Path))
	add(plan(e))
	add(passed(e))
	return append(all, others(e)...)
}

// natural says of the mistakes that look natural how they lose. That several look natural is said once.
func natural(e explain.Explanation) (all []string) {
	var moves []string
	for _, f := range e.Mistakes {
		if f.Natural {
			moves, all = append(moves, f.Move), append(all, fails(e.Turn, f, f.Move))
		}
	}
	switch len(moves) {
	case 0:
		return nil
	case 1:
		return []string{Mistake(e.Turn, e.Mistakes[0])}
	}
	return append([]string{listed(moves) + " look natural."}, all...)
}

// Mistake says how a move of a side, Black or White, loses, or what throws its win away, and that the move looks natural if it does.
func Mistake(side string, f explain.Mistake) string {
	if f.Natural {
		return fails(side, f, f.Move+" looks natural and")
	}
	return fails(side, f, f.Move)
}

// fails says how a move loses, or what throws its win away. The sentence begins with looks.
func fails(side string, f explain.Mistake, looks string) string {
	switch {
	case f.Result == "draw":
		return fmt.Sprintf("%s throws the win away: %s.", looks, answers(f.Replies, "draws", "draw"))
	case f.Gift:
		return fmt.Sprintf("%s gives %s away: %s.", looks, pieces(f.Men, f.Kings), strings.Join(f.Line[1:], " "))
	case len(f.Line) > 0:
		return fmt.Sprintf("%s loses%s: %s – and %s.", looks, in(f.Plies), strings.Join(f.Line[1:], " "), end(side, f))
	case len(f.Stages) > 1:
		return fmt.Sprintf("%s loses%s: %s.", looks, in(f.Plies), stages(f.Stages))
	}
	return fmt.Sprintf("%s loses%s: %s.", looks, in(f.Plies), answers(f.Replies, "wins", "win"))
}

// maxNamed is the largest number of moves that are named: of answers, and of those that keep the value.
const maxNamed = 4

// answers names the moves that do something, or counts them.
func answers(moves []string, does, do string) string {
	switch {
	case len(moves) == 1:
		return fmt.Sprintf("%s alone %s", moves[0], does)
	case len(moves) > maxNamed:
		return fmt.Sprintf("%d answers %s", len(moves), do)
	}
	return fmt.Sprintf("%s %s", listed(moves), do)
}

// end says what is at the end of the line of a mistake.
func end(side string, f explain.Mistake) string {
	switch f.End {
	case explain.Trapped:
		return fmt.Sprintf("no move of %s is safe", side)
	case explain.Blocked:
		return fmt.Sprintf("%s cannot move", side)
	}
	return fmt.Sprintf("%s has lost %s", side, pieces(f.Men, f.Kings))
}

// pieces counts men and kings that are lost. Below 0 a kind was won: then the pieces are counted together.
func pieces(men, kings int) string {
	switch {
	case men < 0 || kings < 0:
		return counted(men+kings, "piece", "pieces")
	case men == 0:
		return counted(kings, "king", "kings")
	case kings == 0:
		return counted(men, "man", "men")
	}
	return counted(men, "man", "men") + " and " + counted(kings, "king", "kings")
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "a " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// moves returns how many moves of one side plies are.
func moves(plies int) int { return (plies + 1) / 2 }

// in says after how many moves the game ends; nothing if that is not known.
func in(plies int) string {
	switch n := moves(plies); n {
	case 0:
		return ""
	case 1:
		return " in 1 move"
	default:
		return fmt.Sprintf(" in %d moves", n)
	}
}

// listed joins texts as a sentence does.
func listed(texts []string) string {
	if len(texts) < 2 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:len(texts)-1], ", ") + " and " + texts[len(texts)-1]
}

// long says after how many moves of best play the game ends. The moves that keep a win may need different numbers of them: then it
// says the fewest and the most, or that it is the fewest if some are not known.
func long(e explain.Explanation) string {
	if e.Result != "win" || e.Plies == 0 {
		return in(e.Plies)
	}
	known, maximum := true, 0
	for _, m := range e.Moves[:e.Keeping] {
		known, maximum = known && m.Plies > 0, max(maximum, moves(m.Plies))
	}
	switch minimum := moves(e.Plies); {
	case !known:
		return in(e.Plies) + " at best"
	case maximum > minimum:
		return fmt.Sprintf(" in %d to %d moves", minimum, maximum)
	}
	return in(e.Plies)
}

// kept says how many moves keep the value.
func kept(e explain.Explanation) string {
	side := fmt.Sprintf("%s %s%s", e.Turn, map[string]string{"win": "wins", "draw": "draws", "loss": "loses"}[e.Result], long(e))
	switch {
	case e.Result == "loss" || len(e.Moves) == 0:
		return side + "."
	case len(e.Moves) == 1:
		return fmt.Sprintf("%s: %s is forced.", side, e.Moves[0].Move)
	case e.Keeping == len(e.Moves):
		return side + " with every move."
	case e.Keeping == 1:
		return fmt.Sprintf("%s with one of %d moves: %s.", side, len(e.Moves), e.Moves[0].Move)
	case gifts(e.Mistakes) == len(e.Mistakes):
		return fmt.Sprintf("%s with %d of %d moves: only a gift loses.", side, e.Keeping, len(e.Moves))
	case e.Keeping > maxNamed:
		return fmt.Sprintf("%s with %d of %d moves.", side, e.Keeping, len(e.Moves))
	}
	var names []string
	for _, m := range e.Moves[:e.Keeping] {
		names = append(names, m.Move)
	}
	return fmt.Sprintf("%s with %d of %d moves: %s.", side, e.Keeping, len(e.Moves), listed(names))
}

// themes names what the only move that keeps the value is about.
func themes(e explain.Explanation) string {
	if len(e.Themes) == 0 {
		return ""
	}
	return fmt.Sprintf("The theme of %s: %s.", e.Moves[0].Move, strings.ReplaceAll(listed(e.Themes), "-", " "))
}

// gifts counts mistakes that give a piece away.
func gifts(mistakes []explain.Mistake) (n int) {
	for _, f := range mistakes {
		if f.Gift {
			n++
		}
	}
	return n
}

// path tells the narrow path, with only moves marked and other moves that hold in brackets.
func path(p *explain.Path) string {
	if p == nil {
		return ""
	}
	var line []string
	for _, s := range p.Steps {
		text := s.Move
		switch {
		case s.Own && s.Keeping == 1 && s.Legal > 1:
			text += "!"
		case len(s.Others) > 0:
			text += " (" + strings.Join(s.Others, ", ") + ")"
		}
		line = append(line, text)
	}
	row := ""
	if p.Only > 1 {
		row = fmt.Sprintf(", with %d only moves in a row", p.Only)
	}
	after := map[string]string{
		explain.Wide: "Then more than three moves hold.", explain.Repeats: "Then it repeats.", explain.Long: "And so on.",
	}[p.End]
	return fmt.Sprintf("The narrow path of %s%s: %s %s", p.Side, row, strings.Join(line, " "), after)
}

// posts tells where the pieces belong on a path that repeats.
func posts(p *explain.Path) string {
	if p == nil || len(p.Posts) == 0 {
		return ""
	}
	other := map[string]string{"Black": "White", "White": "Black"}[p.Side]
	var places []string
	for _, post := range p.Posts {
		places = append(places, fmt.Sprintf("With %s on %s, %s belongs on %s.", other, squares(post.Attacker), p.Side, squares(post.Own)))
	}
	return strings.Join(places, " ")
}

func squares(numbers []int) string {
	var texts []string
	for _, n := range numbers {
		texts = append(texts, fmt.Sprint(n))
	}
	return listed(texts)
}

// maxStages is the largest number of stages of a plan that are told.
const maxStages = 5

// plan tells the steps of a win; nothing if the end is the only one.
func plan(e explain.Explanation) string {
	if len(e.Stages) < 2 {
		return ""
	}
	if e.Result == "loss" {
		return "How it is lost: " + stages(e.Stages) + "."
	}
	return "The plan: " + stages(e.Stages) + "."
}

// stages tells the steps of a plan without its end.
func stages(all []explain.Stage) string {
	var texts []string
	for _, s := range all {
		if s.Kind == explain.End {
			continue
		}
		if len(texts) == maxStages {
			texts = append(texts, "and so on")
			break
		}
		what := map[string]string{
			explain.Exchange: "an exchange", explain.Capture: s.Side + " takes " + counted(s.Taken-s.Given, "piece", "pieces"),
			explain.Sacrifice: s.Side + " gives " + counted(s.Given-s.Taken, "piece", "pieces"), explain.Crown: s.Side + " crowns",
		}[s.Kind]
		texts = append(texts, fmt.Sprintf("%s in move %d (%s)", what, moves(s.Ply), s.Moves))
	}
	return strings.Join(texts, ", ")
}

// passed says what the move is worth, if it is worth something.
func passed(e explain.Explanation) string {
	if e.Passed == "" || e.Passed == e.Result {
		return ""
	}
	does := map[string]string{"win": "win", "draw": "draw", "loss": "lose"}[e.Passed]
	return fmt.Sprintf("If it were the other side's move, %s would %s.", e.Turn, does)
}

// others names the moves that do not keep the value and do not look natural: gifts, those that only draw, and those that lose.
func others(e explain.Explanation) (all []string) {
	var given, drawing, losing []string
	for _, f := range e.Mistakes {
		switch {
		case f.Natural:
		case f.Gift:
			given = append(given, f.Move)
		case f.Result == "draw":
			drawing = append(drawing, f.Move)
		default:
			losing = append(losing, f.Move)
		}
	}
	for _, clause := range []struct {
		moves     []string
		one, many string
	}{
		{given, "gives a piece away", "give a piece away"}, {drawing, "only draws", "only draw"}, {losing, "loses", "lose"},
	} {
		switch len(clause.moves) {
		case 0:
		case 1:
			all = append(all, fmt.Sprintf("%s %s.", clause.moves[0], clause.one))
		default:
			all = append(all, fmt.Sprintf("%s %s.", listed(clause.moves), clause.many))
		}
	}
	return all
}
