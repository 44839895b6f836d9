package client

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/client/keyvalue"
)

// Setting is an option of an engine and its value.
type Setting struct{ Name, Value string }

// Spec says how an engine is started.
type Spec struct {
	Name     string   // "": what the engine calls itself
	Command  []string // program, then its arguments
	Dir      string   // where the program runs; "": the current folder
	Protocol Protocol
	Options  []Setting      // in the order in which they are set
	Limits   Limits         // zero value: the limits of the match
	Margin   *time.Duration // how far a move may go over its time; nil: the margin of the match
	Ponder   bool           // the engine thinks in the time of its opponent
	Restart  bool           // every game has a new process
	WhitePOV bool           // the engine tells scores for White instead of the side to move
	BlackPOV bool           // the engine tells scores for Black
	Init     []string       // lines for the engine before all others
	Stderr   string         // the file to whose end the engine's standard error is written, "" for none
	Host     []string       // what runs the library of a CheckerBoard engine, nil for zonda.exe beside this program
}

// The keys of a Spec's text. The key of an option is optionKey followed by the option's name.
const (
	nameKey     = "name"
	commandKey  = "cmd"
	dirKey      = "dir"
	protocolKey = "proto"
	optionKey   = "option."
	moveTimeKey = "movetime"
	secondsKey  = "st"
	nodesKey    = "nodes"
	depthKey    = "depth"
	pliesKey    = "plies"
	clockKey    = "tc"
	marginKey   = "timemargin"
	restartKey  = "restart"
	ponderKey   = "ponder"
	stderrKey   = "stderr"
	whiteKey    = "whitepov"
	blackKey    = "blackpov"
	hostKey     = "host"
	initKey     = "initstr"
)

// initSeparator stands between the lines of initKey: a backslash and an n, as cutechess has it.
const initSeparator = `\n`

// limitKeys are the keys of limits.
var limitKeys = []string{moveTimeKey, secondsKey, nodesKey, depthKey, pliesKey, clockKey}

// bareKeys are the keys that may stand without a value.
var bareKeys = []string{restartKey, whiteKey, blackKey, ponderKey}

// Keys returns the words of an engine for the completion of a shell: keys that wait for a value, and whole words where there are few.
func Keys() (words []string) {
	for _, key := range append([]string{nameKey, commandKey, dirKey, marginKey, initKey, stderrKey, hostKey}, limitKeys...) {
		words = append(words, key+"=")
	}
	for _, p := range Protocols {
		words = append(words, protocolKey+"="+p.String())
	}
	return append(words, bareKeys...)
}

// ParseSpec reads words KEY=VALUE with blanks between them, in any order, each key once:
//
//	name=A cmd="./zonda protocol" dir=old proto=uci option.Hash=64 movetime=100
//
// Only cmd is needed. In place of movetime, in milliseconds, the limit can be st=SECONDS, nodes=N,
// depth=N (or plies=N), or a clock tc that ParseTimeControl reads. Quotes, " or ', are needed only around blanks; cmd is
// split by the same rule into program and arguments unless all of it is the name of a file.
func ParseSpec(text string) (Spec, error) {
	all, err := keyvalue.Parse(text, bareKeys...)
	if err != nil {
		return Spec{}, err
	}
	var s Spec
	command, limited := "", false
	for _, word := range all {
		limited = limited || slices.Contains(limitKeys, word.Key)
		if word.Key == commandKey {
			command = word.Value
		} else if err := s.set(word); err != nil {
			return Spec{}, err
		}
	}
	if s.Command, err = s.split(command); err != nil {
		return Spec{}, fmt.Errorf("%s: %w", commandKey, err)
	}
	if limited && s.Limits.IsZero() {
		return Spec{}, ErrEndless
	}
	return s, s.validate()
}

