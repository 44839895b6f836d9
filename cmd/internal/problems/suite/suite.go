package suite

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Suite holds the problems of a file.
type Suite struct {
	Name      string // of the file, as it was given
	Format    Format
	Problems  []Problem
	Malformed []error // one for each problem that was passed over, with file and place
	Doubtful  []error // what is to be said about games whose problem could be read all the same
}

// Format is how a file writes its problems.
type Format string

// The formats, by the usual extension of their files.
const (
	CSV  Format = "csv"  // rows under a header
	EPD  Format = "epd"  // a line each: a FEN and operations
	PDN  Format = "pdn"  // games with FEN and Result
	JSON Format = "json" // an object of JSON a line
)

// sniffed is how many bytes of a file are read to guess its format.
const sniffed = 1 << 16

// Read reads problems in any of the formats: the one of the extension of name, where ".txt" means EPD,
// or else the one that fits the beginning of the text. The error is about the file as a whole; bad
// problems are in Malformed.
func Read(name string, r io.Reader) (Suite, error) {
	in := file.Text(r)
	switch format(name, in) {
	case EPD:
		return ReadEPD(name, in)
	case PDN:
		return ReadPDN(name, in)
	case JSON:
		return ReadObjects(name, in)
	}
	return ReadCSV(name, in)
}

// ReadPositions reads positions without games as Read does, but a CSV file needs only the column fen, or moves, which are played from
// there or from the usual start.
func ReadPositions(name string, r io.Reader) (Suite, error) {
	in := file.Text(r)
	switch format(name, in) {
	case EPD:
		return ReadEPD(name, in)
	case PDN:
		return Suite{}, fmt.Errorf("%s: games are not read here; the name of a file of games ends in .pdn", name)
	case JSON:
		return ReadObjects(name, in)
	}
	return readCSV(name, in, []string{"fen", "moves"})
}

// format tells the format of a file without taking anything from it.
func format(name string, in io.Reader) Format {
	switch file.Extension(name) {
	case ".csv":
		return CSV
	case ".epd", ".txt":
		return EPD
	case ".pdn":
		return PDN
	case ".jsonl", ".json":
		return JSON
	}
	return guess(string(file.Peek(in, sniffed)))
}

// isObject reports whether a line begins an object of JSON. A comment of PDN begins with a brace, too.
func isObject(line string) bool {
	key, found := strings.CutPrefix(strings.TrimLeft(strings.TrimPrefix(line, "{"), " \t"), `"`)
	_, rest, closed := strings.Cut(key, `"`)
	return line[0] == '{' && found && closed && strings.HasPrefix(strings.TrimLeft(rest, " \t"), ":")
}

// onlyTags reports whether each line that says something is a position in a tag FEN: a list of positions, not games.
func onlyTags(head string) bool {
	found := false
	for line := range strings.Lines(head) {
		if line = strings.TrimSpace(file.Decoded(line)); line == "" {
			continue
		}
		fen, rest := board.CutFEN(line)
		_, err := board.ParseFEN(fen)
		if found = line[0] == '[' && rest == "" && err == nil; !found {
			return false
		}
	}
	return found
}

