package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/file"
	"github.com/zonda-checkers/zonda/protocol/pdn"
)

type pdnCheckCommand struct {
	Files  []string `arg:"" name:"games.pdn" help:"Files to look at."`
	Strict bool     `help:"List departures from strict PDN 3.0, too, which have one meaning only and are but counted otherwise."`
	Out    string   `help:"Write the games of all files in strict PDN 3.0." placeholder:"FILE.pdn"`
	JSON   bool     `name:"json" help:"Print one JSON object."`
}

func (c pdnCheckCommand) Help() string {
	return `Lists what is wrong, by file, line and game:

  error   what cannot be understood, such as an illegal move; the rest of such a game is taken for a comment
  doubt   what can be read but hardly be right: a result that the board contradicts, a game that comes twice
  strict  with --strict, where the text departs from strict PDN 3.0, such as captures with a hyphen

With an error the exit status is 1. --out writes what was understood; text behind an error stays as a comment.

Examples:
  zonda pdn check games.pdn
  zonda pdn check old/*.pdn --strict
  zonda pdn check old.pdn --out clean.pdn`
}

func (c pdnCheckCommand) Run() error {
	if c.Out == "" {
		return c.check(io.Discard)
	}
	if err := errors.Join(notAnInput(c.Out, c.Files), file.Check(c.Out)); err != nil {
		return fmt.Errorf("out: %w", err)
	}
	var wrong *brokenGames
	err := file.WriteWhole(c.Out, func(w io.Writer) error {
		err := c.check(w)
		if errors.As(err, &wrong) {
			return nil // the file is as clean as it can be
		}
		return err
	})
	if err == nil && wrong != nil {
		return wrong
	}
	return err
}

// brokenGames says that games have errors.
type brokenGames struct{ broken, games int }

func (b *brokenGames) Error() string {
	return fmt.Sprintf("%d of %d games have errors", b.broken, b.games)
}

// check lists what is wrong with all files and writes their games.
func (c pdnCheckCommand) check(clean io.Writer) error {
	list := &pdnList{asJSON: c.JSON, strict: c.Strict, clean: clean, seen: map[string]string{}, Findings: []pdnFinding{}}
	for _, name := range c.Files {
		if err := readFrom(name, list.read); err != nil {
			return err
		}
	}
	return list.finish()
}

// pdnList lists what is wrong with games.
type pdnList struct {
	Games     int          `json:"games"`
	Broken    int          `json:"games_with_errors"`
	Doubtful  int          `json:"games_with_doubts"`
	LeftOut   int          `json:"games_left_out"` // of the clean file
	Liberties int          `json:"departures"`     // from strict PDN
	Findings  []pdnFinding `json:"findings"`

	asJSON, strict bool
	clean          io.Writer
	seen           map[string]string // where games came first, by start and moves
	failed         error             // the first failure to write
}

// pdnFinding is one thing that is wrong.
type pdnFinding struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Game int    `json:"game"` // in the file, 1 for the first
	Kind string `json:"kind"` // error, doubt, strict, left out
	Text string `json:"text"`
}

func (l *pdnList) read(name string, from io.Reader) error {
	in := pdn.NewReader(from)
	in.Strict = true
	for number := 1; ; number++ {
		g, err := in.Read()
		var broken *pdn.GameError
		switch {
		case err == io.EOF && number == 1:
			return fmt.Errorf("%s: no game in the file", name)
		case err == io.EOF:
			return nil
		case err != nil && !errors.As(err, &broken):
			return fmt.Errorf("%s: %w", name, err)
		}
		at := pdnFinding{File: name, Line: in.Line(), Game: number}
		l.game(at, g, broken, in.Liberties())
		if err := l.write(at, g); err != nil {
			return err
		}
	}
}

// game lists what is wrong with a game.
func (l *pdnList) game(at pdnFinding, g *pdn.Game, broken *pdn.GameError, liberties []pdn.Problem) {
	l.Games++
	if broken != nil {
		l.Broken++
		l.problems(at, "error", broken.Problems)
	}
	doubts := g.Doubts()
	if first := l.twin(at, g); first != "" && broken == nil {
		doubts = append(doubts, errors.New("the same moves as in "+first))
	}
	if len(doubts) > 0 {
		l.Doubtful++
	}
	for _, doubt := range doubts {
		l.found(at, "doubt", doubt)
	}
	l.Liberties += len(liberties)
	if l.strict {
		l.problems(at, "strict", liberties)
	}
}

func (l *pdnList) problems(at pdnFinding, kind string, problems []pdn.Problem) {
	for _, p := range problems {
		at.Line = p.Line
		l.found(at, kind, p.Err)
	}
}

// twin returns where a game with the same moves came before, "" if none did. Games without moves
// are twins only if they begin elsewhere than at the start.
func (l *pdnList) twin(at pdnFinding, g *pdn.Game) string {
	if !g.Placed() || len(g.Moves) == 0 && g.Start == board.Start() {
		return ""
	}
	moves := g.Start.FEN() + " " + g.Start.LineText(g.History().Moves())
	first, known := l.seen[moves]
	if !known {
		l.seen[moves] = fmt.Sprintf("game %d of %s", at.Game, at.File)
	}
	return first
}

// found lists a finding.
func (l *pdnList) found(at pdnFinding, kind string, what error) {
	at.Kind, at.Text = kind, what.Error()
	if l.asJSON {
		l.Findings = append(l.Findings, at)
		return
	}
	l.printf("%s:%d: game %d: %s: %s\n", at.File, at.Line, at.Game, kind, at.Text)
}

func (l *pdnList) printf(format string, arguments ...any) {
	if _, err := fmt.Fprintf(os.Stdout, format, arguments...); err != nil && l.failed == nil {
		l.failed = err
	}
}

// write writes a game clean, or lists why it cannot be.
func (l *pdnList) write(at pdnFinding, g *pdn.Game) error {
	var text strings.Builder
	if err := pdn.Write(&text, g); err != nil {
		l.LeftOut++
		if l.clean != io.Discard {
			l.found(at, "left out", err)
		}
		return nil
	}
	_, err := io.WriteString(l.clean, text.String())
	return err
}

// finish prints the summary.
func (l *pdnList) finish() error {
	if l.asJSON {
		encoder := json.NewEncoder(os.Stdout)
		encoder.SetIndent("", "  ")
		l.failed = encoder.Encode(l)
	} else {
		l.summary()
	}
	if l.failed == nil && l.Broken > 0 {
		return &brokenGames{l.Broken, l.Games}
	}
	return l.failed
}

func (l *pdnList) summary() {
	l.printf("%d games: %d with errors, %d with doubts; %d departures from strict PDN", l.Games, l.Broken, l.Doubtful, l.Liberties)
	if l.Liberties > 0 && !l.strict {
		l.printf(", which --strict lists")
	}
	if l.LeftOut > 0 && l.clean != io.Discard {
		l.printf("; %d games cannot be written clean and are left out", l.LeftOut)
	}
	l.printf("\n")
}
