package suite

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Problem is a position with what is known of it: the result for the side to move,
// the moves that keep it, those that do not, or several of these; or nothing.
type Problem struct {
	ID       string
	Source   string // file and line or game, for messages
	Name     string // empty if the file gives none
	Plies    int    // of the win with best play, if a file of CSV says so; otherwise 0
	Level    int    // how hard it is for people, 1 for the easiest, if a file of CSV says so; otherwise 0
	Position board.Position
	Result   board.Result // Unknown if only moves are given
	KeyMoves []board.Move // alternatives; empty if none are given
	Avoid    []board.Move // moves that are no solution; none of them is a key move
	Line     []board.Move // one way to play on, to look at

	Claim     Claim    // what only the key moves do, if a file of CSV says so; otherwise empty
	Themes    []string // what it is about, if a file of CSV says so; the first most of all
	Rating    float64  // on the scale of the levels, if a file of CSV says so; otherwise 0
	Deviation float64  // of the rating
}

// Claim is what a problem promises of its key moves.
type Claim string

// The claims.
const (
	Value Claim = "value" // they alone keep the result
	Man   Claim = "man"   // they alone win a man by force; the result may be unknown
	Save  Claim = "save"  // they alone lose no man by force; the result may be unknown

	Ground Claim = "ground" // they alone have the most material after captures and two quiet plies, by a man or a king; the result is unknown
)

// Claims are all claims.
var Claims = []Claim{Value, Man, Save, Ground}

// Need returns by how many pieces the side to move of p is ahead at least after the key moves of a shot, and not after any other move.
func (c Claim) Need(p board.Position) int {
	need := p.Lead(p.Turn)
	if c == Man {
		need++
	}
	return need
}

// maxRating bounds ratings and deviations: nothing has one beyond it.
const maxRating = 10_000

// Answered reports whether anything is known of the problem.
func (p Problem) Answered() bool {
	return p.Result != board.Unknown || len(p.KeyMoves) > 0 || len(p.Avoid) > 0
}

// Scores that count as an answer where no key move is known.
const (
	decisive = eval.Man * 3 / 2 // a score of this size counts as a win or a loss
	drawish  = eval.Man / 2     // a draw is no farther from level than this
)

// SolvedBy reports whether the result of a search solved the problem. If there are key moves, the move is one of them, or
// it is proven that the move keeps the value too. Otherwise the move is not one to avoid, and a result that is given is
// known from the databases or fits the score.
func (p Problem) SolvedBy(best search.Info) bool {
	switch {
	case slices.Contains(p.KeyMoves, best.Move()):
		return true
	case len(p.Avoid) > 0 && (len(best.PV) == 0 || slices.Contains(p.Avoid, best.Move())):
		return false
	case len(p.KeyMoves) > 0:
		return p.keptBy(best)
	case p.Result == board.Unknown:
		return p.Answered()
	}
	return p.fits(best)
}

// keptBy reports whether the move of a search is proven to win, or to draw if no more is wanted. A move that loses keeps
// nothing, even in a lost position: there the key moves are those that make the win hard.
func (p Problem) keptBy(best search.Info) bool {
	switch {
	case best.Move().IsNone():
		return false
	case best.Known == board.Win || best.Known == board.Unknown && best.Score.IsWin():
		return true
	}
	return best.Known == board.Draw && p.Result == board.Draw
}

// fits reports whether the known result or the score of a search agrees with p.Result.
func (p Problem) fits(best search.Info) bool {
	if best.Known != board.Unknown {
		return best.Known == p.Result
	}
	switch score := best.Score; p.Result {
	case board.Win:
		return score >= decisive
	case board.Loss:
		return score <= -decisive
	default:
		return -drawish <= score && score <= drawish
	}
}

// Wanted returns the answer in words, "win by 22-25 or 22-18" or "draw, not 11-15", and ""
// if none is known.
func (p Problem) Wanted() string {
	text := ""
	if p.Result != board.Unknown {
		text = p.Result.String()
	}
	if len(p.KeyMoves) > 0 {
		text = joined(text, " by ", p.choice(p.KeyMoves))
	}
	if len(p.Avoid) > 0 {
		text = joined(text, ", ", "not "+p.choice(p.Avoid))
	}
	return text
}

// joined returns two texts with something between them, or only the second.
func joined(first, between, second string) string {
	if first == "" {
		return second
	}
	return first + between + second
}

func (p Problem) choice(moves []board.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = p.Position.MoveText(m)
	}
	return strings.Join(texts, " or ")
}

