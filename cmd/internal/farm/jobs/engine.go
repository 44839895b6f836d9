package jobs

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/client"
	"github.com/zonda-checkers/zonda/protocol/session"
)

// ownEngine stands for this program in the engines of a match.
const ownEngine = "zonda"

// engineName is how the name of another engine looks, in the flags of workers and in the engines of a match.
var engineName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$`)

// Engine is another engine that the user of a worker has declared.
type Engine struct {
	Path    string   // of its program
	Options []string // the names of the options that a message may set
}

// optionsKey follows the path of a declared engine.
const optionsKey = ",options="

// UnmarshalText reads PATH or PATH,options=NAME,NAME: a declared engine as the flag of a worker has it. It never fails: Check says
// what is wrong.
func (e *Engine) UnmarshalText(text []byte) error {
	path, options, listed := strings.Cut(string(text), optionsKey)
	e.Path = path
	if listed {
		for name := range strings.SplitSeq(options, ",") {
			e.Options = append(e.Options, strings.TrimSpace(name))
		}
	}
	return nil
}

// Check returns an error unless a worker can have an engine of the name.
func (e Engine) Check(name string) error {
	if !engineName.MatchString(name) || name == ownEngine {
		return fmt.Errorf("engine %s: a name has letters, digits, _, . and -, and is not %s", name, ownEngine)
	}
	if slices.Contains(e.Options, "") {
		return fmt.Errorf("engine %s: a name of an option is empty behind %s", name, optionsKey)
	}
	if _, err := (client.Spec{Command: []string{e.Path}}).Program(); err != nil {
		return fmt.Errorf("engine %s: %w", name, err)
	}
	return nil
}

// Engines returns the engines of a match in the form in which workers know them: cmd=zonda stands for this program,
// and cmd=NAME for an engine of which a worker has said that it has it. Engines without a name get one.
func (f Flags) Engines(texts []string) (all []string, err error) {
	names := map[string]bool{}
	for i, text := range texts {
		spec, err := client.ParseSpec(text)
		if err != nil {
			return nil, fmt.Errorf("engine %d: %w", i+1, err)
		}
		if isSelf(spec) {
			spec.Command[0] = ownEngine
		}
		if err := checkShared(spec); err != nil {
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
func isSelf(spec client.Spec) bool {
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

// ownArguments are the arguments with which this program may be an engine of another host.
var ownArguments = []string{"protocol", "hub"}

// sharedFields are the fields of a Spec that an engine on another host may have. All others, also those that Spec does
// not have yet, are refused: a field may name a file, or may be sent to the engine as it is.
var sharedFields = []string{"Name", "Command", "Protocol", "Options", "Limits", "Margin", "Ponder", "Restart", "WhitePOV", "BlackPOV"}

// refusedFields say why an engine on another host has no such field.
var refusedFields = map[string]string{
	"Host":   "host= is a command of this host: workers have others",
	"Dir":    "dir= names a folder of this host: workers have others",
	"Init":   "initstr= sends lines to the engine, which other hosts do not allow: option.NAME=VALUE sets an option",
	"Stderr": "stderr= names a file of this host: workers have others",
}

// checkShared returns an error unless an engine may run on other hosts. Only sharedFields are set; the engine is known there
// by its name, and has no arguments; options of this program are some that it has, and name no file.
func checkShared(spec client.Spec) error {
	fields := reflect.ValueOf(spec)
	for i := range fields.NumField() {
		if name := fields.Type().Field(i).Name; !fields.Field(i).IsZero() && !slices.Contains(sharedFields, name) {
			return errors.New(cmp.Or(refusedFields[name], name+" is not for an engine on another host"))
		}
	}
	for _, o := range spec.Options { // what folds to the same name in another alphabet is one option for one reader and two for another
		if strings.ContainsFunc(o.Name, func(r rune) bool { return r > unicode.MaxASCII }) {
			return fmt.Errorf("option %s: a name is in ASCII", board.Quote(o.Name))
		}
	}
	if spec.Protocol == client.CheckerBoard {
		return errors.New("proto=checkerboard is for engines of this host")
	}
	name, arguments := spec.Command[0], spec.Command[1:]
	if !engineName.MatchString(name) {
		return fmt.Errorf("with --on, cmd= is %s for this program, or the name of an engine that workers have by --engine NAME=PATH; %s is neither",
			ownEngine, board.Quote(name))
	}
	if len(arguments) > 0 && (name != ownEngine || len(arguments) > 1 || !slices.Contains(ownArguments, arguments[0])) {
		return errors.New("an engine of another host has no arguments")
	}
	if name == ownEngine {
		return checkOwnOptions(spec.Options)
	}
	return nil
}

// checkOwnOptions returns an error unless all options are some of this program that name no file.
func checkOwnOptions(options []client.Setting) error {
	known := session.Options()
	for _, o := range options {
		i := slices.IndexFunc(known, func(own session.Option) bool { return strings.EqualFold(own.Name, o.Name) })
		if i < 0 {
			return fmt.Errorf("%s has no option %s", ownEngine, board.Quote(o.Name))
		}
		if known[i].Kind == session.String {
			return fmt.Errorf("option %s names a file of this host: workers have others", o.Name)
		}
	}
	return nil
}

// engine returns an engine from a message with the program that it has on this host.
func (t Tools) engine(text string) (spec client.Spec, err error) {
	if spec, err = client.ParseSpec(text); err != nil {
		return spec, err
	}
	if err = checkShared(spec); err != nil {
		return spec, err
	}
	if spec.Command[0] == ownEngine {
		program, err := os.Executable()
		spec.Command = []string{program, "protocol", "--confined"} // it answers in the Hub protocol if it is asked so
		return spec, err
	}
	declared, ok := t.Engines[spec.Command[0]]
	if !ok {
		return spec, errors.New("this worker does not have it")
	}
	for _, o := range spec.Options {
		if !slices.ContainsFunc(declared.Options, func(name string) bool { return strings.EqualFold(name, o.Name) }) {
			return spec, fmt.Errorf("this worker lets no message set the option %s: start it with --engine %s=PATH%s%s",
				board.Quote(o.Name), spec.Command[0], optionsKey, o.Name)
		}
	}
	spec.Command = []string{declared.Path}
	return spec, nil
}

// usualTable is the transposition table in MiB that an engine is taken to have if its option Hash is not set.
const usualTable = 64

// needsOf returns how many threads the engines of a match need in a game, and the memory in MiB of the tables of two of them. Two
// engines search at the same time if one of them ponders.
func needsOf(engines []client.Spec) (threads, memory int, err error) {
	var tables, searching []int
	ponders := false
	for _, e := range engines {
		n, err := number(e, "Threads", 1)
		if err != nil {
			return 0, 0, err
		}
		threads, searching, ponders = max(threads, n), append(searching, n), ponders || e.Ponder
		mib, err := number(e, "Hash", usualTable)
		if err != nil {
			return 0, 0, err
		}
		tables = append(tables, mib)
	}
	if ponders {
		threads = ofTwo(searching)
	}
	return threads, ofTwo(tables), nil
}

// ofTwo returns the sum of the two largest numbers.
func ofTwo(all []int) (sum int) {
	slices.Sort(all)
	for _, n := range all[max(0, len(all)-2):] {
		sum += n
	}
	return sum
}

// number returns the value of an option that is a number of 1 or more, or the usual one if the option is not set.
func number(spec client.Spec, name string, usual int) (int, error) {
	for _, o := range spec.Options {
		if !strings.EqualFold(o.Name, name) {
			continue
		}
		n, err := strconv.Atoi(o.Value)
		if err != nil || n < 1 {
			return 0, fmt.Errorf("option %s: %s is not a whole number of 1 or more", name, board.Quote(o.Value))
		}
		return n, nil
	}
	return usual, nil
}
