package books

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/book/repertoire"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/training"
	"github.com/zonda-checkers/zonda/internal/file"
)

// FindOpening returns the opening of a suite with a number or a name, which may be a part of the name of one opening alone.
func FindOpening(suite []openings.Opening, text string) (openings.Opening, error) {
	var found []openings.Opening
	for _, o := range suite {
		if strings.TrimLeft(o.ID, "0") == strings.TrimLeft(text, "0") || strings.EqualFold(o.Name, text) {
			return o, nil
		}
		if o.Name != "" && strings.Contains(strings.ToLower(o.Name), strings.ToLower(text)) {
			found = append(found, o)
		}
	}
	switch len(found) {
	case 0:
		return openings.Opening{}, fmt.Errorf("no opening has the number or the name %s", board.Quote(text))
	case 1:
		return found[0], nil
	}
	return openings.Opening{}, fmt.Errorf("%s is in the names of %d openings, such as %s and %s", board.Quote(text), len(found), title(found[0]), title(found[1]))
}

// title returns the number and the name of an opening.
func title(o openings.Opening) string { return strings.TrimSpace(o.ID + " " + o.Name) }

// Title returns the number, the name and the moves of an opening.
func Title(o openings.Opening) string { return title(o) + ": " + o.String() }

// Training asks a person for the moves of a repertoire: what is due first, then what was not asked before, the likeliest first.
type Training struct {
	Repertoire *repertoire.Repertoire
	Progress   *training.Progress
	Most       int                                                                   // questions
	Weigh      func(ctx context.Context, d repertoire.Decision, m board.Move) string // says in a sentence what is wrong with a move
}

// card returns the name of a decision in the journal of the training.
func card(p board.Position) string { return training.MoveCard(p.FEN()) }

// questions returns the decisions that are asked.
func (t Training) questions(now time.Time) (asked []repertoire.Decision) {
	state := t.Progress.State()
	byCard := map[string]repertoire.Decision{}
	var names []string
	for _, d := range t.Repertoire.Decisions {
		byCard[card(d.Position)] = d
		names = append(names, card(d.Position))
	}
	for _, name := range state.Due(now, names) {
		asked = append(asked, byCard[name])
	}
	for _, d := range t.Repertoire.Decisions {
		if _, known := state.Cards[card(d.Position)]; !known {
			asked = append(asked, d)
		}
	}
	return asked[:min(len(asked), t.Most)]
}

// Standing counts the moves of a repertoire by how well they are known: training.IsNew and the others.
func Standing(r *repertoire.Repertoire, state training.State, now time.Time) map[string]int {
	count := map[string]int{}
	for _, d := range r.Decisions {
		count[state.Known(card(d.Position), now)]++
	}
	return count
}

// errLeft ends a training that the person has left.
var errLeft = errors.New("left")

