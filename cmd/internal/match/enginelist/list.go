// Package enginelist reads lists of engines in the form of cutechess, engines.json.
package enginelist

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/match/words"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/number"
)

// List holds engines by their names, each as the words of an engine.
type List map[string]string

// Read reads a list of engines. An error names the line.
func Read(name string) (List, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close() // an error is of no use after reading
	text, err := io.ReadAll(file.Text(in))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	text = number.PlainJSON(text)
	r := reader{text: text, in: json.NewDecoder(bytes.NewReader(text))}
	list, err := r.list()
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the file ends within the list")
	}
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, r.line(), err)
	}
	return list, nil
}

// Find returns the words of an engine.
func (l List) Find(name string) (string, error) {
	if text, ok := l[name]; ok {
		return text, nil
	}
	return "", fmt.Errorf("no engine %s in the list", board.Quote(name))
}

// reader reads one list.
type reader struct {
	text []byte
	in   *json.Decoder
}

// line returns the line to which the reader has come.
func (r *reader) line() int {
	read := r.text[:min(r.in.InputOffset(), int64(len(r.text)))]
	return 1 + bytes.Count(read, []byte{'\n'})
}

func (r *reader) list() (List, error) {
	list := List{}
	err := r.array(func() error {
		name, text, err := r.engine()
		switch {
		case err != nil:
			return err
		case name == "":
			return errors.New("the engine that ends here has no name")
		case list[name] != "":
			return fmt.Errorf("two engines are called %s", board.Quote(name))
		}
		list[name] = text
		return nil
	})
	if err != nil {
		return nil, err
	}
	if _, err := r.in.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something stands behind the list")
	}
	return list, nil
}

// array calls each for every value of an array.
func (r *reader) array(each func() error) error {
	if err := r.expect('[', "a list"); err != nil {
		return err
	}
	for r.in.More() {
		if err := each(); err != nil {
			return err
		}
	}
	_, err := r.in.Token()
	return err
}

// object calls each for every field of an object, after its name.
func (r *reader) object(each func(field string) error) error {
	if err := r.expect('{', "an object"); err != nil {
		return err
	}
	for r.in.More() {
		name, err := r.in.Token()
		if err != nil {
			return err
		}
		if err := each(fmt.Sprint(name)); err != nil {
			return err
		}
	}
	_, err := r.in.Token()
	return err
}

func (r *reader) expect(delimiter json.Delim, what string) error {
	token, err := r.in.Token()
	if err != nil {
		return err
	}
	if token != delimiter {
		return fmt.Errorf("want %s, not %v", what, token)
	}
	return nil
}

// value returns a text, a number or a truth as text.
func (r *reader) value() (string, error) {
	var value any
	r.in.UseNumber()
	if err := r.in.Decode(&value); err != nil {
		return "", err
	}
	switch value.(type) {
	case string, json.Number, bool:
		return fmt.Sprint(value), nil
	}
	return "", errors.New("want a text, a number, true or false")
}

// fields are the fields of an engine that are words as they stand.
var fields = map[string]string{
	"name": "name", "command": "cmd", "workingDirectory": "dir", "protocol": "proto", "stderrFile": "stderr",
}

// skipped are fields that say nothing to a match of English draughts.
var skipped = []string{"variants", "validateClaims", "debug"}

// skippedOfOptions are fields that describe an option.
var skippedOfOptions = []string{"alias", "type", "default", "min", "max", "choices"}

// engine reads an engine.
func (r *reader) engine() (name, text string, err error) {
	var all []words.Word
	err = r.object(func(field string) error {
		more, err := r.field(field)
		if err != nil {
			return fmt.Errorf("%s: %w", field, err)
		}
		for _, w := range more {
			if w.Key == "name" {
				name = w.Value
			}
		}
		all = append(all, more...)
		return nil
	})
	return name, words.Join(all), err
}

// field reads the value of a field of an engine.
func (r *reader) field(field string) (all []words.Word, err error) {
	if slices.Contains(skipped, field) {
		return nil, r.in.Decode(new(any))
	}
	switch field {
	case "options":
		return r.options()
	case "initStrings":
		return r.initStrings()
	}
	value, err := r.value()
	if err != nil {
		return nil, err
	}
	key, plain := fields[field]
	switch {
	case value == "":
		return nil, nil
	case field == "protocol" && value != "uci" && value != "hub":
		return nil, fmt.Errorf("%s is neither uci nor hub", board.Quote(value))
	case plain:
		return []words.Word{{Key: key, Value: value}}, nil
	case field == "restart" && value == "auto":
		return nil, nil
	case field == "restart", field == "whitepov", field == "ponder":
		w := words.Word{Key: field, Value: value}
		_, err := w.Switch()
		return []words.Word{w}, err
	case field == "timeoutScaleFactor":
		if factor, err := strconv.ParseFloat(value, 64); err != nil || factor != 1 {
			return nil, errors.New("give the engine a time of its own, movetime= or tc=")
		}
		return nil, nil
	}
	return nil, errors.New("unknown field")
}

// options reads the options of an engine.
func (r *reader) options() (all []words.Word, err error) {
	err = r.array(func() error {
		w := words.Word{}
		err := r.object(func(field string) (err error) {
			switch {
			case field == "name":
				w.Key, err = r.value()
			case field == "value":
				w.Value, err = r.value()
			case slices.Contains(skippedOfOptions, field):
				err = r.in.Decode(new(any))
			default:
				err = fmt.Errorf("unknown field %s", board.Quote(field))
			}
			return err
		})
		w.Key = "option." + w.Key
		all = append(all, w)
		return err
	})
	return all, err
}

// initStrings reads the lines for an engine that starts.
func (r *reader) initStrings() (all []words.Word, err error) {
	var lines []string
	err = r.array(func() error {
		text, err := r.value()
		lines = append(lines, text)
		return err
	})
	if len(lines) == 0 {
		return nil, err
	}
	return []words.Word{{Key: "initstr", Value: strings.Join(lines, `\n`)}}, err
}
