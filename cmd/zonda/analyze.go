package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/diagram"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/cpu"
	filmed "github.com/zonda-checkers/zonda/cmd/internal/games/film"
	"github.com/zonda-checkers/zonda/cmd/internal/games/page"
	"github.com/zonda-checkers/zonda/engine/judge"
	"github.com/zonda-checkers/zonda/internal/file"
)

type analyzeCommand struct {
	Files          []string `arg:"" name:"games.pdn" help:"Games to judge."`
	cli.LimitFlags `set:"usual=${judge_nodes} nodes"`
	Out            string `help:"Write the games with comments on faults, glyphs and better lines." placeholder:"FILE.pdn"`
	Values         bool   `help:"With --out: write a comment on every move, not on faults alone." needs:"out"`
	HTML           string `name:"html" help:"Write a report with boards and charts, one file for any browser." placeholder:"FILE.html"`
	Films          string `help:"Write an animated picture of each fault whose punishment is forced into this folder: game1-ply9-16-19.gif." placeholder:"DIR"`
	Losses         string `help:"Judge only the games that this player lost, and end with a table of the moves that lost them, by the number of pieces." placeholder:"NAME" xor:"json"`
	Cards          string `help:"Make cards of the faults of this player, for the trainer of zonda board." placeholder:"NAME"`
	JSON           bool   `name:"json" xor:"json" help:"Print one JSON object; progress goes to stderr."`
	judge.Settings
	Journal string `help:"The file that keeps what is found until all is done (default: one in the user's cache)." placeholder:"FILE"`
}

func (c analyzeCommand) Help() string {
	return `Judges every move of the games: inaccuracies ?!, mistakes ? and blunders ??, each with the better line, and what
the endgame databases say. A move that seems to be a fault is searched again, with up to 64 times the nodes or 8 times
the time of a position. With --solver-time TIME the proof solver is asked too, and what it proves is marked as proven.
Faults appear as they are found. A run that was interrupted or killed goes on
where it was when the same command is given again. docs/analysis.md says how moves are judged.

Examples:
  zonda analyze games.pdn
  zonda analyze games.pdn --out annotated.pdn --html report.html
  zonda analyze match.pdn --losses zonda --nodes 1000000
  zonda analyze mine.pdn --rating 400 --films films/
  zonda analyze mine.pdn --cards "Ann Lee"
  zonda analyze a.pdn b.pdn --nodes 1000000 --concurrency 2 --json
  zonda analyze games.pdn --depth 21 --egdb databases/
  zonda analyze games.pdn --movetime 5000 --solver-time 20s --html report.html`
}

func (c analyzeCommand) Run(ctx context.Context) error {
	if err := c.checkOutputs(); err != nil {
		return err
	}
	var games judge.Collection
	if err := c.read(ctx, &games); err != nil {
		return err
	}
	settings := c.Settings
	if c.Given() {
		settings.MoveTime, settings.Depth, settings.Nodes = c.Limits()
	} else {
		settings.Nodes = judge.DefaultNodes
	}
	if err := settings.Check(); err != nil {
		return err
	}
	journal, err := c.openJournal(&games, settings)
	if err != nil {
		return err
	}
	out := newAnalysis(&games, settings, c.JSON)
	out.withLosses = c.Losses != ""
	cpu.Spare()
	err = judge.Run(ctx, &games, settings, func(f judge.Finding) error {
		if err := journal.Add(f); err != nil {
			return err
		}
		out.Found(f)
		return nil
	})
	out.Clear()
	if err == nil {
		err = errors.Join(c.write(&games, settings), c.addCards(&games, out), out.Finish())
	}
	if err != nil {
		if errors.Is(err, context.Canceled) {
			all, judged := games.Positions()
			err = fmt.Errorf("interrupted after %d of %d positions", judged, all)
			if journal.Journal != nil {
				err = fmt.Errorf("%w: the same command goes on from there", err)
			}
		}
		return errors.Join(err, journal.Close())
	}
	return journal.Remove()
}

// checkOutputs returns an error if a file cannot be written, or would replace the games or another of these files. It is
// called before the long work.
func (c *analyzeCommand) checkOutputs() error {
	var others []string
	for _, output := range []struct{ flag, path string }{{"out", c.Out}, {"html", c.HTML}, {"journal", c.Journal}} {
		if output.path == "" {
			continue
		}
		if err := errors.Join(cli.NotAnInput(output.path, c.Files), file.Check(output.path)); err != nil {
			return fmt.Errorf("%s: %w", output.flag, err)
		}
		if slices.ContainsFunc(others, func(other string) bool { return file.Same(output.path, other) }) {
			return fmt.Errorf("%s: %s is the file of another flag too", output.flag, output.path)
		}
		others = append(others, output.path)
	}
	if c.Films != "" {
		const permissions = 0o755
		if err := os.MkdirAll(c.Films, permissions); err != nil {
			return fmt.Errorf("films: %w", err)
		}
	}
	return nil
}

