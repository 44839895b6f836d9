// Package pdncheck lists what is wrong with files of games.
package pdncheck

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

// BrokenError says that games have errors.
type BrokenError struct{ broken, games int }

func (b *BrokenError) Error() string {
	return fmt.Sprintf("%d of %d games have errors", b.broken, b.games)
}

// List lists what is wrong with games.
type List struct {
	Games      int       `json:"games"`
	Broken     int       `json:"games_with_errors"`
	Doubtful   int       `json:"games_with_doubts"`
	LeftOut    int       `json:"games_left_out"` // of the clean file
	Leniencies int       `json:"departures"`     // from strict PDN
	Findings   []Finding `json:"findings"`

	Openings bool `json:"-"` // a game that goes to the clean file without a tag Opening gets the name of its opening

	*cli.Printer   `json:"-"`
	out            io.Writer
	asJSON, strict bool
	clean          io.Writer
	seen           map[string]string // the place of the first game with given start and moves
}

// NewList returns an empty list, which is printed to out as things are found, or as a JSON object at the end. With
// strict it lists departures from strict PDN, too. Games go to clean as far as they can be read.
func NewList(out io.Writer, asJSON, strict bool, clean io.Writer) *List {
	return &List{
		Printer: cli.NewPrinter(out), out: out, asJSON: asJSON, strict: strict, clean: clean,
		seen: map[string]string{}, Findings: []Finding{},
	}
}

// Finding is one problem of a game.
type Finding struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Game int    `json:"game"` // in the file, 1 for the first
	Kind string `json:"kind"` // error, doubt, strict, left out
	Text string `json:"text"`
}

// Read lists what is wrong with the games of a file.
func (l *List) Read(name string, from io.Reader) error {
	in := pdn.NewReader(from)
	in.Strict = true
	number := 0
	for g, err := range in.Games() {
		var broken *pdn.GameError
		if err != nil && !errors.As(err, &broken) {
			return fmt.Errorf("%s: %w", name, err)
		}
		number++
		at := Finding{File: name, Line: in.Line(), Game: number}
		l.game(at, g, broken, in)
		if err := l.write(at, g); err != nil {
			return err
		}
	}
	l.remarks(name, in.Remarks()) // on what stands behind the last game
	return nil
}

// game lists what is wrong with a game.
func (l *List) game(at Finding, g *pdn.Game, broken *pdn.GameError, in *pdn.Reader) {
	l.Games++
	if broken != nil {
		l.Broken++
	}
	doubts := g.Warnings()
	if first := l.duplicateOf(at, g); first != "" && broken == nil {
		doubts = append(doubts, errors.New("the same moves as in "+first))
	}
	if len(doubts)+len(in.Warnings()) > 0 {
		l.Doubtful++
	}
	l.remarks(at.File, in.Remarks())
	for _, doubt := range doubts {
		l.found(at.File, pdn.Remark{Problem: pdn.Problem{Line: at.Line, Err: doubt}, Game: at.Game, Kind: pdn.KindDoubt})
	}
	l.Leniencies += len(in.Leniencies())
	if l.strict {
		for _, p := range in.Leniencies() {
			l.found(at.File, pdn.Remark{Problem: p, Game: at.Game, Kind: "strict"})
		}
	}
}

func (l *List) remarks(file string, remarks []pdn.Remark) {
	for _, r := range remarks {
		l.found(file, r)
	}
}

// duplicateOf returns the place of an earlier game with the same moves, "" if there is none. Games
// without moves count as duplicates only if they do not begin at the starting position.
func (l *List) duplicateOf(at Finding, g *pdn.Game) string {
	if !g.StartKnown() || len(g.Moves) == 0 && g.Start == board.Start() {
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
func (l *List) found(file string, r pdn.Remark) {
	if l.asJSON {
		l.Findings = append(l.Findings, Finding{file, r.Line, r.Game, r.Kind, r.Err.Error()})
		return
	}
	l.Printf("%s\n", r.In(file))
}

var errNotPlaced = errors.New("the starting position cannot be read")

// write writes a game to the clean file, or lists why that is not possible.
func (l *List) write(at Finding, g *pdn.Game) error {
	if l.Openings && g.Tags.Get("Opening") == "" {
		g.Tags.Set("Opening", openings.NameOf(g.History()))
	}
	var text strings.Builder
	err := pdn.Write(&text, g)
	if err != nil && g.Tags.Get("FEN") != "" && g.Foreign() == "" {
		err = errNotPlaced
	}
	if err != nil {
		l.LeftOut++
		if l.clean != io.Discard {
			l.found(at.File, pdn.Remark{Problem: pdn.Problem{Line: at.Line, Err: err}, Game: at.Game, Kind: "left out"})
		}
		return nil
	}
	_, err = io.WriteString(l.clean, text.String())
	return err
}

// Finish prints the summary. It returns a BrokenError if games have errors.
func (l *List) Finish() error {
	var failed error
	if l.asJSON {
		failed = cli.WriteJSON(l.out, l)
	} else {
		l.summary()
	}
	if failed = errors.Join(failed, l.Err()); failed == nil && l.Broken > 0 {
		return &BrokenError{l.Broken, l.Games}
	}
	return failed
}

func (l *List) summary() {
	l.Printf("%s: %d with errors, %d with doubts; %s from strict PDN", cli.Count(l.Games, "game", "games"), l.Broken, l.Doubtful,
		cli.Count(l.Leniencies, "departure", "departures"))
	if l.Leniencies > 0 && !l.strict {
		l.Printf(", which --strict lists")
	}
	if l.LeftOut > 0 && l.clean != io.Discard {
		l.Printf("; %s left out of the clean file", cli.Count(l.LeftOut, "game", "games"))
	}
	l.Printf("\n")
}
