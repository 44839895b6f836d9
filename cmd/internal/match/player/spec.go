package player

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/zonda-checkers/zonda/board"
)

// Setting is an option of an engine and its value.
type Setting struct{ Name, Value string }

// Spec says how an engine is started.
type Spec struct {
	Name     string   // "": what the engine calls itself
	Command  []string // program, then its arguments
	Dir      string   // where the program runs; "": the current folder
	Protocol Protocol
	Options  []Setting // in the order in which they are set
	Limits   Limits    // zero value: the limits of the match
}

// The keys of a Spec's text. The key of an option is optionKey followed by the option's name.
const (
	nameKey     = "name"
	commandKey  = "cmd"
	dirKey      = "dir"
	protocolKey = "proto"
	optionKey   = "option."
	moveTimeKey = "movetime"
	nodesKey    = "nodes"
	depthKey    = "depth"
	clockKey    = "tc"
)

// ParseSpec reads words KEY=VALUE with blanks between them, in any order, each key once:
//
//	name=A cmd="./zonda protocol" dir=old proto=uci option.Hash=64 movetime=100
//
// Only cmd is needed. In place of movetime, in milliseconds, the limit can be nodes=N,
// depth=N or tc=SECONDS+INCREMENT. Quotes, " or ', are needed only around blanks; cmd is
// split by the same rule into program and arguments unless all of it is the name of a file.
func ParseSpec(text string) (Spec, error) {
	words, err := splitWords(text)
	if err != nil {
		return Spec{}, err
	}
	var s Spec
	seen := map[string]bool{}
	command := ""
	for _, word := range words {
		key, value, found := strings.Cut(word, "=")
		switch {
		case !found:
			return Spec{}, fmt.Errorf("%s has no =", board.Quote(word))
		case seen[key]:
			return Spec{}, fmt.Errorf("%s is given twice", board.Quote(key))
		}
		seen[key] = true
		if key == commandKey {
			command = value
		} else if err := s.set(key, value); err != nil {
			return Spec{}, err
		}
	}
	if s.Command, err = s.split(command); err != nil {
		return Spec{}, fmt.Errorf("%s: %w", commandKey, err)
	}
	return s, s.validate()
}

// set sets the field of any key but cmd.
func (s *Spec) set(key, value string) (err error) {
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
	case key == moveTimeKey:
		s.Limits.MoveTime, err = parseDecimal(value, "ms")
	case key == nodesKey:
		s.Limits.Nodes, err = strconv.ParseUint(value, 10, 64)
	case key == depthKey:
		s.Limits.Depth, err = strconv.Atoi(value)
	case key == clockKey:
		s.Limits.Time, s.Limits.Increment, err = ParseTimeControl(value)
	default:
		return fmt.Errorf("unknown key %s", board.Quote(key))
	}
	if err == nil && isLimit(key) && strings.Trim(value, "0.") == "" {
		err = fmt.Errorf("%s is no limit", board.Quote(value))
	}
	if numError := (*strconv.NumError)(nil); errors.As(err, &numError) {
		err = fmt.Errorf("%s is no whole number in range", board.Quote(value))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

func isLimit(key string) bool { return key == moveTimeKey || key == nodesKey || key == depthKey }

// split returns the program and the arguments of a command line.
func (s Spec) split(command string) ([]string, error) {
	whole := Spec{Command: []string{command}, Dir: s.Dir}
	if _, err := whole.Program(); err == nil {
		return whole.Command, nil
	}
	return splitWords(command)
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
	return s.Limits.Validate()
}

// String returns the text from which ParseSpec reads s.
func (s Spec) String() string {
	var text []string
	add := func(key, value string) {
		if word := quoteWord(key); word == key {
			text = append(text, key+"="+quoteWord(value))
		} else {
			text = append(text, quoteWord(key+"="+value))
		}
	}
	if s.Name != "" {
		add(nameKey, s.Name)
	}
	var command []string
	for _, word := range s.Command {
		command = append(command, quoteWord(word))
	}
	add(commandKey, strings.Join(command, " "))
	if s.Dir != "" {
		add(dirKey, s.Dir)
	}
	if s.Protocol != UCI {
		add(protocolKey, s.Protocol.String())
	}
	for _, o := range s.Options {
		add(optionKey+o.Name, o.Value)
	}
	switch l := s.Limits; {
	case l.MoveTime > 0:
		add(moveTimeKey, decimal(l.MoveTime, time.Millisecond))
	case l.Nodes > 0:
		add(nodesKey, strconv.FormatUint(l.Nodes, 10))
	case l.Depth > 0:
		add(depthKey, strconv.Itoa(l.Depth))
	case l.Time > 0:
		add(clockKey, l.timeControl())
	}
	return strings.Join(text, " ")
}

const (
	blanks = " \t\r\n"
	quotes = `"'`
)

// splitWords returns the words of text, which have blanks between them. A text in quotes, " or ',
// belongs to one word, and the quotes are removed.
func splitWords(text string) ([]string, error) {
	var words []string
	for text = strings.TrimLeft(text, blanks); text != ""; text = strings.TrimLeft(text, blanks) {
		word, rest, err := cutWord(text)
		if err != nil {
			return nil, err
		}
		words = append(words, word)
		text = rest
	}
	return words, nil
}

// cutWord returns the first word of text, without its quotes, and the rest.
func cutWord(text string) (word, rest string, err error) {
	for text != "" {
		end := strings.IndexAny(text, blanks+quotes)
		if end < 0 {
			return word + text, "", nil
		}
		word += text[:end]
		quote := text[end : end+1]
		if strings.Contains(blanks, quote) {
			return word, text[end:], nil
		}
		quoted, after, closed := strings.Cut(text[end+1:], quote)
		if !closed {
			return "", "", fmt.Errorf("a quote is left open before %s", board.Quote(quoted))
		}
		word += quoted
		text = after
	}
	return word, "", nil
}

// quoteWord returns word with the quotes that splitWords needs to read it as one word.
func quoteWord(word string) string {
	switch {
	case word != "" && !strings.ContainsAny(word, blanks+quotes):
		return word
	case !strings.Contains(word, `"`):
		return `"` + word + `"`
	case !strings.Contains(word, `'`):
		return `'` + word + `'`
	default:
		return `"` + strings.ReplaceAll(word, `"`, `"'"'"`) + `"`
	}
}

// Protocol is the protocol that an engine speaks.
type Protocol uint8

// The protocols. The zero value, UCI, is the project's own text protocol, which resembles UCI.
const (
	UCI Protocol = iota
	Hub
)

// String returns "uci" or "hub".
func (p Protocol) String() string {
	if p == Hub {
		return "hub"
	}
	return "uci"
}

func parseProtocol(text string) (Protocol, error) {
	for _, p := range []Protocol{UCI, Hub} {
		if text == p.String() {
			return p, nil
		}
	}
	return UCI, fmt.Errorf("protocol %s is neither uci nor hub", board.Quote(text))
}
