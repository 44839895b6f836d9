package suite

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/number"
)

// Object is a problem as an object of JSON: a file has one on each line.
type Object struct {
	ID        string   `json:"id"`
	FEN       string   `json:"fen"`
	Result    string   `json:"result"` // of the side to move: win, draw, loss or unknown
	Claim     string   `json:"claim"`  // value, man, save or ground; empty if the file says nothing
	Rating    float64  `json:"rating"`
	Deviation float64  `json:"deviation"`
	Themes    []string `json:"themes"`
	Keys      []string `json:"key_moves"`
	Line      string   `json:"line"`
}

// Object returns the problem as an object. ReadObjects reads the same problem from it, but for moves to avoid, plies and level.
func (p Problem) Object() Object {
	o := Object{
		ID: p.ID, FEN: p.Position.FEN(), Result: strings.ToLower(p.Result.String()), Claim: string(p.Claim), Rating: p.Rating, Deviation: p.Deviation,
		Themes: append([]string{}, p.Themes...), Keys: []string{}, Line: p.Position.LineText(p.Line),
	}
	for _, m := range p.KeyMoves {
		o.Keys = append(o.Keys, p.Position.MoveText(m))
	}
	return o
}

// ReadObjects reads problems from lines of JSON, as zonda problems list --json prints them. Unknown fields are passed over, and so are
// empty lines and those that begin with '#'. The error is about the file as a whole; bad lines are in Malformed.
func ReadObjects(name string, r io.Reader) (Suite, error) {
	suite := Suite{Name: name, Format: JSON}
	for row, err := range file.Lines(r) {
		source := fmt.Sprintf("%s:%d", name, row.Line)
		if err != nil {
			return suite, fmt.Errorf("%s: %w", source, err)
		}
		var o Object
		data := number.PlainJSON([]byte(row.Fields[0]))
		if err := json.Unmarshal(data, &o); err != nil {
			suite.add(Problem{}, fmt.Errorf("this is no problem in JSON: %w", number.InWords(err, data)), source)
			continue
		}
		o.ID = cmp.Or(o.ID, fmt.Sprintf("%s:%d", suite.stem(), row.Line))
		p, err := o.raw(source).problem()
		suite.add(p, err, source)
	}
	if len(suite.Problems)+len(suite.Malformed) == 0 {
		return suite, fmt.Errorf("%s: the file is empty", name)
	}
	return suite, nil
}

// raw returns the texts of an object.
func (o Object) raw(source string) rawProblem {
	number := func(n float64) string { return strconv.FormatFloat(n, 'g', -1, 64) }
	e := rawProblem{
		id: o.ID, source: source, fen: o.FEN, result: o.Result, keyMoves: strings.Join(o.Keys, " "), line: o.Line,
		claim: o.Claim, themes: strings.Join(o.Themes, " "), rating: number(o.Rating), deviation: number(o.Deviation),
	}
	if strings.EqualFold(e.result, board.Unknown.String()) {
		e.result = ""
	}
	return e
}