// read adds the games of all files.
func (c *analyzeCommand) read(ctx context.Context, games *judge.Collection) error {
	cli.HintStdin(c.Files, "Paste games in PDN")
	for _, name := range c.Files {
		if err := file.Read(ctx, name, games.Read); err != nil {
			return err
		}
	}
	for _, remark := range games.Remarks {
		fmt.Fprintln(os.Stderr, remark)
	}
	for _, broken := range games.LeftOut {
		fmt.Fprintln(os.Stderr, "left out:", broken)
	}
	if len(games.Studies) == 0 {
		return errors.New("there is no game to judge")
	}
	if c.Losses != "" {
		if err := onlyLost(games, c.Losses); err != nil {
			return err
		}
	}
	if c.Cards != "" && !slices.ContainsFunc(games.Studies, func(s *judge.Study) bool { return plays(s, board.Black, c.Cards) || plays(s, board.White, c.Cards) }) {
		return fmt.Errorf("--cards: %s plays in none of the games", board.Quote(c.Cards))
	}
	return nil
}

// openJournal opens the journal of the run. Without --journal it warns where there can be none, and returns one that keeps nothing.
func (c *analyzeCommand) openJournal(games *judge.Collection, settings judge.Settings) (*judge.Journal, error) {
	path, digest, err := c.journalPath(games, settings)
	if err != nil && c.Journal == "" {
		fmt.Fprintln(os.Stderr, "zonda: warning: the analysis keeps no journal and cannot be resumed:", err)
		return &judge.Journal{}, nil
	}
	if err != nil {
		return nil, err
	}
	return judge.OpenJournal(path, digest, games)
}

// journalPath returns the path of the journal and the digest of the run, which is that of this program alone.
func (c *analyzeCommand) journalPath(games *judge.Collection, settings judge.Settings) (path, digest string, err error) {
	program, err := cli.ProgramDigest()
	if err != nil {
		return "", "", err
	}
	if digest, err = games.Digest(program, settings); err != nil || c.Journal != "" {
		return c.Journal, digest, err
	}
	path, err = cli.ResumePath("analyses", ".analysis", digest)
	return path, digest, err
}

// write writes the files that were asked for.
func (c *analyzeCommand) write(games *judge.Collection, settings judge.Settings) error {
	var failed error
	if c.Out != "" {
		failed = file.WriteWhole(c.Out, func(w io.Writer) error {
			return games.WriteAnnotated(w, c.Values, func(left string) { fmt.Fprintln(os.Stderr, left) })
		})
	}
	if c.HTML != "" {
		endings, err := settings.OpenEndings()
		if err != nil {
			return errors.Join(failed, err)
		}
		defer endings.Close()
		names := make([]string, len(c.Files))
		for i, name := range c.Files {
			names[i] = filepath.Base(name)
		}
		failed = errors.Join(failed, file.WriteWhole(c.HTML, func(w io.Writer) error {
			return page.Write(w, strings.Join(names, ", "), settings.String(), games.Studies, endings)
		}))
	}
	if c.Films != "" {
		failed = errors.Join(failed, c.writeFilms(games))
	}
	return failed
}

// writeFilms writes an animated picture of each fault that has a film, by the number of its game and of its ply.
func (c *analyzeCommand) writeFilms(games *judge.Collection) error {
	const width = 400
	made := false
	for _, s := range games.Studies {
		for _, j := range s.Judgements() {
			if !j.Mark.Fault() {
				continue
			}
			film := j.Lesson().Film
			if len(film) == 0 {
				continue
			}
			name := fmt.Sprintf("game%d-ply%d-%s.gif", s.Number, j.Ply+1, j.At.MoveText(j.Move))
			board := diagram.Diagram{Theme: "tournament", Numbers: diagram.Inside}
			if err := file.WriteWhole(filepath.Join(c.Films, name), func(w io.Writer) error { return filmed.Write(w, board, film, width) }); err != nil {
				return fmt.Errorf("films: %w", err)
			}
			made = true
		}
	}
	if !made {
		fmt.Fprintln(os.Stderr, "no film: no fault has a punishment that is forced")
	}
	return nil
}
