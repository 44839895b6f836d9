package prooftree

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// Show prints what a store knows of a position: a FEN, or moves from the goal's position; no text is the goal's position.
func Show(store, text string, out io.Writer) (err error) {
	s, err := tree.OpenForReading(store)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	p, err := place(s, text)
	if err != nil {
		return err
	}
	lines := cli.NewPrinter(out)
	if err := showPosition(s, p, lines); err != nil {
		return err
	}
	return lines.Err()
}

// place returns the position that a text names.
func place(s *tree.Store, text string) (board.Position, error) {
	if strings.Contains(text, ":") {
		return board.ParseFEN(text)
	}
	goal, err := tree.ParseGoal(s.Spec().Goal)
	if err != nil {
		return board.Position{}, err
	}
	line := board.NewGame(goal.Position())
	err = line.PlayText(board.MoveWords(text)...)
	return line.Position(), err
}

// showPosition prints a position and its moves.
func showPosition(s *tree.Store, p board.Position, lines *cli.Printer) error {
	record, found, err := s.Look(p)
	if err != nil {
		return err
	}
	lines.Printf("%s: %s\n", p.FEN(), summary(record, found))
	if found {
		lines.Printf("  %s wins? %s\n  %s wins? %s\n", p.Turn, work(record.MoverWins()), p.Turn.Opponent(), work(record.OtherWins()))
	}
	for m := range p.Legal() {
		record, found, err := s.Look(p.Play(m))
		if err != nil {
			return err
		}
		lines.Printf("%-8s %s\n", p.MoveText(m), summary(opposite(record), found))
	}
	return nil
}

// opposite returns a record as the other side sees it.
func opposite(r tree.Record) tree.Record {
	r.Low, r.High, r.Score = r.High.Opposite(), r.Low.Opposite(), -r.Score
	return r
}

// summary returns the bounds and the score of a record.
func summary(r tree.Record, found bool) string {
	if !found {
		return "not in the tree"
	}
	text := fmt.Sprintf("at least %s, at most %s", r.Low, r.High)
	if r.Low == r.High {
		text = r.Low.String()
	}
	if r.Scored {
		text += fmt.Sprintf(", score %d", r.Score)
		if r.King {
			text += ", kings at the end of its line"
		}
	}
	if r.Line {
		text += ", on a given line"
	}
	return text
}

// work tells what was done about a question.
func work(w tree.Work) string {
	text := fmt.Sprintf("%s, %s, %d nodes", w.State, cli.Count(int(w.Items), "item", "items"), w.Nodes)
	if w.Method != tree.NoMethod {
		text += ", answered by " + w.Method.String()
	}
	return text
}
