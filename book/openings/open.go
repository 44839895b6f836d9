package openings

import (
	"embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

//go:embed ballots2.csv ballots3.csv wide.csv eleven.csv
var files embed.FS

// reader reads the deck of a name. Its errors begin with the name.
type reader func(name string, r io.Reader) ([]Opening, error)

// builtIn lists the decks in the program: their names, their files and the functions that read the files.
var builtIn = []struct {
	name, file string
	read       reader
}{
	{"2move", "ballots2.csv", ReadCSV},        // 49 openings, 6 of them barred
	{"3move", "ballots3.csv", ReadCSV},        // 174 openings, 18 of them barred
	{"wide", "wide.csv", ReadCSV},             // level positions two plies after a ballot; see docs/match.md
	{"11man", "eleven.csv", readElevenScores}, // 3,957 ballots, 929 of them barred; see docs/match.md
}

// Names returns the names of the decks in the program.
func Names() (names []string) {
	for _, d := range builtIn {
		names = append(names, d.name)
	}
	return names
}

// FullName returns the whole path of a file with a deck; the name of a deck in the program stays.
func FullName(name string) string {
	if path, err := filepath.Abs(name); err == nil && !slices.Contains(Names(), name) {
		return path
	}
	return name
}

// Open returns the openings of a deck in the program ("2move", "3move", "wide", "11man") or of a file: PDN if its name
// ends in .pdn, CSV if it ends in .csv, each also with .gz behind it. Barred openings are left out unless barred is set;
// it is an error if no opening is left.
func Open(name string, barred bool) ([]Opening, error) {
	all, err := openAll(name)
	if barred || err != nil {
		return all, err
	}
	all = slices.DeleteFunc(all, func(o Opening) bool { return o.Barred })
	if len(all) == 0 {
		return nil, fmt.Errorf("openings %s: all are barred", board.Quote(name))
	}
	return all, nil
}

// openAll returns the openings of a deck, barred ones included.
func openAll(name string) ([]Opening, error) {
	if i := slices.Index(Names(), name); i >= 0 {
		in, err := files.Open(builtIn[i].file)
		if err != nil {
			return nil, err
		}
		defer in.Close() // an error is of no use after reading
		return builtIn[i].read(name, in)
	}
	var read reader
	switch file.Extension(name) {
	case ".pdn":
		read = ReadPDN
	case ".csv":
		read = ReadCSV
	default:
		return nil, fmt.Errorf("openings %s: not %s, nor a file that ends in .pdn or .csv",
			board.Quote(name), strings.Join(Names(), ", "))
	}
	in, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("openings: %w", err)
	}
	defer in.Close() // an error is of no use after reading
	return read(name, in)
}