// guess tells the format from the first line that says something.
func guess(head string) Format {
	if onlyTags(head) {
		return EPD
	}
	for line := range strings.Lines(head) {
		line = strings.TrimSpace(file.Decoded(line))
		switch {
		case line == "" || line[0] == '#':
			continue
		case isObject(line):
			return JSON
		case strings.ContainsRune("[{%", rune(line[0])):
			return PDN
		}
		fen, _, _ := board.CutEPD(line)
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

// ReadCSV reads problems from a CSV file with a header, as file.Rows does. It needs the columns id and fen, and result
// (WIN, DRAW or LOSS for the side to move), key_moves (alternatives with blanks between them), or both.
// It may have the columns name, plies and level, and claim with line, themes, rating and deviation; others are passed over. An open quote makes only its own row wrong. The error is about the file as a whole; bad
// rows are in Malformed.
func ReadCSV(name string, r io.Reader) (Suite, error) {
	return readCSV(name, r, []string{"id"}, []string{"fen"}, []string{"result", "key_moves"})
}

// readCSV reads problems from a CSV file with the columns of needs. A row without an answer is an error if the file needs
// a column for answers.
func readCSV(name string, r io.Reader, needs ...[]string) (Suite, error) {
	suite, answered := Suite{Name: name, Format: CSV}, len(needs) > 1
	for row, err := range file.Records(name, r, needs...) {
		if err != nil {
			return suite, err
		}
		e := rawProblem{
			id: cmp.Or(row.Values["id"], fmt.Sprintf("%s:%d", suite.stem(), row.Line)), source: fmt.Sprintf("%s:%d", name, row.Line),
			name: row.Values["name"], plies: row.Values["plies"], level: row.Values["level"],
			fen: row.Values["fen"], result: row.Values["result"], keyMoves: row.Values["key_moves"],
			line: row.Values["line"], claim: row.Values["claim"], themes: row.Values["themes"], rating: row.Values["rating"], deviation: row.Values["deviation"],
		}
		if !answered {
			e.moves = row.Values["moves"]
		}
		p, err := e.problem()
		if err == nil && answered && !p.Answered() {
			err = errors.New("neither a result nor key moves are given")
		}
		if err != nil && row.Surplus {
			err = fmt.Errorf("%w (the row has more values than the header: one with commas needs quotes)", err)
		}
		suite.add(p, err, e.source)
	}
	return suite, nil
}

// ReadPDN reads the games of a PDN file as problems. A game needs a FEN and a Result, which is the
// result of best play; 1-0 says that Black wins. The moves of a game are shown as one solution; there
// may be others. The error is about the file as a whole; games that are no problems are in Malformed.
func ReadPDN(name string, r io.Reader) (Suite, error) {
	suite := Suite{Name: name, Format: PDN}
	number := 0
	var told []error
	tell := func(r pdn.Remark) { told = append(told, errors.New(r.In(name))) }
	for g, err := range pdn.NewReader(r).Told(tell) {
		var broken *pdn.GameError
		if err != nil && !errors.As(err, &broken) {
			return suite, fmt.Errorf("%s: %w", name, err)
		}
		number++
		source := fmt.Sprintf("%s: game %d", name, number)
		p, err := gameProblem(g, rawProblem{source: source, id: fmt.Sprintf("%s#%d", suite.stem(), number)})
		if !g.StartKnown() {
			err = broken.Problems[0].Err
		}
		if broken != nil {
			source = fmt.Sprintf("%s:%d: game %d", name, broken.Line(), number)
		}
		suite.add(p, err, source)
		if err == nil {
			suite.Doubtful = append(suite.Doubtful, told...)
		}
		told = nil
	}
	suite.Doubtful = append(suite.Doubtful, told...)
	if len(suite.Problems) == 0 {
		return suite, fmt.Errorf("%w (no problem in the file)", suite.Malformed[0])
	}
	return suite, nil
}

// gameProblem makes a problem of a game. Source and id of e are set before.
func gameProblem(g *pdn.Game, e rawProblem) (Problem, error) {
	switch {
	case g.Start == board.Start():
		return Problem{}, errors.New("no FEN: the game begins at the start")
	case g.Result == board.Unfinished || g.Result == board.BothLost:
		return Problem{}, fmt.Errorf("result %s does not say who wins", g.Result)
	}
	if winner, won := g.Result.Color(); won {
		if o, _ := g.History().Outcome(); o.Winner == board.Won(winner.Opponent()) {
			return Problem{}, fmt.Errorf("result %s, but by its moves the game is %s", g.Result, o.Winner)
		}
	}
	e.name, e.fen, e.result = g.Tags.Get("Event"), g.Start.FEN(), g.Result.String()
	p, err := e.problem()
	p.Line = g.History().Moves()
	return p, err
}

// ReadEPD reads problems from lines that begin with a FEN, as CheckerBoard's test set
// does, and may go on like the Extended Position Description of chess, with operations
// between semicolons:
//
//	B:WK31:BK18,25 bm 18-23 25-30; id "two ways"; result WIN
//
// There are bm (the best moves, each of them good), am (moves to avoid), id, and result: WIN, DRAW or
// LOSS for the side to move, or a score as PDN writes it, where 1-0 says that Black wins. Others of EPD are
// passed over, and so are empty lines and those that begin with '#'. A line of an anti-book, which has a tab behind the FEN,
// is its position. A line without an answer is
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
	fen, operations, err := board.CutEPD(line)
	if first, _, tab := strings.Cut(line, "\t"); err != nil && tab {
		if _, wrong := board.ParseFEN(first); wrong == nil { // an entry of an anti-book
			fen, err = first, nil
		}
	}
	if err != nil {
		return Problem{}, err
	}
	e.fen = fen
	given := map[string]bool{}
	for _, o := range operations {
		field := e.field(o.Code)
		switch {
		case field == nil:
			continue
		case given[o.Code]:
			return Problem{}, fmt.Errorf("%s is given twice", o.Code)
		case o.Operand == "":
			return Problem{}, fmt.Errorf("%s says nothing", o.Code)
		}
		given[o.Code] = true
		*field = o.Operand
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
