package main

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/creack/pty"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/manual"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// needs skips a test where a program is not installed.
func needs(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skip(program + " is not installed")
	}
}

// writePages writes the manual pages into a folder.
func writePages(t *testing.T) (model *kong.Application, names []string) {
	t.Helper()
	model = newParser(context.Background(), &arguments{}).Model
	folder := t.TempDir()
	for name, page := range manual.Pages(model, "Zonda 0.1", "2026-01-02") {
		names = append(names, filepath.Join(folder, name))
		require.NoError(t, os.WriteFile(names[len(names)-1], page, 0o600))
	}
	return model, names
}

// The pages have no fault that a formatter finds, and show the examples as they are typed.
func TestManualPages(t *testing.T) {
	t.Parallel()
	needs(t, "mandoc")
	model, names := writePages(t)
	require.Greater(t, len(names), 50)
	faults, _ := exec.Command("mandoc", append([]string{"-T", "lint", "-W", "warning"}, names...)...).CombinedOutput()
	require.Empty(t, string(faults))
	shown, err := exec.Command("mandoc", append([]string{"-T", "ascii", "-O", "width=300"}, names...)...).Output()
	require.NoError(t, err)
	text := regexp.MustCompile(".\b").ReplaceAllString(string(shown), "") // bold letters are printed twice
	for _, command := range model.Leaves(true) {
		for line := range strings.Lines(command.Detail) {
			if strings.HasPrefix(line, "  ") {
				require.Contains(t, text, line, command.Path())
			}
		}
	}
}

func TestManualPagesOfGroff(t *testing.T) {
	t.Parallel()
	needs(t, "groff")
	_, names := writePages(t)
	said, err := exec.Command("groff", append([]string{"-man", "-ww", "-Tutf8", "-z"}, names...)...).CombinedOutput()
	require.NoError(t, err)
	require.Empty(t, string(said))
}

// completions are words, and what completes the last of them.
var completions = []struct {
	typed []string
	want  string
}{
	{[]string{"mat"}, "match"},
	{[]string{"help", "egdb", "pr"}, "probe"},
	{[]string{"egdb", "build", "--metric", ""}, "dtc dtw wld"},
	{[]string{"match", "--openings", "2"}, "2move"},
	{[]string{"match", "--adj"}, "--adjudicate"},
	{[]string{"match", "--each", "option.Ponde"}, "option.Ponder="},
	{[]string{"match", "--engine", "'cmd=a proto=h"}, "cmd=a proto=hub"},
	{[]string{"prove", "--movet"}, "--movetime"}, // a flag of the default command
	{[]string{"solve", "install_t"}, "install_test.go"},
	{[]string{"match", "--pdn", "install_t"}, "install_test.go"},
}

// scriptOf returns a file with the completion for a shell, which the built program prints.
func scriptOf(t *testing.T, shell string) string {
	t.Helper()
	needs(t, shell)
	script, stderr, status := programtest.Output(t, programtest.Program(t), "completion", shell)
	require.Zero(t, status, stderr)
	name := filepath.Join(t.TempDir(), "zonda."+shell)
	require.NoError(t, os.WriteFile(name, []byte(script), 0o600))
	return name
}

func TestBashCompletes(t *testing.T) {
	t.Parallel()
	const read = `source "$0"; COMP_WORDS=(zonda "$@"); COMP_CWORD=$#; _zonda
		[ ${#COMPREPLY[@]} != 0 ] || COMPREPLY=($(compgen -f -- "${@: -1}")) # which -o default does
		printf '%s\n' "${COMPREPLY[@]}" | sort | paste -sd' '`
	script := scriptOf(t, "bash")
	for _, c := range append(completions, struct {
		typed []string
		want  string
	}{[]string{"match", "--openings", "=", "ed"}, "edge edge-heldout"}) { // bash parts a word at "="
		out, err := exec.Command("bash", append([]string{"--norc", "-c", read, script}, c.typed...)...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Equal(t, c.want, strings.TrimSpace(string(out)), c.typed)
	}
}

func TestFishCompletes(t *testing.T) {
	t.Parallel()
	script := scriptOf(t, "fish")
	for _, c := range completions {
		command := exec.Command("fish", "--no-config", "-c", "source "+script+"; complete -C $argv[1]", "zonda "+strings.Join(c.typed, " "))
		command.Env = append(os.Environ(), "HOME="+t.TempDir())
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%s", out)
		var words []string
		for line := range strings.Lines(string(out)) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			words = append(words, word)
		}
		require.Equal(t, c.want, strings.Join(words, " "), c.typed)
	}
}

// In zsh a person types, and the tabulator completes the word on the line.
func TestZshCompletes(t *testing.T) {
	t.Parallel()
	script := scriptOf(t, "zsh")
	command := exec.Command("zsh", "-f", "-i")
	command.Env = append(os.Environ(), "HOME="+t.TempDir(), "TERM=dumb")
	terminal, err := pty.StartWithSize(command, &pty.Winsize{Rows: 50, Cols: 200})
	require.NoError(t, err)
	t.Cleanup(func() { _ = terminal.Close(); _ = command.Process.Kill(); _ = command.Wait() })
	said := make(chan string, 1000)
	go func() {
		for buffer := make([]byte, 4096); ; {
			n, err := terminal.Read(buffer)
			if err != nil {
				close(said)
				return
			}
			said <- string(buffer[:n])
		}
	}()
	all := ""
	await := func(text string) {
		t.Helper()
		for end := time.After(time.Minute); !strings.Contains(all, text); {
			select {
			case more := <-said:
				all += more
			case <-end:
				require.Contains(t, all, text)
			}
		}
		all = ""
	}
	send := func(text string) {
		_, err := io.WriteString(terminal, text)
		require.NoError(t, err)
	}
	send("PS1=; unsetopt zle_bracketed_paste; autoload -U compinit; compinit -D; source " + script + "; echo 're''ady'\n")
	await("ready")
	for _, c := range completions {
		if strings.Contains(c.want, " ") {
			continue // zsh lists them, as it likes
		}
		send("zonda " + strings.Join(c.typed, " ") + "\t") // completes the word, since there is one way
		typed := c.typed[len(c.typed)-1]
		await(strings.TrimPrefix(c.want, typed))
		send("\x15") // removes the line
	}
}
