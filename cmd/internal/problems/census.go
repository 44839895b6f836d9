package problems

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Census counts what was looked at, and why it became no problem.
type Census map[Reason]int

// Reason is a line of a census.
type Reason string

// The reasons, in the order of the looks.
const (
	games      Reason = "games"
	positions  Reason = "positions"
	repeated   Reason = "positions of the same game again"
	forced     Reason = "fewer than two moves"
	capturing  Reason = "a capture has to be made"
	open       Reason = "not proven"
	lost       Reason = "lost"
	several    Reason = "several moves keep the value"
	kingsAlone Reason = "kings alone, of which one in twenty is kept"
	sameGame   Reason = "near another problem of the game"
	slow       Reason = "a win that the move rule may stop"
	uneven     Reason = "more than a man ahead or behind"
	gameWon    Reason = "the game is won at once"
	alike      Reason = "no move is 0.6 men better than the others"
	noMan      Reason = "not exactly one move wins or saves a man in 7 quiet plies"
	noManLater Reason = "the same two quiet plies deeper"
	unstable   Reason = "a deeper search prefers another move"
	noLine     Reason = "no line shows the gain"
	easy       Reason = "weak levels find it"
	noTheme    Reason = "no ground: a man, or a king, does not hang on it"
	alikeAll   Reason = "no ground: a search sees less of a difference"
	scattered  Reason = "the levels' chances fit no rating"
	near       Reason = "near another problem"
	full       Reason = "the band of ratings is full"
	kept       Reason = "problems"
)

// reasons are all of them, as a census is printed.
var reasons = []Reason{games, positions, repeated, forced, capturing, open, lost, several, kingsAlone, uneven, gameWon, alike, sameGame, noMan,
	noManLater, unstable, noLine, slow, easy, noTheme, alikeAll, scattered, near, full, kept}

// add adds another census.
func (c Census) add(other Census) {
	for reason, count := range other {
		c[reason] += count
	}
}

// Print prints the counts that are not 0.
func (c Census) Print(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 1, ' ', tabwriter.AlignRight)
	for _, reason := range reasons {
		if c[reason] > 0 {
			fmt.Fprintf(table, "%d\t  %s\n", c[reason], reason)
		}
	}
	return table.Flush()
}