// Combine returns the text of an engine with the words of several texts. Of two words with one key the word of the earlier text
// counts, and so do all limits of the earliest text that has a limit.
func Combine(texts ...string) (string, error) {
	var all []keyvalue.Word
	for _, text := range texts {
		more, err := keyvalue.Parse(text, bareKeys...)
		if err != nil {
			return "", err
		}
		limited := slices.ContainsFunc(all, isLimit)
		given := func(w keyvalue.Word) bool {
			return limited && isLimit(w) || slices.ContainsFunc(all, func(other keyvalue.Word) bool { return folded(other.Key) == folded(w.Key) })
		}
		all = slices.Concat(all, slices.DeleteFunc(more, given))
	}
	return keyvalue.Join(all), nil
}

// LimitsOf returns the limits among the words of an engine, the zero value if there are none.
func LimitsOf(text string) (l Limits, err error) {
	all, err := keyvalue.Parse(text, bareKeys...)
	for _, w := range all {
		if isLimit(w) {
			err = errors.Join(err, l.set(w.Key, w.Value))
		}
	}
	return l, err
}

func isLimit(w keyvalue.Word) bool { return slices.Contains(limitKeys, w.Key) }

// folded returns a key by which one option in two spellings is the same.
func folded(key string) string {
	if strings.HasPrefix(key, optionKey) {
		return strings.ToLower(key)
	}
	return key
}

