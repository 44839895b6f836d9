package player

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
)

// option is a setting that an engine declares.
type option struct {
	name   string // as the engine spells it
	button bool   // it takes no value
	values string // those of a Hub enum, with blanks between them
}

// options are those of an engine, by their names in lower case.
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
	literalFrame   = "acf"     // as everybody does and this package too
	variantOption  = "variant" // Hub: of the game
	ourVariant     = "english"
)

// settings returns what is to be set for a match: the Spec's options, which must be declared,
// then what the match demands, if it is declared and the Spec is silent on it.
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
		all = append(all, setting{declared, s.Value})
	}
	demand := func(name, value string) {
		key := strings.ToLower(name)
		if declared, ok := o[key]; ok && !given[key] {
			all = append(all, setting{declared, value})
		}
	}
	demand(moveRuleOption, strconv.Itoa(setup.MoveRule))
	for _, choice := range []Setting{{variantOption, ourVariant}, {frameOption, literalFrame}} {
		if slices.Contains(strings.Fields(o[choice.Name].values), choice.Value) {
			demand(choice.Name, choice.Value)
		}
	}
	return all, nil
}
