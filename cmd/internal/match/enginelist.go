package match

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/number"
	"github.com/zonda-checkers/zonda/protocol/client/keyvalue"
)

// engineList holds engines by their names, each as the words of an engine.
type engineList map[string]string

// readEngineList reads a list of engines. An error names the line, or the number of the engine in the list.
func readEngineList(name string) (engineList, error) {
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
	var engines []json.RawMessage
	if err := json.Unmarshal(text, &engines); err != nil {
		if syntax := new(json.SyntaxError); errors.As(err, &syntax) {
			return nil, fmt.Errorf("%s:%d: %w", name, 1+bytes.Count(text[:syntax.Offset], []byte("\n")), err)
		}
		return nil, fmt.Errorf("%s: want a list of engines, [{...}, ...]", name)
	}
	list := engineList{}
	for i, data := range engines {
		if err := list.add(data); err != nil {
			return nil, fmt.Errorf("%s: engine %d: %s", name, i+1, strings.TrimPrefix(err.Error(), "json: "))
		}
	}
	return list, nil
}

// find returns the words of an engine.
func (l engineList) find(name string) (string, error) {
	if text, ok := l[name]; ok {
		return text, nil
	}
	return "", fmt.Errorf("no engine %s in the list", board.Quote(name))
}

// listedEngine is an engine in the list. Fields of type any say nothing to a match of English draughts.
type listedEngine struct {
	Name        scalar         `json:"name"`
	Command     scalar         `json:"command"`
	Directory   scalar         `json:"workingDirectory"`
	Protocol    scalar         `json:"protocol"`
	Stderr      scalar         `json:"stderrFile"`
	InitStrings []scalar       `json:"initStrings"`
	Restart     scalar         `json:"restart"`
	WhitePOV    scalar         `json:"whitepov"`
	Ponder      scalar         `json:"ponder"`
	TimeFactor  scalar         `json:"timeoutScaleFactor"`
	Options     []listedOption `json:"options"`

	Variants any `json:"variants"`
	Claims   any `json:"validateClaims"`
	Debug    any `json:"debug"`
}

// listedOption is an option of an engine. Fields of type any describe it.
type listedOption struct {
	Name    scalar `json:"name"`
	Value   scalar `json:"value"`
	Alias   any    `json:"alias"`
	Type    any    `json:"type"`
	Default any    `json:"default"`
	Min     any    `json:"min"`
	Max     any    `json:"max"`
	Choices any    `json:"choices"`
}

// scalar is a text, a number or a truth, as text.
type scalar string

// UnmarshalJSON makes scalar a json.Unmarshaler.
func (s *scalar) UnmarshalJSON(data []byte) error {
	text := string(data)
	switch {
	case text[0] == '{', text[0] == '[', text == "null":
		return fmt.Errorf("%s is neither a text, nor a number, nor true or false", board.Quote(text))
	case text[0] == '"':
		return json.Unmarshal(data, (*string)(s))
	}
	*s = scalar(text)
	return nil
}

// add adds an engine to the list.
func (l engineList) add(data []byte) error {
	in := json.NewDecoder(bytes.NewReader(data))
	in.DisallowUnknownFields()
	var e listedEngine
	if err := in.Decode(&e); err != nil {
		if wrong := new(json.UnmarshalTypeError); errors.As(err, &wrong) {
			return fmt.Errorf("%s cannot be a JSON %s", cmp.Or(wrong.Field, "an engine"), wrong.Value)
		}
		return err
	}
	name := string(e.Name)
	switch {
	case name == "":
		return errors.New("it has no name")
	case l[name] != "":
		return fmt.Errorf("an engine before it is called %s too", board.Quote(name))
	case !slices.Contains([]scalar{"", "uci", "hub", "checkerboard"}, e.Protocol):
		return fmt.Errorf("protocol: %s is none of uci, hub and checkerboard", board.Quote(string(e.Protocol)))
	case e.TimeFactor != "" && !isOne(string(e.TimeFactor)):
		return errors.New("timeoutScaleFactor: give the engine a time of its own, movetime= or tc=")
	}
	all, err := e.words()
	l[name] = keyvalue.Join(all)
	return err
}

// isOne reports whether a text is the number 1.
func isOne(text string) bool {
	n, err := strconv.ParseFloat(text, 64)
	return err == nil && n == 1
}

// words returns what the fields of an engine say.
func (e listedEngine) words() (all []keyvalue.Word, err error) {
	if e.Restart == "auto" {
		e.Restart = ""
	}
	lines := make([]string, len(e.InitStrings))
	for i, line := range e.InitStrings {
		lines[i] = string(line)
	}
	for _, f := range []struct {
		key   string
		value scalar
	}{
		{"name", e.Name}, {"cmd", e.Command}, {"dir", e.Directory}, {"proto", e.Protocol}, {"stderr", e.Stderr},
		{"initstr", scalar(strings.Join(lines, `\n`))}, {"restart", e.Restart}, {"whitepov", e.WhitePOV}, {"ponder", e.Ponder},
	} {
		if f.value != "" {
			all = append(all, keyvalue.Word{Key: f.key, Value: string(f.value)})
		}
	}
	for _, w := range all {
		if slices.Contains([]string{"restart", "whitepov", "ponder"}, w.Key) {
			if _, err := w.Switch(); err != nil {
				return nil, err
			}
		}
	}
	for _, o := range e.Options {
		if o.Name == "" {
			return nil, errors.New("options: one has no name")
		}
		all = append(all, keyvalue.Word{Key: "option." + string(o.Name), Value: string(o.Value)})
	}
	return all, nil
}
