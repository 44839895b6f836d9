package match

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/client"
	"github.com/zonda-checkers/zonda/protocol/client/keyvalue"
)

// ResignRule is the rule by which a side loses that sees itself lost.
type ResignRule struct {
	Score     int  `json:"score"`              // hundredths of a man that the side is behind, or more
	MoveCount int  `json:"movecount"`          // moves of the side in a row
	TwoSided  bool `json:"twosided,omitempty"` // the opponent must have seen itself ahead as far for as many moves
}

// DrawRule is the rule by which a game is drawn that both sides see as level.
type DrawRule struct {
	MoveNumber int `json:"movenumber"` // no game is drawn before each side has so many moves, those of the opening included
	MoveCount  int `json:"movecount"`  // moves of each side in a row
	Score      int `json:"score"`      // hundredths of a man by which a score may differ from 0
}

// The defaults of the rules.
const (
	resignScore = 200
	resignMoves = 3
	drawNumber  = 30
	drawMoves   = 8
	drawScore   = 5
)

// Keys of the rules.
const (
	scoreKey    = "score"
	countKey    = "movecount"
	numberKey   = "movenumber"
	twoSidedKey = "twosided"
	piecesKey   = "pieces"
	onlyKey     = "only"
)

// parseResign reads a rule such as "score=200 movecount=3 twosided". A word that is missing has its default.
func parseResign(text string) (*ResignRule, error) {
	r := &ResignRule{Score: resignScore, MoveCount: resignMoves}
	err := parseRule(text, func(w keyvalue.Word) (known bool, err error) {
		switch w.Key {
		case scoreKey:
			r.Score, err = w.Number(1)
		case countKey:
			r.MoveCount, err = w.Number(1)
		case twoSidedKey:
			r.TwoSided, err = w.Switch()
		default:
			return false, nil
		}
		return true, err
	}, scoreKey, countKey, twoSidedKey)
	return r, err
}

// parseDraw reads a rule such as "movenumber=30 movecount=8 score=5". A word that is missing has its default.
func parseDraw(text string) (*DrawRule, error) {
	d := &DrawRule{MoveNumber: drawNumber, MoveCount: drawMoves, Score: drawScore}
	err := parseRule(text, func(w keyvalue.Word) (known bool, err error) {
		switch w.Key {
		case numberKey:
			d.MoveNumber, err = w.Number(0)
		case countKey:
			d.MoveCount, err = w.Number(1)
		case scoreKey:
			d.Score, err = w.Number(0)
		default:
			return false, nil
		}
		return true, err
	}, numberKey, countKey, scoreKey)
	return d, err
}

// Only says which values of the databases decide games.
type Only string

// The values that decide.
const (
	allValues Only = ""
	OnlyWins  Only = "wins"
	OnlyDraws Only = "draws"
)

// Takes reports whether a value decides a game.
func (o Only) Takes(r board.Result) bool {
	switch {
	case r == board.Unknown:
		return false
	case o == OnlyWins:
		return r != board.Draw
	case o == OnlyDraws:
		return r == board.Draw
	}
	return true
}

// parseDatabases reads a number of pieces, or words such as "pieces=6 only=wins".
func parseDatabases(text string) (pieces int, only Only, err error) {
	if _, failed := strconv.Atoi(text); failed == nil {
		text = piecesKey + "=" + text
	}
	given := false
	err = parseRule(text, func(w keyvalue.Word) (known bool, err error) {
		switch {
		case w.Key == piecesKey:
			given = true
			pieces, err = w.Number(0)
		case w.Key == onlyKey && (Only(w.Value) == OnlyWins || Only(w.Value) == OnlyDraws):
			only = Only(w.Value)
		case w.Key == onlyKey:
			err = fmt.Errorf("only: %s is neither %s nor %s", board.Quote(w.Value), OnlyWins, OnlyDraws)
		default:
			return false, nil
		}
		return true, err
	}, piecesKey, onlyKey)
	if err == nil && !given {
		err = fmt.Errorf("%s= is missing", piecesKey)
	}
	return pieces, only, err
}

// parseRule calls set with every word of text. The error names the keys if set does not know a word.
func parseRule(text string, set func(keyvalue.Word) (known bool, err error), keys ...string) error {
	all, err := keyvalue.Parse(text, twoSidedKey)
	if err != nil {
		return err
	}
	for _, w := range all {
		known, err := set(w)
		switch {
		case err != nil:
			return err
		case !known:
			return fmt.Errorf("unknown key %s: there are %s", board.Quote(w.Key), strings.Join(keys, ", "))
		}
	}
	return nil
}

// adjudicationRules are the rules of a match about scores and length, nil and 0 for none.
type adjudicationRules struct {
	Resign   *ResignRule
	Draw     *DrawRule
	MaxMoves int // of each side, those of the opening included; then the game is drawn
}

// Words for the ends of games.
const (
	ByResign = "resign rule"
	ByDraw   = "draw rule"
	ByLength = "max moves"
)

// adjudicator applies rules to one game.
type adjudicator struct {
	adjudicationRules
	lost, won [2]int // moves in a row with which a side sees itself lost or won, by colour
	level     int    // plies in a row that see the game as level
}

// Add takes a move that side has made and what its engine said of it. Plies is the number of plies of the game with this one. Add reports
// whether the game is over, and how. A move without a depth, which was played without a search, says nothing and ends all rows.
func (j *adjudicator) Add(side board.Color, score client.Score, depth, plies int) (winner board.Winner, by string, over bool) {
	cents, told := centsOf(score)
	told = told && depth > 0
	if r := j.Resign; r != nil {
		countInRow(&j.lost[side], told && cents <= -r.Score)
		countInRow(&j.won[side], told && cents >= r.Score)
		if j.lost[side] >= r.MoveCount && (!r.TwoSided || j.won[side.Opponent()] >= r.MoveCount) {
			return board.Won(side.Opponent()), ByResign, true
		}
		if r.TwoSided && j.won[side] >= r.MoveCount && j.lost[side.Opponent()] >= r.MoveCount {
			return board.Won(side), ByResign, true
		}
	}
	moves := plies / 2
	if d := j.Draw; d != nil {
		countInRow(&j.level, told && max(cents, -cents) <= d.Score)
		if moves >= d.MoveNumber && j.level >= 2*d.MoveCount {
			return board.Drawn, ByDraw, true
		}
	}
	if j.MaxMoves > 0 && moves >= j.MaxMoves {
		return board.Drawn, ByLength, true
	}
	return winner, "", false
}

// countInRow counts a move in a row, or ends the row.
func countInRow(row *int, goesOn bool) {
	if *row++; !goesOn {
		*row = 0
	}
}

// centsOf returns a score in hundredths of a man, and whether there is one. A known win is more than every evaluation.
func centsOf(s client.Score) (cents int, ok bool) {
	const known = math.MaxInt32
	switch {
	case !s.Given:
		return 0, false
	case s.Result == board.Win:
		return known, true
	case s.Result == board.Loss:
		return -known, true
	case s.Result == board.Draw:
		return 0, true
	}
	const hundredths = 100
	return int(math.Round(s.Men * hundredths)), true
}
