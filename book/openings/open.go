package openings

import (
	"embed"
	"fmt"
	"io"
	"os"
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

// Open returns the openings, barred ones included, of a deck in the program ("2move",
// "3move", "wide", "11man") or of a file: PDN if its name ends in .pdn, CSV if it
// ends in .csv, each also with .gz behind it.
func Open(name string) ([]Opening, error) {
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
