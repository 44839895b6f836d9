package player

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// option is a setting that an engine declares.
type option struct {
	name   string   // as the engine spells it
	button bool     // it takes no value
	words  []string // its values, if they are words; empty for any value
}

// truths are the values of an option that is on or off.
var truths = []string{"true", "false"}

// spelled returns a value as the engine spells it if it is one of the engine's words in another case, else the value itself.
func (o option) spelled(value string) string {
	if i := slices.IndexFunc(o.words, func(word string) bool { return strings.EqualFold(word, value) }); i >= 0 {
		return o.words[i]
	}
	return value
}

// options are the options that an engine declares, by their names in lower case.
type options map[string]option

func (o options) add(declared option) { o[strings.ToLower(declared.name)] = declared }

// setting is a value for an option that the engine has.
type setting struct {
	option
	value string
}

const (
	moveRuleOption = "MoveRule"
	frameOption    = "frame"   // Hub: how the board is numbered
	standardFrame  = "acf"     // the usual numbering, which this package uses
	variantOption  = "variant" // Hub: which variant of draughts
	englishVariant = "english"
)

// settings returns the options to set for a match. First come the options of the Spec, all of which the
// engine must declare. Then come the options that the match needs, if the engine declares them and the
// Spec does not set them.
func (o options) settings(spec Spec, setup Setup) ([]setting, error) {
	var all []setting
	given := map[string]bool{}
	for _, s := range spec.Options {
		key := strings.ToLower(s.Name)
		declared, ok := o[key]
		if !ok {
			return nil, fmt.Errorf("has no option %s", board.Quote(s.Name))
		}
		given[key] = true
		all = append(all, setting{declared, declared.spelled(s.Value)})
	}
	demand := func(name, value string) {
		key := strings.ToLower(name)
		if declared, ok := o[key]; ok && !given[key] {
			all = append(all, setting{declared, value})
		}
	}
	demand(moveRuleOption, strconv.Itoa(setup.MoveRule))
	for _, choice := range []Setting{{variantOption, englishVariant}, {frameOption, standardFrame}} {
		if slices.Contains(o[choice.Name].words, choice.Value) {
			demand(choice.Name, choice.Value)
		}
	}
	return all, nil
}
