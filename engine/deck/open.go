package deck

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
)

//go:embed ballots2.csv ballots3.csv wide.csv
var files embed.FS

// builtIn names the decks in the program and their files.
var builtIn = []struct{ name, file string }{
	{"2move", "ballots2.csv"}, // 49 openings, 6 of them barred
	{"3move", "ballots3.csv"}, // 174 openings, 18 of them barred
	{"wide", "wide.csv"},      // level positions two plies after a ballot; see docs/match.md
}

// Names returns the names of the decks in the program.
func Names() (names []string) {
	for _, d := range builtIn {
		names = append(names, d.name)
	}
	return names
}

// Open returns the openings, barred ones included, of a deck in the program ("2move",
// "3move", "wide") or of a file: PDN if its name ends in .pdn, CSV if it ends in .csv.
func Open(name string) ([]Opening, error) {
	if i := slices.Index(Names(), name); i >= 0 {
		text, err := files.ReadFile(builtIn[i].file)
		if err != nil {
			return nil, err
		}
		return ReadCSV(name, bytes.NewReader(text))
	}
	var read func(string, io.Reader) ([]Opening, error)
	switch strings.ToLower(filepath.Ext(name)) {
	case ".pdn":
		read = ReadPDN
	case ".csv":
		read = ReadCSV
	default:
		return nil, fmt.Errorf("openings %s: not %s, nor a file that ends in .pdn or .csv",
			board.Quote(name), strings.Join(Names(), ", "))
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("openings: %w", err)
	}
	defer file.Close() // only read
	return read(name, file)
}