// rawProblem is a problem as texts of a file.
type rawProblem struct {
	id, source      string
	name, plies     string
	level           string
	fen, result     string
	moves           string // from the FEN, or from the usual start without one, to the problem
	keyMoves, avoid string // with blanks or commas between them
	line            string // with blanks between the moves
	claim           string
	themes          string // with blanks between them
	rating          string
	deviation       string
}

// problem reads the texts and returns the problem, or what is wrong with it.
func (e rawProblem) problem() (p Problem, err error) {
	p = Problem{ID: e.id, Source: e.source, Name: e.name}
	p.Plies, _ = strconv.Atoi(e.plies) // 0 for a number that cannot be read: nothing depends on it
	p.Level, _ = strconv.Atoi(e.level) // likewise
	if p.Position = board.Start(); e.fen != "" || e.moves == "" {
		if p.Position, err = board.ParseFEN(e.fen); err != nil {
			return p, err
		}
	}
	if e.moves != "" {
		g := board.NewGame(p.Position)
		if err := g.PlayText(board.MoveWords(e.moves)...); err != nil {
			return p, err
		}
		p.ID, p.Position = strings.TrimSpace(e.fen+" "+g.Start().LineText(g.Moves())), g.Position()
	}
	if p.Position.Finished() || !p.Position.HasMove() {
		return p, fmt.Errorf("FEN %s: there is no move to make", board.Quote(cmp.Or(e.fen, p.Position.FEN())))
	}
	if p.Result, err = parseResult(e.result, p.Position.Turn); err != nil {
		return p, err
	}
	if p.KeyMoves, err = parseMoves(p.Position, e.keyMoves); err != nil {
		return p, fmt.Errorf("key move: %w", err)
	}
	if p.Avoid, err = parseMoves(p.Position, e.avoid); err != nil {
		return p, fmt.Errorf("move to avoid: %w", err)
	}
	if err := e.grade(&p); err != nil {
		return p, err
	}
	return p, p.check()
}

// grade reads what a trainer needs of a problem: its claim, and with it the line, the themes and the rating. Without a claim the other
// texts may mean anything.
func (e rawProblem) grade(p *Problem) (err error) {
	if e.claim == "" {
		return nil
	}
	g := board.NewGame(p.Position)
	if err := g.PlayText(board.MoveWords(e.line)...); err != nil {
		return fmt.Errorf("line: %w", err)
	}
	p.Line = g.Moves()
	p.Claim = Claim(strings.ToLower(e.claim))
	if !slices.Contains(Claims, p.Claim) {
		return fmt.Errorf("claim %s is not value, man, save or ground", board.Quote(e.claim))
	}
	p.Themes = strings.Fields(e.themes)
	if p.Rating, err = parseRating(e.rating); err == nil {
		p.Deviation, err = parseRating(e.deviation)
	}
	return err
}

// parseRating reads a rating or its deviation, 0 for none.
func parseRating(text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	rating, err := strconv.ParseFloat(text, 64)
	if err != nil || !(rating >= 0 && rating <= maxRating) {
		return 0, fmt.Errorf("rating %s is not 0 to %d", board.Quote(text), maxRating)
	}
	return rating, nil
}

// check returns an error if no move can be the answer.
func (p Problem) check() error {
	for _, m := range p.KeyMoves {
		if slices.Contains(p.Avoid, m) {
			return fmt.Errorf("move %s is both a key move and one to avoid", p.Position.MoveText(m))
		}
	}
	var l board.MoveList
	p.Position.Moves(&l)
	if !slices.ContainsFunc(l.Slice(), func(m board.Move) bool { return !slices.Contains(p.Avoid, m) }) {
		return errors.New("every move is one to avoid")
	}
	return nil
}

// parseMoves reads moves of a position.
func parseMoves(p board.Position, text string) (moves []board.Move, err error) {
	for part := range strings.SplitSeq(text, ",") {
		for _, word := range board.MoveWords(part) {
			m, err := p.ParseMove(word)
			if err != nil {
				return nil, err
			}
			if !slices.Contains(moves, m) {
				moves = append(moves, m)
			}
		}
	}
	return moves, nil
}

// parseResult reads a result as a word, for the side to move, or as a score of PDN, which
// names the side that wins: turn is to move.
func parseResult(text string, turn board.Color) (board.Result, error) {
	for _, r := range []board.Result{board.Win, board.Draw, board.Loss} {
		if strings.EqualFold(text, r.String()) {
			return r, nil
		}
	}
	score, ok := pdn.ParseResult(text)
	if !ok || score == board.BothLost {
		return board.Unknown, fmt.Errorf("result %s is not WIN, DRAW or LOSS, nor a score such as 1-0", board.Quote(text))
	}
	return score.For(turn), nil
}

// quotes are the quotation marks around names and results.
const quotes = "\"'“”"
