package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/manual"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/protocol/client"
	"github.com/zonda-checkers/zonda/protocol/session"
)

type completionCommand struct {
	Shell string `arg:"" help:"The shell: ${enum}." enum:"${shells}"`
}

func (completionCommand) Help() string {
	return `The script knows the commands, their flags and the values of a flag that takes one of a few. A package installs the script.

Examples:
  source <(zonda completion bash)
  source <(zonda completion zsh)
  zonda completion fish > ~/.config/fish/completions/zonda.fish`
}

func (c completionCommand) Run(ctx context.Context) error {
	return manual.Complete(cli.Stdout, newParser(ctx, &arguments{}).Model, c.Shell, completedWords())
}

// completedWords returns the values of flags by their placeholders.
func completedWords() map[string][]string {
	words := client.Keys()
	for _, o := range session.Options() {
		if !strings.Contains(o.Name, " ") {
			words = append(words, "option."+o.Name+"=")
		}
	}
	return map[string][]string{"DECK": openings.Names(), "SPEC": words, "WORDS": words}
}

type manualCommand struct {
	Out string `required:"" help:"The folder for the pages, one for each command." placeholder:"DIR"`
}

func (manualCommand) Help() string {
	return `Writes what "zonda help COMMAND" tells as pages for man, with the date of the commit. A package installs the pages.

Examples:
  zonda manual --out ~/.local/share/man/man1
  zonda manual --out man && man ./man/zonda-match.1`
}

func (c manualCommand) Run(ctx context.Context) error {
	const permissions = 0o755
	if err := os.MkdirAll(c.Out, permissions); err != nil {
		return err
	}
	v := cli.ProgramVersion()
	date, _, _ := strings.Cut(v.Date, "T")
	for name, page := range manual.Pages(newParser(ctx, &arguments{}).Model, v.Name+" "+v.Version, date) {
		if err := file.WriteWhole(filepath.Join(c.Out, name), file.Bytes(page)); err != nil {
			return err
		}
	}
	return nil
}