// set sets the field of any key but cmd.
func (s *Spec) set(word keyvalue.Word) (err error) {
	key, value := word.Key, word.Value
	option, isOption := strings.CutPrefix(key, optionKey)
	switch {
	case isOption:
		s.Options = append(s.Options, Setting{option, value})
		return nil
	case key == nameKey:
		s.Name = value
	case key == dirKey:
		s.Dir = value
	case key == protocolKey:
		s.Protocol, err = parseProtocol(value)
	case key == marginKey:
		s.Margin = new(time.Duration)
		*s.Margin, err = parseDecimal(value, "ms")
	case key == restartKey:
		s.Restart, err = word.Switch()
		return err
	case key == ponderKey:
		s.Ponder, err = word.Switch()
		return err
	case key == whiteKey:
		s.WhitePOV, err = word.Switch()
		return err
	case key == blackKey:
		s.BlackPOV, err = word.Switch()
		return err
	case key == hostKey:
		s.Host, err = splitCommand(value)
	case key == initKey && value == "":
	case key == initKey:
		s.Init = strings.Split(value, initSeparator)
	case key == stderrKey:
		s.Stderr = value
	case isLimit(word):
		err = s.Limits.set(key, value)
	default:
		return fmt.Errorf("unknown key %s", board.Quote(key))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// split returns the program and the arguments of a command line.
func (s Spec) split(command string) ([]string, error) {
	whole := Spec{Command: []string{command}, Dir: s.Dir, Protocol: s.Protocol}
	if _, err := whole.Program(); err == nil {
		return whole.Command, nil
	}
	return keyvalue.Split(command)
}

// splitCommand returns the words of a command line, or all of it if that is the name of a file.
func splitCommand(command string) ([]string, error) {
	if info, err := os.Stat(command); err == nil && !info.IsDir() {
		return []string{command}, nil
	}
	return keyvalue.Split(command)
}

// quoted returns the command line of words.
func quoted(words []string) string {
	var all []string
	for _, word := range words {
		all = append(all, keyvalue.Quote(word))
	}
	return strings.Join(all, " ")
}

// validate returns an error if the program is missing, if a name or value has a control character, if
// an option is given twice, or if the limits are impossible. A Spec that was not read from a text needs
// this check, too.
func (s Spec) validate() error {
	if len(s.Command) == 0 || s.Command[0] == "" {
		return fmt.Errorf("%s is missing: the program to run", commandKey)
	}
	if strings.ContainsFunc(s.Name, unicode.IsControl) {
		return fmt.Errorf("the name %s has a control character", board.Quote(s.Name))
	}
	seen := map[string]bool{}
	for _, o := range s.Options {
		folded := strings.ToLower(o.Name)
		switch {
		case folded == "":
			return fmt.Errorf("%s has no name after it", optionKey)
		case seen[folded]:
			return fmt.Errorf("option %s is given twice", board.Quote(o.Name))
		case strings.ContainsFunc(o.Name+o.Value, unicode.IsControl): // a line end would begin another command
			return fmt.Errorf("option %s=%s has a control character", board.Quote(o.Name), board.Quote(o.Value))
		}
		seen[folded] = true
	}
	switch {
	case s.WhitePOV && s.BlackPOV:
		return fmt.Errorf("%s and %s: scores are for one side", whiteKey, blackKey)
	case s.Protocol != CheckerBoard && s.Host != nil:
		return fmt.Errorf("%s is for engines with %s=%s", hostKey, protocolKey, CheckerBoard)
	case s.Host != nil && (len(s.Host) == 0 || s.Host[0] == ""):
		return fmt.Errorf("%s has no program", hostKey)
	case s.Protocol == CheckerBoard && s.Ponder:
		return fmt.Errorf("%s: an engine of CheckerBoard does not think in its opponent's time", ponderKey)
	case s.Protocol == CheckerBoard && len(s.Command) > 1:
		return fmt.Errorf("%s: an engine of CheckerBoard is one file without arguments", commandKey)
	}
	return s.CheckLimits(s.Limits)
}

// CheckLimits returns an error if limits are impossible, or if the engine cannot keep them.
func (s Spec) CheckLimits(l Limits) error {
	if s.Protocol == CheckerBoard && (l.Nodes > 0 || l.Depth > 0) {
		return fmt.Errorf("%s: an engine of CheckerBoard knows times only: give it movetime or tc", l)
	}
	return l.Validate()
}

// String returns the text from which ParseSpec reads s.
func (s Spec) String() string {
	var all []keyvalue.Word
	add := func(key, value string) {
		if value != "" {
			all = append(all, keyvalue.Word{Key: key, Value: value})
		}
	}
	add(nameKey, s.Name)
	all = append(all, keyvalue.Word{Key: commandKey, Value: quoted(s.Command)})
	add(dirKey, s.Dir)
	if s.Protocol != UCI {
		add(protocolKey, s.Protocol.String())
	}
	for _, o := range s.Options {
		all = append(all, keyvalue.Word{Key: optionKey + o.Name, Value: o.Value})
	}
	if !s.Limits.IsZero() {
		all = append(all, s.Limits.word())
	}
	if s.Margin != nil {
		add(marginKey, decimal(*s.Margin, time.Millisecond))
	}
	if s.Ponder {
		add(ponderKey, "on")
	}
	if s.Restart {
		add(restartKey, "on")
	}
	if s.WhitePOV {
		add(whiteKey, "on")
	}
	if s.BlackPOV {
		add(blackKey, "on")
	}
	add(hostKey, quoted(s.Host))
	add(initKey, strings.Join(s.Init, initSeparator))
	add(stderrKey, s.Stderr)
	return keyvalue.Join(all)
}

// Protocol is the protocol that an engine speaks.
type Protocol uint8

// The protocols. The zero value, UCI, is the project's own text protocol, which resembles UCI.
const (
	UCI Protocol = iota
	Hub
	CheckerBoard // a Windows library, for which "zonda host" speaks the text protocol
)

// Protocols are all protocols.
var Protocols = []Protocol{UCI, Hub, CheckerBoard}

// String returns "uci", "hub" or "checkerboard".
func (p Protocol) String() string { return [...]string{"uci", "hub", "checkerboard"}[p] }

func parseProtocol(text string) (Protocol, error) {
	for _, p := range Protocols {
		if text == p.String() {
			return p, nil
		}
	}
	return UCI, fmt.Errorf("protocol %s is none of uci, hub and checkerboard", board.Quote(text))
}
