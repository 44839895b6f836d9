package uci

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// evenUpTo is the largest score, in hundredths of a man, of which a person reads that the game is even.
const evenUpTo eval.Score = 10

// shownMoves is the largest number of moves of a line that a person reads.
const shownMoves = 8

// sentence returns a text with a capital at its beginning and a full stop at its end.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(text[size:], ".") + "."
}

// judgement says what the result of a search of p means, in a sentence.
func judgement(p board.Position, i search.Info) string {
	switch {
	case i.Known == board.Draw:
		return "It is a draw."
	case i.Score.IsWin():
		return wins(p.Turn, i.Score)
	case i.Score.IsLoss():
		return wins(p.Turn.Opponent(), i.Score)
	case i.Score > evenUpTo:
		return ahead(p.Turn, i.Score)
	case i.Score < -evenUpTo:
		return ahead(p.Turn.Opponent(), -i.Score)
	}
	return "It is even."
}

// wins says who wins, and in how many moves of the winner if it is known.
func wins(winner board.Color, score eval.Score) string {
	switch moves := (score.Plies() + 1) / 2; {
	case !score.HasPlies() || moves == 0:
		return fmt.Sprintf("%s wins.", winner)
	case moves == 1:
		return fmt.Sprintf("%s wins with the next move.", winner)
	default:
		return fmt.Sprintf("%s wins in %d moves.", winner, moves)
	}
}

func ahead(side board.Color, score eval.Score) string {
	unit := "of a man"
	if score > eval.Man {
		unit = "men"
	}
	return fmt.Sprintf("%s is ahead by %.2f %s.", side, float64(score)/float64(eval.Man), unit)
}

// reply says which move the engine makes in p. The moves to the end are those behind this move.
func reply(p board.Position, best search.Info) string {
	from := ""
	if strings.HasPrefix(best.Note, "book ") {
		from = " from its book"
	}
	if best.Known != board.Draw && best.Score.IsWin() && best.Score.HasPlies() {
		if best.Score == eval.WinIn(1) {
			return fmt.Sprintf("Zonda plays %s and wins.", p.MoveText(best.Move()))
		}
		best.Score = eval.WinIn(best.Score.Plies() - 1)
	}
	return fmt.Sprintf("Zonda plays %s%s. %s", p.MoveText(best.Move()), from, judgement(p, best))
}

// advice says which move is good in p, and how play may go on.
func advice(p board.Position, best search.Info) string {
	if best.Move().IsNone() {
		return "There is no move to make."
	}
	text := fmt.Sprintf("%s is a good move. %s", p.MoveText(best.Move()), judgement(p, best))
	if len(best.PV) > 1 {
		text += fmt.Sprintf(" Play may go on %s.", shown(p, best.PV))
	}
	return text
}

// progress tells the lines of an iteration of a search that runs.
func progress(p board.Position, l engine.Lines) string {
	var lines []string
	for _, i := range l.All() {
		lines = append(lines, fmt.Sprintf("Depth %d: %s. %s", i.Depth, shown(p, i.PV), judgement(p, i)))
	}
	return strings.Join(lines, "\n")
}

// shown returns the first moves of a line, and dots if there are more.
func shown(p board.Position, line []board.Move) string {
	if len(line) <= shownMoves {
		return p.LineText(line)
	}
	return p.LineText(line[:shownMoves]) + " and so on"
}
