package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/zonda-checkers/zonda/engine/analyze"
	"github.com/zonda-checkers/zonda/engine/analyze/page"
	"github.com/zonda-checkers/zonda/engine/file"
	"github.com/zonda-checkers/zonda/protocol/pdn"
)

type analyzeCommand struct {
	Files []string `arg:"" name:"games.pdn" help:"Games to judge."`
	limitFlags
	Out         string `help:"Write the games with comments, glyphs and better lines." placeholder:"FILE.pdn"`
	HTML        string `name:"html" help:"Write a report with boards and charts, one file for any browser." placeholder:"FILE.html"`
	JSON        bool   `name:"json" help:"Print one JSON object; progress goes to stderr."`
	Hash        int    `help:"Transposition table of each search in MiB (default ${default})." default:"64" placeholder:"MIB"`
	Threads     int    `help:"Threads of each search (default ${default})." default:"1" placeholder:"N"`
	Concurrency int    `help:"Games at once (default ${default})." default:"1" placeholder:"N"`
	EGDB        string `name:"egdb" help:"A folder with more endgame databases than those in the program." placeholder:"DIR"`
	Journal     string `help:"The file that keeps what is found until all is done (default: one in the user's cache)." placeholder:"FILE"`
}

func (c analyzeCommand) Help() string {
	return `Judges every move of the games: inaccuracies ?!, mistakes ? and blunders ??, each with the better line, and what
the endgame databases say. Faults appear as they are found. A run that was interrupted or killed goes on
where it was when the same command is given again. docs/analysis.md says how moves are judged.

Examples:
  zonda analyze games.pdn
  zonda analyze games.pdn --movetime 5000 --out annotated.pdn --html report.html
  zonda analyze a.pdn b.pdn --nodes 1000000 --concurrency 2 --json
  zonda analyze games.pdn --depth 21 --egdb databases/`
}

// Validate is called by the command line parser.
func (c *analyzeCommand) Validate() error {
	if c.Concurrency < 1 {
		return fmt.Errorf("concurrency %d is less than 1", c.Concurrency)
	}
	return c.check()
}

// settings returns how positions are to be searched.
func (c *analyzeCommand) settings() analyze.Settings {
	s := analyze.Settings{Threads: c.Threads, HashMiB: c.Hash, EGDB: c.EGDB, Concurrency: c.Concurrency}
	s.MoveTime, s.Depth, s.Nodes = c.limits()
	return s
}

func (c analyzeCommand) Run(ctx context.Context) error {
	if err := c.checkOutputs(); err != nil {
		return err
	}
	var games analyze.Collection
	if err := c.read(&games); err != nil {
		return err
	}
	settings := c.settings()
	if err := settings.Check(); err != nil {
		return err
	}
	journal, err := c.openJournal(&games, settings)
	if err != nil {
		return err
	}
	out := newAnalyzeOutput(&games, settings, c.JSON)
	err = analyze.Run(ctx, games.Studies, settings, func(s *analyze.Study, v analyze.Verdict) error {
		if err := journal.Add(s, v); err != nil {
			return err
		}
		out.verdict(s)
		return nil
	})
	out.meter.clear()
	if err == nil {
		err = errors.Join(c.write(&games, settings), out.finish())
	}
	if err != nil {
		if errors.Is(err, context.Canceled) {
			all, judged := games.Positions()
			err = fmt.Errorf("interrupted after %d of %d positions: the same command goes on from there", judged, all)
		}
		return errors.Join(err, journal.Close())
	}
	return journal.Remove()
}

// checkOutputs finds out before long work whether its results can be written, and that they do
// not replace the games.
func (c *analyzeCommand) checkOutputs() error {
	for _, output := range []struct{ flag, path string }{{"out", c.Out}, {"html", c.HTML}} {
		if output.path == "" {
			continue
		}
		if err := errors.Join(notAnInput(output.path, c.Files), file.Check(output.path)); err != nil {
			return fmt.Errorf("%s: %w", output.flag, err)
		}
	}
	if c.Out != "" && filepath.Clean(c.Out) == filepath.Clean(c.HTML) {
		return errors.New("out and html are the same file")
	}
	return nil
}

// notAnInput returns an error if a file is one of those that are read.
func notAnInput(path string, inputs []string) error {
	old, err := os.Stat(path)
	if err != nil {
		return nil // it does not exist yet, or cannot be written, which shows elsewhere
	}
	for _, name := range inputs {
		if in, err := os.Stat(name); err == nil && os.SameFile(old, in) {
			return fmt.Errorf("%s is one of the files to read, which is not overwritten", path)
		}
	}
	return nil
}

// read adds the games of all files.
func (c *analyzeCommand) read(games *analyze.Collection) error {
	for _, name := range c.Files {
		if err := readFrom(name, games.Read); err != nil {
			return err
		}
	}
	for _, broken := range games.Broken {
		fmt.Fprintln(os.Stderr, "judged as far as it can be read:", broken)
	}
	for _, broken := range games.LeftOut {
		fmt.Fprintln(os.Stderr, "left out:", broken)
	}
	if len(games.Studies) == 0 {
		return errors.New("there is no game to judge")
	}
	return nil
}

// readFrom opens a file for a reader.
func readFrom(name string, read func(name string, from io.Reader) error) error {
	in, err := os.Open(name)
	if err != nil {
		return err
	}
	defer in.Close() // only read
	return read(name, in)
}

// digestLetters of a digest name a journal.
const digestLetters = 16

func (c *analyzeCommand) openJournal(games *analyze.Collection, settings analyze.Settings) (*analyze.Journal, error) {
	digest, err := games.Digest(settings)
	if err != nil {
		return nil, err
	}
	path := c.Journal
	if path == "" {
		folder, err := cacheFolder("analyses")
		if err != nil {
			return nil, err
		}
		path = filepath.Join(folder, digest[:digestLetters]+".analysis")
	}
	return analyze.OpenJournal(path, digest, games)
}

// write writes the files that were asked for.
func (c *analyzeCommand) write(games *analyze.Collection, settings analyze.Settings) error {
	var failed error
	if c.Out != "" {
		failed = file.WriteWhole(c.Out, func(w io.Writer) error { return writeAnnotated(w, games) })
	}
	if c.HTML != "" {
		names := make([]string, len(c.Files))
		for i, name := range c.Files {
			names[i] = filepath.Base(name)
		}
		failed = errors.Join(failed, file.WriteWhole(c.HTML, func(w io.Writer) error {
			return page.Write(w, strings.Join(names, ", "), settings.String(), games.Studies)
		}))
	}
	return failed
}

// writeAnnotated writes all games that PDN can express.
func writeAnnotated(w io.Writer, games *analyze.Collection) error {
	for _, s := range games.Studies {
		var text strings.Builder
		if err := pdn.Write(&text, s.Annotated()); err != nil {
			fmt.Fprintf(os.Stderr, "left out: game %d: %v\n", s.Number, err)
			continue
		}
		if _, err := io.WriteString(w, text.String()); err != nil {
			return err
		}
	}
	return nil
}
