//go:build js

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/shipped"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/eval"
)

// installers read the parts of the data, by their names in parts.json.
var installers = map[string]func([]byte) error{
	"weights":   eval.Install,
	"book":      book.Install,
	"problems":  shipped.Install,
	"values":    installSlices,
	"distances": installSlices,
}

// install gives the engine a part of its data. After an error the engine goes on without the part.
func install(s *talk.Session, name string, data []byte) error {
	read, known := installers[name]
	if !known {
		return fmt.Errorf("no part of the data is named %s", board.Quote(name))
	}
	if err := s.Swap(func() error { return read(data) }); err != nil {
		return fmt.Errorf("the part %s cannot be used: %w", name, err)
	}
	return nil
}

// sliceFile is a file in a part: the part begins with a line of JSON that lists them, and their bytes follow.
type sliceFile struct {
	Name  string `json:"name"`
	Bytes int    `json:"bytes"`
}

var errCut = errors.New("it is cut or damaged")

// installSlices installs the slice files in a part, which are not copied.
func installSlices(data []byte) error {
	line, rest, _ := bytes.Cut(data, []byte("\n"))
	var list []sliceFile
	if json.Unmarshal(line, &list) != nil {
		return errCut
	}
	slices := map[string][]byte{}
	for _, f := range list {
		if f.Bytes < 0 || f.Bytes > len(rest) {
			return errCut
		}
		slices[f.Name], rest = rest[:f.Bytes:f.Bytes], rest[f.Bytes:]
	}
	if len(rest) > 0 {
		return errCut
	}
	return egdb.Install(slices)
}
