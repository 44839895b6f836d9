package openings

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// ReadEPD reads openings from a file with a position in each line: a FEN of PDN, and operations of EPD after it, such as
//
//	W:W18,24:B5,K9 id "bridge"; c0 "a comment";
//
// The id is the name of the opening. Empty lines and lines that begin with '#' are skipped. The error names the first wrong line.
func ReadEPD(name string, r io.Reader) ([]Opening, error) {
	var openings []Opening
	lines := bufio.NewScanner(file.Text(r))
	for number := 1; lines.Scan(); number++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		o, err := parseEPD(text)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		o.ID = strconv.Itoa(len(openings) + 1)
		openings = append(openings, o)
	}
	if err := cmp.Or(lines.Err(), checkIDs(openings)); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return openings, nil
}

// parseEPD reads a line with a position.
func parseEPD(text string) (Opening, error) {
	fen, operations, err := board.CutEPD(text)
	if err != nil {
		return Opening{}, err
	}
	o, err := parseOpening(fen, nil)
	if err != nil {
		return o, err
	}
	for _, operation := range operations {
		if operation.Code == "id" {
			o.Name = strings.Trim(operation.Operand, `"`)
		}
	}
	return o, nil
}

// EPD returns the line from which ReadEPD reads a position and its name.
func EPD(p board.Position, name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == '"' || r == ';' {
			return -1
		}
		return r
	}, name)
	return fmt.Sprintf(`%s id "%s";`, p.FEN(), name)
}
