package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endings"
	"github.com/zonda-checkers/zonda/cmd/internal/proofs"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

type proveCheckCommand struct {
	Name   string `arg:"" name:"file" help:"A certificate, or a directory of certificates with its manifest.json."`
	Sample int    `help:"Check only N entries of each certificate, chosen at random; 0 for all." default:"0" placeholder:"N" min:"0"`
	EGDB   string `name:"egdb" help:"Directory with slice files, preferred to the databases in the program." placeholder:"DIR" holds:"*.zdb"`
	Leaves string `help:"Write the values that the databases gave, for checkers in other languages." placeholder:"OUT.csv"`
	JSON   bool   `name:"json" help:"Print one JSON object."`
}

func (c proveCheckCommand) Help() string {
	return `Checks every entry of a certificate: its move is legal, and after every reply the claim is known or follows from
the other entries. The check shares no code with the search: it needs the reference rules and the endgame databases,
which must be those that the certificate names ("zonda egdb verify" checks them). docs/proofs.md describes the files.

In a directory each certificate may rest on those before it in the manifest, and together they must prove its goals.
The exit status is 0 only if everything is right, and 3 if something is wrong. A sample proves nothing, but it soon finds a certificate that is not
of this kind at all.

Examples:
  zonda prove check won.proof
  zonda prove check ballot7 --egdb ~/egdb
  zonda prove check ballot7 --sample 100`
}

func (c *proveCheckCommand) Run(ctx context.Context) (err error) {
	if c.Leaves != "" {
		if err := file.Check(c.Leaves); err != nil {
			return fmt.Errorf("leaves: %w", err)
		}
	}
	db, err := endings.OpenFilled(c.EGDB, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if c.Leaves == "" {
		return c.report(ctx, db)
	}
	leaves := check.NewLeaves(db)
	if err := c.report(ctx, leaves); err != nil {
		return err
	}
	return file.WriteWhole(c.Leaves, leaves.Write)
}

// report checks and prints the result.
func (c *proveCheckCommand) report(ctx context.Context, known check.Known) error {
	out := cli.NewMeter(cli.Stdout)
	report, err := c.check(ctx, known, check.Options{Sample: c.Sample, Progress: func(p check.Progress) {
		if p.Certificates > 1 {
			out.Step("checking", "certificates", uint64(p.Certificate), uint64(p.Certificates))
		} else {
			out.Step("checking", "entries", uint64(p.Entry), uint64(p.Entries))
		}
	}})
	out.Clear()
	failed := failedCheck(err)
	switch {
	case errors.Is(err, context.Canceled):
		return errors.New("interrupted: not everything is checked")
	case c.JSON:
		result := checked{Report: report, Right: err == nil}
		if err != nil {
			result.Error = err.Error()
		}
		return errors.Join(failed, json.NewEncoder(cli.Stdout).Encode(result))
	case err != nil:
		return failed
	}
	printChecked(out, report)
	return out.Err()
}

// failedCheck returns the error of the command for that of a check: a file that cannot be read says nothing about a proof.
func failedCheck(err error) error {
	var unreadable *fs.PathError
	if err == nil || errors.As(err, &unreadable) {
		return err
	}
	return cli.WithStatus(cli.NotProven, fmt.Errorf("not proven: %w", err))
}

// check checks the file or the directory.
func (c *proveCheckCommand) check(ctx context.Context, known check.Known, o check.Options) (check.Report, error) {
	info, err := os.Stat(c.Name)
	if err != nil {
		return check.Report{}, err
	}
	if info.IsDir() {
		return check.Directory(ctx, c.Name, known, o)
	}
	proof, err := certificate.Read(c.Name)
	if err != nil {
		return check.Report{}, err
	}
	r, err := check.Certificate(ctx, proof, known, o)
	if err != nil {
		err = fmt.Errorf("%s: %w%s", c.Name, err, besideManifest(c.Name))
	}
	return r, err
}

// besideManifest returns what an error adds if a certificate may rest on others of its directory.
func besideManifest(name string) string {
	directory := filepath.Dir(name)
	if _, err := os.Stat(filepath.Join(directory, certificate.ManifestName)); err != nil {
		return ""
	}
	return fmt.Sprintf("; it may rest on others: check the directory %s", directory)
}

// checked is the result in JSON.
type checked struct {
	check.Report
	Right bool   `json:"right"` // all that was checked
	Error string `json:"error,omitempty"`
}

// printChecked prints what is proven.
func printChecked(out *cli.Meter, r check.Report) {
	verb := "proven"
	if r.Checked < r.Entries {
		verb = "nothing found against it"
	}
	for _, goal := range r.Goals {
		out.Line("%s: %v", verb, goal)
	}
	out.Line("%d of %s checked, in %s", r.Checked, cli.Count(r.Entries, "entry", "entries"),
		cli.Count(r.Certificates, "certificate", "certificates"))
}

type proveListCommand struct {
	proofs.ListSettings
	proofs.Settings
}

func (c proveListCommand) Help() string {
	return `Proves the value of each position and prints a line for each, then a table. A repeated position is left out.
Seconds are of CPU time. docs/proofs.md describes the solver.

Examples:
  zonda prove list testdata/problems.csv --pieces-from 7
  zonda prove list games.pdn --pieces-from 8 --pieces-to 12 --sample 500 --movetime 60s --out results.jsonl
  zonda prove list unlisted.epd --nodes 5000000 --certificates proofs`
}

// Validate is called by the command line parser.
func (c *proveListCommand) Validate() error {
	switch {
	case c.PiecesTo > 0 && c.PiecesTo < c.PiecesFrom:
		return fmt.Errorf("pieces-to %d is less than pieces-from %d", c.PiecesTo, c.PiecesFrom)
	case c.Bounds != "" && c.Certificates != "":
		return errors.New("--bounds does not go with --certificates: they name databases of values only")
	}
	return nil
}

func (c *proveListCommand) Run(ctx context.Context) error {
	if err := cli.CheckFolders(c.Out, c.Certificates); err != nil { // before long work
		return err
	}
	if err := cli.NotAnInput(c.Out, c.Files); err != nil {
		return err
	}
	return proofs.RunList(ctx, c.Settings, c.ListSettings, cli.Stdout)
}
