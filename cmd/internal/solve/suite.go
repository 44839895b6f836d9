package solve

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Suite holds the problems of a file.
type Suite struct {
	Name      string // of the file, as it was given
	Format    Format
	Problems  []Problem
	Malformed []error // one for each problem that was passed over, with file and place
	Doubtful  []error // errors in games whose problem could be read all the same
}

// Format is how a file writes its problems.
type Format string

// The formats, by the usual extension of their files.
const (
	CSV Format = "csv" // rows under a header
	EPD Format = "epd" // a line each: a FEN and operations
	PDN Format = "pdn" // games with FEN and Result
)

// sniffed is how many bytes of a file are read to guess its format.
const sniffed = 1 << 16

// Read reads problems in any of the formats: the one of the extension of name, where ".txt" means EPD,
// or else the one that fits the beginning of the text. The error is about the file as a whole; bad
// problems are in Malformed.
func Read(name string, r io.Reader) (Suite, error) {
	in := bufio.NewReaderSize(file.Text(r), sniffed)
	switch format(name, in) {
	case EPD:
		return ReadEPD(name, in)
	case PDN:
		return ReadPDN(name, in)
	}
	return ReadCSV(name, in)
}

// ReadPositions reads positions without games as Read does, but a CSV file needs only the column fen, or moves, which are played from
// there or from the usual start.
func ReadPositions(name string, r io.Reader) (Suite, error) {
	in := bufio.NewReaderSize(file.Text(r), sniffed)
	switch format(name, in) {
	case EPD:
		return ReadEPD(name, in)
	case PDN:
		return Suite{}, fmt.Errorf("%s: games are not read here; the name of a file of games ends in .pdn", name)
	}
	return readCSV(name, in, []string{"fen", "moves"})
}

// format tells the format of a file without taking anything from it.
func format(name string, in *bufio.Reader) Format {
	switch file.Extension(name) {
	case ".csv":
		return CSV
	case ".epd", ".txt":
		return EPD
	case ".pdn":
		return PDN
	}
	head, _ := in.Peek(sniffed) // an error comes back when the text is read
	return guess(string(head))
}

// guess tells the format from the first line that says something.
func guess(head string) Format {
	for line := range strings.Lines(head) {
		line = strings.TrimSpace(file.Decoded(line))
		switch {
		case line == "" || line[0] == '#':
			continue
		case strings.ContainsRune("[{%", rune(line[0])):
			return PDN
		}
		parts, _ := operations(line)
		fen, _ := board.CutFEN(parts[0])
		if _, err := board.ParseFEN(fen); err == nil || strings.Count(fen, ":") == 2 {
			return EPD
		}
		return CSV
	}
	return CSV
}

// add adds a problem, or its error if there is one. Source is the place of the problem.
func (s *Suite) add(p Problem, err error, source string) {
	if err != nil {
		s.Malformed = append(s.Malformed, fmt.Errorf("%s: %w", source, err))
		return
	}
	s.Problems = append(s.Problems, p)
}

// stem returns the file's name without folder and extension. The ids of problems that have no id of
// their own begin with it.
func (s *Suite) stem() string { return file.Stem(s.Name) }
