package jobs

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
	"github.com/zonda-checkers/zonda/engine"
)

// ownEngine stands for this program in the engines of a match.
const ownEngine = "zonda"

// engineName is how the name of another engine looks, in the flags of workers and in the engines of a match.
var engineName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$`)

// CheckEngine returns an error unless a worker can have an engine of the name, whose program is at the path.
func CheckEngine(name, path string) error {
	if !engineName.MatchString(name) || name == ownEngine {
		return fmt.Errorf("engine %s: a name has letters, digits, _, . and -, and is not %s", name, ownEngine)
	}
	if _, err := (player.Spec{Command: []string{path}}).Program(); err != nil {
		return fmt.Errorf("engine %s: %w", name, err)
	}
	return nil
}

// Engines returns the engines of a match in the form in which workers know them: cmd=zonda stands for this program,
// and cmd=NAME for an engine of which a worker has said that it has it. Engines without a name get one.
func (f Flags) Engines(texts []string) (all []string, err error) {
	names := map[string]bool{}
	for i, text := range texts {
		spec, err := player.ParseSpec(text)
		if err != nil {
			return nil, fmt.Errorf("engine %d: %w", i+1, err)
		}
		if isSelf(spec) {
			spec.Command[0] = ownEngine
		}
		if err := checkElsewhere(spec); err != nil {
			return nil, fmt.Errorf("engine %d: %w", i+1, err)
		}
		if spec.Name == "" {
			spec.Name = unused(spec.Command[0], names)
		}
		names[spec.Name] = true
		all = append(all, spec.String())
	}
	return all, nil
}

// unused returns a name, with a number if it is taken.
func unused(name string, taken map[string]bool) string {
	candidate := name
	for n := 2; taken[candidate]; n++ {
		candidate = fmt.Sprint(name, " ", n)
	}
	return candidate
}

// isSelf reports whether a command line runs this program.
func isSelf(spec player.Spec) bool {
	if spec.Command[0] == ownEngine {
		return true
	}
	path, err := spec.Program()
	if err != nil {
		return false
	}
	self, err := os.Executable()
	if err != nil {
		return false
	}
	a, errA := os.Stat(path)
	b, errB := os.Stat(self)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// ownArguments are the arguments with which this program may be an engine of another machine.
var ownArguments = []string{"protocol", "hub"}

// checkElsewhere returns an error unless an engine may run on other machines: it is known there by its name, and has
// no folder and no arguments. For this program, an option that names a file is an error too.
func checkElsewhere(spec player.Spec) error {
	name, arguments := spec.Command[0], spec.Command[1:]
	if !engineName.MatchString(name) {
		return fmt.Errorf("with --on, cmd= is %s for this program, or the name of an engine that workers have by --engine NAME=PATH; %s is neither",
			ownEngine, name)
	}
	if spec.Dir != "" {
		return errors.New("dir= names a folder of this machine: workers have others")
	}
	if len(arguments) > 0 && (name != ownEngine || len(arguments) > 1 || !slices.Contains(ownArguments, arguments[0])) {
		return errors.New("an engine of another machine has no arguments")
	}
	if name != ownEngine {
		return nil
	}
	for _, o := range spec.Options {
		if isFileOption(o.Name) && o.Value != "" {
			return fmt.Errorf("option %s names a file of this machine: workers have others", o.Name)
		}
	}
	return nil
}

// isFileOption reports whether an option of this program names a file or a folder.
func isFileOption(name string) bool {
	return slices.ContainsFunc(engine.Options(), func(o engine.Option) bool {
		return strings.EqualFold(o.Name, name) && o.Kind == engine.String
	})
}

// engine returns an engine from a message with the program that it has on this machine.
func (g *gamePlayer) engine(text string) (player.Spec, error) {
	spec, err := player.ParseSpec(text)
	if err != nil {
		return spec, err
	}
	if err := checkElsewhere(spec); err != nil {
		return spec, err
	}
	program := g.tools.Engines[spec.Command[0]]
	if spec.Command[0] == ownEngine {
		if program, err = os.Executable(); err != nil {
			return spec, err
		}
	}
	if program == "" {
		return spec, errors.New("this worker does not have it")
	}
	spec.Command = append([]string{program}, spec.Command[1:]...)
	return spec, nil
}