// Run asks the questions, until the person leaves or the input ends.
func (t Training) Run(ctx context.Context, out io.Writer) error {
	questions := t.questions(time.Now())
	lines := cli.NewPrinter(out)
	if len(questions) == 0 {
		is := Standing(t.Repertoire, t.Progress.State(), time.Now())
		lines.Printf("Nothing is due today: %d of %s are known. Come back another day.\n", is[training.IsKnown], cli.Count(len(t.Repertoire.Decisions), "move", "moves"))
		return lines.Err()
	}
	known, asked := 0, 0
	err := file.Read(ctx, file.Stdin, func(_ string, from io.Reader) error {
		answers := bufio.NewScanner(from)
		for i := 0; i < len(questions); i++ {
			d := questions[i]
			lines.Printf("\n%s", t.question(i+1, len(questions), d))
			score, own, err := t.ask(ctx, answers, lines, d)
			if err != nil {
				return err
			}
			if own != "" {
				if err := t.Progress.Add(training.Attempt{At: time.Now(), Card: card(d.Position), Own: own}); err != nil {
					return err
				}
				rest := slices.DeleteFunc(questions[i+1:], func(other repertoire.Decision) bool { return follows(other, d) })
				questions = questions[:i+1+len(rest)]
			}
			asked++
			if score == training.Solved {
				known++
			}
			if err := t.Progress.Add(training.Attempt{At: time.Now(), Card: card(d.Position), Score: score}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && err != errLeft {
		return err
	}
	lines.Printf("\n%s, %d known at once.", cli.Count(asked, "question", "questions"), known)
	if known < asked {
		lines.Printf(" What was not known comes again tomorrow.")
	}
	lines.Printf("\n")
	return lines.Err()
}

// question returns the text of a question.
func (t Training) question(number, all int, d repertoire.Decision) string {
	after := ""
	if len(d.Line) > 0 {
		after = " after " + t.Repertoire.Start.LineText(d.Line)
	}
	return fmt.Sprintf("%d of %d%s. %v to move.\n%s", number, all, after, d.Position.Turn, d.Position.Diagram())
}

// follows reports whether the line of a decision goes through another one.
func follows(d, other repertoire.Decision) bool {
	n := len(other.Line)
	return len(d.Line) > n && slices.Equal(d.Line[:n], other.Line) && d.Line[n] == other.Move
}

// ask asks until there is an answer, and returns its score, and a move that the person plays there from now on, "" for none. A move that
// cannot be made is no answer.
func (t Training) ask(ctx context.Context, answers *bufio.Scanner, lines *cli.Printer, d repertoire.Decision) (score float64, own string, err error) {
	for {
		lines.Printf("Your move (? shows it, q ends): ")
		if !answers.Scan() {
			if answers.Err() != nil {
				return 0, "", answers.Err()
			}
			return 0, "", errLeft
		}
		text := strings.TrimSpace(answers.Text())
		switch text {
		case "":
			continue
		case "q", "quit":
			return 0, "", errLeft
		case "?":
			lines.Printf("%s.\n", played(d))
			return training.Failed, "", nil
		}
		m, err := d.Position.ParseMove(text)
		switch {
		case err != nil:
			lines.Printf("%v\n", err)
			continue
		case m == d.Move:
			lines.Printf("Right.%s\n", asGood(d))
			return training.Solved, "", nil
		case slices.Contains(d.AsGood, m):
			own = d.Position.MoveText(m)
			lines.Printf("As good. %s. Play %s here from now on? (y for yes): ", played(d), own)
			if !answers.Scan() || !strings.HasPrefix(strings.ToLower(strings.TrimSpace(answers.Text())), "y") {
				own = ""
			}
			return training.Solved, own, answers.Err()
		case slices.Contains(d.Losing, m):
			lines.Printf("%s loses. %s.%s\n", d.Position.MoveText(m), played(d), t.weighed(ctx, d, m))
		default:
			lines.Printf("No. %s.%s\n", played(d), t.weighed(ctx, d, m))
		}
		return training.Failed, "", nil
	}
}

// weighed returns what is wrong with a move, with a blank before it.
func (t Training) weighed(ctx context.Context, d repertoire.Decision, m board.Move) string {
	if t.Weigh == nil {
		return ""
	}
	return " " + t.Weigh(ctx, d, m)
}

// played says what the repertoire plays.
func played(d repertoire.Decision) string {
	if d.Own {
		return "Your choice is " + d.Position.MoveText(d.Move)
	}
	return "The book plays " + bookMoves(d)
}

// bookMoves returns the book's move, and those that are as good.
func bookMoves(d repertoire.Decision) string {
	return strings.Join(append([]string{d.Position.MoveText(d.Move)}, moveTexts(d.Position, d.AsGood)...), " or ")
}

func asGood(d repertoire.Decision) string {
	if len(d.AsGood) == 0 {
		return ""
	}
	return " As good: " + strings.Join(moveTexts(d.Position, d.AsGood), ", ") + "."
}

func moveTexts(p board.Position, moves []board.Move) (texts []string) {
	texts = []string{}
	for _, m := range moves {
		texts = append(texts, p.MoveText(m))
	}
	return texts
}

// DecisionReport is a decision in JSON.
type DecisionReport struct {
	FEN    string   `json:"fen"`
	Line   string   `json:"line"`
	Move   string   `json:"move"`
	Own    bool     `json:"own"` // the user has chosen the move
	AsGood []string `json:"as_good"`
	Losing []string `json:"losing"`
	Chance float64  `json:"chance"`
}

// NewDecisionReport returns a decision of a repertoire in JSON.
func NewDecisionReport(r *repertoire.Repertoire, d repertoire.Decision) DecisionReport {
	return DecisionReport{d.Position.FEN(), r.Start.LineText(d.Line), d.Position.MoveText(d.Move), d.Own, moveTexts(d.Position, d.AsGood), moveTexts(d.Position, d.Losing), d.Chance}
}

// Text returns a decision in one line.
func (r DecisionReport) Text() string {
	text := fmt.Sprintf("%5.1f %%  %s: %s", 100*r.Chance, r.Line, r.Move)
	if r.Line == "" {
		text = fmt.Sprintf("%5.1f %%  %s", 100*r.Chance, r.Move)
	}
	if r.Own {
		text += " (your choice)"
	}
	if len(r.AsGood) > 0 {
		text += ", or " + strings.Join(r.AsGood, ", ")
	}
	if len(r.Losing) > 0 {
		text += "; loses: " + strings.Join(r.Losing, ", ")
	}
	return text
}

// LeftText says where a player left the book in a game, "" if the player did not. The moves of the opening of a suite are nobody's choice.
func LeftText(b repertoire.Book, g *pdn.Game, side board.Color, suite []openings.Opening, o repertoire.Options) string {
	history := g.History()
	d, left := repertoire.Left(b, history, side, openings.Dealt(history, suite), o)
	if !left {
		return ""
	}
	at := d.Want.Position
	return fmt.Sprintf("move %d, %v: %s leaves the book. %s", (d.Ply+1)/2, side, at.MoveText(d.Played), played(d.Want))
}
