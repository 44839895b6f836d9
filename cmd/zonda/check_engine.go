package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/match/compliance"
	"github.com/zonda-checkers/zonda/protocol/client"
	"github.com/zonda-checkers/zonda/protocol/client/keyvalue"
)

type checkEngineCommand struct {
	Command  string        `arg:"" name:"cmd" help:"The program and its arguments, or words of an engine as in zonda match."`
	Proto    string        `help:"The protocol: uci (the text protocol), hub, or checkerboard for a library of Windows." enum:"uci,hub,checkerboard" default:"uci"`
	Patience time.Duration `help:"How long an answer may take (default ${default})." default:"10s" placeholder:"TIME" min:"1ms"`
	JSON     bool          `name:"json" help:"Print an array of results."`
}

func (c checkEngineCommand) Help() string {
	return `Each rule has a line: pass, FAIL with what was missing and the lines that were sent, or skipped. The status is 1 if a rule fails.

Examples:
  zonda check-engine bin/zonda
  zonda check-engine 'bin/zonda hub' --proto hub
  zonda check-engine engines/cake64.dll --proto checkerboard
  zonda check-engine 'cmd="./other engine" dir=/opt/other'`
}

// spec returns the engine of the command line.
func (c checkEngineCommand) spec() (client.Spec, error) {
	text := c.Command
	if !strings.Contains(text, "cmd=") {
		text = keyvalue.Word{Key: "cmd", Value: text}.String()
	}
	if !strings.Contains(text, "proto=") {
		text += " proto=" + c.Proto
	}
	return client.ParseSpec(text)
}

func (c checkEngineCommand) Run(ctx context.Context) error {
	spec, err := c.spec()
	if err != nil {
		return cli.WrongUse(err)
	}
	results, failed := []compliance.Result{}, 0
	err = compliance.Check(ctx, spec, c.Patience, func(r compliance.Result) {
		results = append(results, r)
		if !r.Passed && !r.Skipped {
			failed++
		}
		if !c.JSON {
			printResult(r)
		}
	})
	if c.JSON && err == nil {
		err = cli.WriteJSON(cli.Stdout, results)
	}
	if err == nil && failed > 0 {
		err = fmt.Errorf("the engine fails %s of %d", cli.Count(failed, "rule", "rules"), len(results))
	}
	return err
}

// printResult prints the line of a rule, and the lines that were sent if it fails.
func printResult(r compliance.Result) {
	outcome := "FAIL"
	switch {
	case r.Passed:
		outcome = "pass"
	case r.Skipped:
		outcome = "skipped"
	}
	line := fmt.Sprintf("%-8s %-9s %s", outcome, r.Rule, r.Says)
	if r.Why != "" {
		line += ": " + r.Why
	}
	fmt.Fprintln(cli.Stdout, line)
	for _, sent := range r.Sent {
		fmt.Fprintln(cli.Stdout, "         >", sent)
	}
}
