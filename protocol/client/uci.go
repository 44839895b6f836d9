package client

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
)

// uci speaks the project's text protocol.
type uci struct{ *connection }

func (u uci) greet(ctx context.Context) (name string, declared options, err error) {
	declared = options{}
	u.send("uci")
	err = u.await(ctx, "uciok", func(text string) (bool, error) {
		words := strings.Fields(text)
		switch {
		case len(words) == 0:
		case words[0] == "uciok":
			return true, nil
		case words[0] == "id" && len(words) > 2 && words[1] == "name":
			name = strings.Join(words[2:], " ")
		case words[0] == "option":
			declared.addUCI(words[1:])
		}
		return false, nil
	})
	return name, declared, err
}

// addUCI adds the option declared by the words "name N type T ...".
func (o options) addUCI(words []string) {
	kind := slices.Index(words, "type")
	if kind < 2 || words[0] != "name" {
		return
	}
	declared := option{name: strings.Join(words[1:kind], " ")}
	switch rest := words[kind+1:]; {
	case len(rest) == 0:
	case rest[0] == "button":
		declared.button = true
	case rest[0] == "check":
		declared.words = truths
	case rest[0] == "combo":
		declared.words = strings.Split(strings.Join(rest, " "), " var ")[1:] // a value may have several words
	}
	o.add(declared)
}

// set sets options one at a time, so that an error names the right option.
func (u uci) set(ctx context.Context, settings []setting) error {
	for _, s := range settings {
		command := "setoption name " + s.name
		switch {
		case s.button:
		case s.value == "":
			command += " value <empty>"
		default:
			command += " value " + s.value
		}
		complaint, err := u.ready(ctx, command)
		if err == nil && complaint != "" {
			err = fmt.Errorf("engine %s: option %s: %s", u.engine, s.name, complaint)
		}
		if err != nil {
			return err
		}
	}
	_, err := u.ready(ctx)
	return err
}

// ready sends commands, waits until the engine has dealt with them, and returns the message of its last
// error line.
func (u uci) ready(ctx context.Context, commands ...string) (complaint string, err error) {
	u.send(append(commands, "isready")...)
	err = u.await(ctx, "readyok", func(text string) (bool, error) {
		if c, ok := uciComplaint(text); ok {
			complaint = c
		}
		return strings.TrimSpace(text) == "readyok", nil
	})
	return complaint, err
}

// uciComplaint returns the message of an error line, and false for any other line.
func uciComplaint(text string) (string, bool) {
	said, ok := strings.CutPrefix(text, "info string ")
	return oneLine(said, maxText), ok && strings.HasPrefix(said, "error")
}

func (u uci) newGame(ctx context.Context) error {
	_, err := u.ready(ctx, "ucinewgame")
	return err
}

// retryPause is how long the player waits before it sends a refused position again: some engines print
// their move a moment before their search ends, and refuse positions until then.
const retryPause = 50 * time.Millisecond

func (u uci) place(ctx context.Context, r Request) error {
	complaint, err := u.ready(ctx, uciPosition(r.Game))
	if err == nil && complaint != "" {
		time.Sleep(retryPause)
		complaint, err = u.ready(ctx, uciPosition(r.Game))
	}
	if err == nil && complaint != "" {
		err = u.fault(Nonsense, "refused the position: %s", complaint)
	}
	return err
}

// uciPosition returns the command that sets up the game's current position and its history.
func uciPosition(g *board.Game) string {
	command := "position startpos"
	if g.Start() != board.Start() {
		command = "position fen " + g.Start().FEN()
	}
	if moves := g.Moves(); len(moves) > 0 {
		command += " moves " + g.Start().LineText(moves)
	}
	return command
}

func (u uci) search(r Request) string {
	switch l := r.Limits; {
	case l.MoveTime > 0:
		return fmt.Sprintf("go movetime %d", millis(l.MoveTime))
	case l.Nodes > 0:
		return fmt.Sprintf("go nodes %d", l.Nodes)
	case l.Depth > 0:
		return fmt.Sprintf("go depth %d", l.Depth)
	default:
		command := fmt.Sprintf("go btime %d wtime %d binc %d winc %d",
			millis(r.Clocks[board.Black]), millis(r.Clocks[board.White]),
			r.Increments[board.Black].Milliseconds(), r.Increments[board.White].Milliseconds())
		if r.MovesToGo > 0 {
			command += fmt.Sprintf(" movestogo %d", r.MovesToGo)
		}
		return command
	}
}

// millis returns a time in milliseconds, 1 at least: engines do not agree on the meaning of 0.
func millis(d time.Duration) int64 { return max(1, d.Milliseconds()) }

func (u uci) readLine(text string, t *searchInfo) (answer string, done bool) {
	if complaint, ok := uciComplaint(text); ok {
		t.complaint = complaint
		return "", false
	}
	words := strings.Fields(text)
	switch {
	case len(words) == 0:
	case words[0] == "bestmove":
		return strings.Join(words[1:min(2, len(words))], ""), true
	case words[0] == "info":
		t.add(parseInfo(words[1:]))
	}
	return "", false
}

