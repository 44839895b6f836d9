package match

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/protocol/client"
	"github.com/zonda-checkers/zonda/protocol/client/keyvalue"
)

// EngineFlags say which engines play.
type EngineFlags struct {
	Engine  []string `sep:"none" help:"An engine: name=A cmd=\"PROGRAM ARGUMENTS\" dir=DIR proto=uci|hub|checkerboard option.NAME=VALUE timemargin=MS restart ponder whitepov blackpov initstr=LINES stderr=FILE host=COMMAND, and movetime=, st=, tc=, nodes=, depth= or plies= for limits of its own; conf=NAME takes the rest from a list of engines. Two at least." placeholder:"SPEC"`
	Each    string   `help:"Words for all engines, such as 'tc=10+0.1 option.Hash=64'; an engine's own words count more." placeholder:"WORDS"`
	Engines string   `help:"The list of engines for conf=NAME, a file in the form of cutechess (default: zonda/engines.json in the user's configuration)." placeholder:"FILE"`
}

// The keys of an engine that are not those of client.ParseSpec.
const (
	nameKey = "name"
	confKey = "conf"
)

// Specs returns the engines, each with its words in the list and those for all. An engine's own words count most, those of the list
// least.
func (f *EngineFlags) Specs() (specs []string, err error) {
	if all, err := keyvalue.Parse(f.Each); err == nil && (keyvalue.Has(all, nameKey) || keyvalue.Has(all, confKey)) {
		return nil, errors.New("--each: a name is of one engine")
	}
	for i, text := range f.Engine {
		if text, err = f.spec(text); err != nil {
			return nil, fmt.Errorf("engine %d: %w", i+1, err)
		}
		specs = append(specs, text)
	}
	return specs, nil
}

func (f *EngineFlags) spec(text string) (string, error) {
	own, err := keyvalue.Parse(text)
	conf := slices.IndexFunc(own, func(w keyvalue.Word) bool { return w.Key == confKey })
	if err != nil || conf < 0 {
		return client.Combine(text, f.Each)
	}
	list, err := f.list()
	if err != nil {
		return "", err
	}
	listed, err := list.find(own[conf].Value)
	if err != nil {
		return "", err
	}
	return client.Combine(keyvalue.Join(slices.Delete(own, conf, conf+1)), f.Each, listed)
}

// list reads the list of engines.
func (f *EngineFlags) list() (engineList, error) {
	if f.Engines != "" {
		return readEngineList(f.Engines)
	}
	folder, err := cli.ConfigFolder("")
	if err != nil {
		return nil, err
	}
	return readEngineList(filepath.Join(folder, "engines.json"))
}

// Listed returns the names of the engines in the user's list, in order. It returns none if there is no list.
func Listed() ([]string, error) {
	list, err := new(EngineFlags).list()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return slices.Sorted(maps.Keys(list)), err
}

// FromList is the word of an engine of the user's list.
func FromList(name string) string { return keyvalue.Join([]keyvalue.Word{{Key: confKey, Value: name}}) }
