package solve

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// ReadEPD reads problems from lines that begin with a FEN, as CheckerBoard's test set
// does, and may go on like the Extended Position Description of chess, with operations
// between semicolons:
//
//	B:WK31:BK18,25 bm 18-23 25-30; id "two ways"; result WIN
//
// There are bm (the best moves, each of them good), am (moves to avoid), id, and result: WIN, DRAW or
// LOSS for the side to move, or a score as PDN writes it, where 1-0 says that Black wins. Others are
// passed over, and so are empty lines and those that begin with '#'. A line without an answer is
// searched, and counts neither as solved nor as failed. The error is about the file as a whole; bad
// lines are in Malformed.
func ReadEPD(name string, r io.Reader) (Suite, error) {
	suite := Suite{Name: name, Format: EPD}
	for row, err := range file.Lines(r) {
		e := rawProblem{source: fmt.Sprintf("%s:%d", name, row.Line), id: fmt.Sprintf("%s:%d", suite.stem(), row.Line)}
		if err != nil {
			return suite, fmt.Errorf("%s: %w", e.source, err)
		}
		p, err := e.read(row.Fields[0])
		suite.add(p, err, e.source)
	}
	if len(suite.Problems)+len(suite.Malformed) == 0 {
		return suite, fmt.Errorf("%s: the file is empty", name)
	}
	return suite, nil
}

// read makes a problem of a line of EPD. Source and id are set before.
func (e rawProblem) read(line string) (Problem, error) {
	parts, err := operations(line)
	if err != nil {
		return Problem{}, err
	}
	e.fen, parts[0] = board.CutFEN(parts[0])
	if word, _, _ := strings.Cut(parts[0], " "); word != "" && strings.Trim(word, "0123456789") == "" {
		return Problem{}, fmt.Errorf("%s behind FEN %s is a square without a comma", word, board.Quote(e.fen))
	}
	given := map[string]bool{}
	for _, part := range parts {
		part = strings.TrimSpace(part)
		word, _, _ := strings.Cut(strings.ReplaceAll(part, "\t", " "), " ")
		code, operand := strings.ToLower(word), strings.TrimSpace(part[len(word):])
		field := e.field(code)
		switch {
		case field == nil:
			continue
		case given[code]:
			return Problem{}, fmt.Errorf("%s is given twice", code)
		case operand == "":
			return Problem{}, fmt.Errorf("%s says nothing", code)
		}
		given[code] = true
		*field = operand
	}
	e.id = strings.Trim(e.id, quotes)
	e.result = strings.Trim(e.result, quotes)
	return e.problem()
}

// field returns the field for the operand of an operation, nil if the operation is skipped.
func (e *rawProblem) field(code string) *string {
	switch code {
	case "id":
		return &e.id
	case "result":
		return &e.result
	case "bm":
		return &e.keyMoves
	case "am":
		return &e.avoid
	}
	return nil
}

// operations cuts a line at its semicolons that do not stand in quotes.
func operations(line string) ([]string, error) {
	var parts []string
	quoted, begin := false, 0
	for i := range len(line) {
		switch {
		case line[i] == '"':
			quoted = !quoted
		case line[i] == ';' && !quoted:
			parts = append(parts, strings.TrimSpace(line[begin:i]))
			begin = i + 1
		}
	}
	parts = append(parts, strings.TrimSpace(line[begin:]))
	if quoted {
		return parts, errors.New("a quote is not closed: " + board.Quote(parts[len(parts)-1]))
	}
	return parts, nil
}