func (u uci) find(p board.Position, answer string) (board.Move, error) {
	m, err := p.ParseMove(answer)
	switch {
	case errors.Is(err, board.ErrSyntax):
		return board.Move{}, u.fault(Nonsense, "answered %s in %s", board.Quote(answer), p)
	case err != nil:
		return board.Move{}, u.fault(IllegalMove, "answered %s, which is no legal move in %s", board.Quote(answer), p)
	}
	return m, nil
}

// parseInfo reads the words after info. Unknown words are skipped.
func parseInfo(words []string) report {
	var r report
	for len(words) > 0 {
		key, value := words[0], ""
		if words = words[1:]; len(words) > 0 {
			value = words[0]
		}
		switch key {
		case "string":
			return r
		case "pv":
			if len(words) > 0 {
				r.principal = words
			}
			return r
		case "depth":
			r.depth = count(value)
		case "multipv":
			r.line = count(value)
		case "nodes":
			nodes, err := strconv.ParseUint(value, 10, 64)
			if err == nil {
				r.nodes, r.hasNodes = nodes, true
			}
		case "seldepth":
			r.SelDepth = count(value)
		case "hashfull":
			r.HashFull = count(value)
		case "tbhits":
			r.TBHits = uint64(count(value))
		case "score":
			r.score, words = parseInfoScore(words)
		case "lowerbound", "upperbound":
			r.bound = true
		}
	}
	return r
}

// parseInfoScore reads a score at the beginning of words and returns the rest.
func parseInfoScore(words []string) (Score, []string) {
	if len(words) == 0 {
		return Score{}, nil
	}
	if words[0] == "mate" && len(words) > 1 {
		return mate(words[1]), words[2:]
	}
	if words[0] != "cp" {
		return parseResult(words)
	}
	if len(words) > 1 {
		if cents, err := strconv.ParseInt(words[1], 10, 64); err == nil {
			return evaluation(float64(cents) / 100), words[2:]
		}
	}
	return Score{}, words[1:]
}

// mate returns the score of an engine that tells wins as engines of chess do: in so many of its own moves, or below zero a loss in so many
// moves of the opponent.
func mate(text string) Score {
	n, err := strconv.Atoi(text)
	switch {
	case err != nil || n > maxMate || n < -maxMate:
		return Score{}
	case n > 0:
		return Score{Given: true, Result: board.Win, Plies: 2*n - 1}
	}
	return Score{Given: true, Result: board.Loss, Plies: -2 * n}
}

// maxMate is more moves than any win has.
const maxMate = 10_000

// count reads a whole number. It returns 0 if text is not a number or the number is negative.
func count(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// Score is an engine's evaluation, for the side that moved.
type Score struct {
	Given  bool         // false: the engine reported no score
	Result board.Result // Unknown if the score is only an evaluation
	Plies  int          // to the end of the game, 0 if unknown
	Men    float64      // the evaluation in men, if Result is Unknown
}

// maxMen is the largest evaluation, in men, that is accepted. It is larger than any engine's infinity.
const maxMen = 1e6

// evaluation returns the score of an evaluation in men. For a number that no evaluation can be, the
// score is not Given.
func evaluation(men float64) Score {
	if math.IsNaN(men) || math.Abs(men) > maxMen {
		return Score{}
	}
	return Score{Given: true, Men: men}
}

// String returns the score as it stands in a game record: "+0.35", "win 31", "win",
// "loss 12", "draw", and "" if none was given.
func (s Score) String() string {
	switch {
	case !s.Given:
		return ""
	case s.Result == board.Unknown:
		return fmt.Sprintf("%+.2f", math.Round(s.Men*100)/100+0) // + 0 makes zero of minus zero
	case s.Plies > 0 && s.Result != board.Draw:
		return fmt.Sprintf("%v %d", s.Result, s.Plies)
	default:
		return s.Result.String()
	}
}

// opposite returns the score for the other side.
func (s Score) opposite() Score {
	s.Men = -s.Men
	switch s.Result {
	case board.Win:
		s.Result = board.Loss
	case board.Loss:
		s.Result = board.Win
	}
	return s
}

// IsDraw reports whether s is a known draw, or an evaluation that is 0 to a hundredth of a man.
func (s Score) IsDraw() bool {
	const halfHundredth = 0.005
	return s.Given && (s.Result == board.Draw || s.Result == board.Unknown && math.Abs(s.Men) < halfHundredth)
}

// ParseScore reads the text of a score, as String returns it. The bool is false if there is no score in
// text.
func ParseScore(text string) (Score, bool) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return Score{}, false
	}
	if result, rest := parseResult(words); result.Given {
		return result, len(rest) == 0
	}
	men, err := strconv.ParseFloat(words[0], 64)
	s := evaluation(men)
	return s, err == nil && len(words) == 1 && s.Given
}

// parseResult reads "win N", "loss N", "win", "loss" or "draw" at the beginning of words, and returns
// the score and the remaining words. If words do not begin with a result, the score is not Given and
// all words remain.
func parseResult(words []string) (Score, []string) {
	s := Score{Given: true}
	switch words[0] {
	case "win":
		s.Result = board.Win
	case "loss":
		s.Result = board.Loss
	case "draw":
		return Score{Given: true, Result: board.Draw}, words[1:]
	default:
		return Score{}, words
	}
	if len(words) > 1 {
		if plies, err := strconv.Atoi(words[1]); err == nil && plies >= 0 {
			s.Plies = plies
			return s, words[2:]
		}
	}
	return s, words[1:]
}
