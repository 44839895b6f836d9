package hub

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/protocol/session"
)

// The names under which hosts know English draughts.
const (
	variantParam = "variant"
	frameParam   = "frame"
	english      = "english"
	american     = "american"
)

// hidden lists the options of the engine that are no parameters of the protocol: the protocol shows one line, and
// the host decides when the engine ponders.
var hidden = []string{"MultiPV", "Ponder"}

// emptyString stands for the empty text in the options of the engine.
const emptyString = "<empty>"

// params returns the lines that list the parameters and their defaults. Every word is name=value with exactly
// one "=", also within quotes: pydraughts cannot read other words.
func params() []string {
	lines := []string{
		fmt.Sprintf(`param name=%s value=%s type=enum values="%s"`, variantParam, english, english),
		fmt.Sprintf(`param name=%s value=%s type=enum values="%s"`, frameParam, auto, joined(frames())),
	}
	for _, o := range session.Options() {
		if slices.Contains(hidden, o.Name) {
			continue
		}
		text := "param name=" + o.Name
		switch o.Kind {
		case session.Spin:
			text += fmt.Sprintf(" value=%s type=int min=%d max=%d", o.Default, o.Min, o.Max)
		case session.Check:
			text += fmt.Sprintf(" value=%s type=bool", o.Default)
		case session.Combo:
			text += fmt.Sprintf(` value=%s type=enum values="%s"`, o.Default, strings.Join(o.Values, " "))
		default:
			text += fmt.Sprintf(` value="%s" type=string`, strings.TrimPrefix(o.Default, emptyString))
		}
		lines = append(lines, text)
	}
	return lines
}

func joined(all []frame) string {
	texts := make([]string, len(all))
	for i, f := range all {
		texts[i] = string(f)
	}
	return strings.Join(texts, " ")
}

// setParam sets a parameter. It ignores unknown names, because hosts send settings of their own.
func (s *Session) setParam(r request) error {
	name, ok := r.value("name")
	if !ok {
		return fmt.Errorf("the name is missing")
	}
	value, _ := r.value("value")
	switch strings.ToLower(name) {
	case variantParam:
		if lower := strings.ToLower(value); lower != english && lower != american {
			return fmt.Errorf("variant '%s' is not played here, only %s", clip(value), english)
		}
		return nil
	case frameParam:
		wanted := frame(strings.ToLower(value))
		if !slices.Contains(frames(), wanted) {
			return fmt.Errorf("frame '%s' is none of %s", clip(value), joined(frames()))
		}
		s.framing = framing{wanted: wanted, found: auto}
		return nil
	}
	for _, o := range session.Options() {
		if strings.EqualFold(o.Name, name) && !slices.Contains(hidden, o.Name) {
			return s.engine.SetOption(name, value)
		}
	}
	return nil
}
