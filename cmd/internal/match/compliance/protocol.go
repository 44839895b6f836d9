package compliance

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/client"
	"github.com/zonda-checkers/zonda/protocol/hub/notation"
)

// report is what an engine tells during a search.
type report struct {
	scored bool     // it has a score
	wins   int      // plies of a known win or loss, below 0 for a loss, 0 for none
	wrong  string   // a number that is none, "" if all are
	line   []string // the moves
}

// protocol is what differs between the protocols.
type protocol interface {
	hello() (say, wanted string)
	begun(lines []string) error           // whether the lines introduce an engine
	ready(introduction []string) []string // lines that end it
	ping() string
	pong() string
	newGame() string
	position(g *board.Game) string
	wrong() []string // positions that are none
	complains(line string) bool
	limited() map[string][]string // searches by their limits
	search(limit string) []string // one of depth, endless and ponder
	ponderHit() string
	move(line string) (move string, done bool)
	none(move string) bool // there is no move to make
	report(line string) (report, bool)
	find(p board.Position, move string) (board.Move, error)
}

// The searches that rules ask for.
const (
	shallow = "shallow"
	endless = "endless"
	ponder  = "ponder"
)

// of returns the protocol of a protocol.
func of(p client.Protocol) protocol {
	switch p {
	case client.Hub:
		return hubProtocol{}
	case client.CheckerBoard:
		return checkerBoardProtocol{}
	}
	return textProtocol{}
}

// checkerBoardProtocol is the text protocol of a library that knows times only.
type checkerBoardProtocol struct{ textProtocol }

func (p checkerBoardProtocol) limited() map[string][]string {
	limits := p.textProtocol.limited()
	delete(limits, "depth")
	delete(limits, "nodes")
	return limits
}

func (p checkerBoardProtocol) search(limit string) []string {
	if limit == shallow {
		return []string{"go movetime 50"}
	}
	return p.textProtocol.search(limit)
}

// textProtocol is the text protocol.
type textProtocol struct{}

func (textProtocol) hello() (say, wanted string) { return "uci", "uciok" }
func (textProtocol) ready([]string) []string     { return nil }
func (textProtocol) ping() string                { return "isready" }
func (textProtocol) pong() string                { return "readyok" }
func (textProtocol) newGame() string             { return "ucinewgame" }
func (textProtocol) ponderHit() string           { return "ponderhit" }
func (textProtocol) none(move string) bool {
	return move == "none" || move == "(none)" || move == "0000"
}

var uciOption = regexp.MustCompile(`^option name \S.* type (check( default (true|false))?|spin default -?\d+ min -?\d+ max -?\d+|combo default .+( var .+)+|button|string default .*)$`)

func (textProtocol) begun(lines []string) error {
	if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "id name ") }) {
		return fmt.Errorf("no line id name before uciok")
	}
	for _, l := range lines {
		if strings.HasPrefix(l, "option") && !uciOption.MatchString(l) {
			return fmt.Errorf("an option is not well-formed: %s", board.Quote(l))
		}
	}
	return nil
}

func (textProtocol) position(g *board.Game) string {
	command := "position startpos"
	if g.Start() != board.Start() {
		command = "position fen " + g.Start().FEN()
	}
	if len(g.Moves()) > 0 {
		command += " moves " + g.Start().LineText(g.Moves())
	}
	return command
}

func (textProtocol) wrong() []string {
	return []string{"position startpos moves 1-32", "position fen B:W33:B0", "position fen nonsense"}
}

func (textProtocol) complains(line string) bool { return strings.HasPrefix(line, "info string") }

func (textProtocol) limited() map[string][]string {
	return map[string][]string{
		"depth": {"go depth 3"}, "nodes": {"go nodes 2000"}, "movetime": {"go movetime 100"},
		"a clock of one side": {"go btime 3000 binc 0"}, "movestogo": {"go btime 3000 wtime 3000 binc 10 winc 10 movestogo 20"},
	}
}

func (textProtocol) search(limit string) []string {
	return []string{map[string]string{shallow: "go depth 2", endless: "go infinite", ponder: "go ponder btime 3000 wtime 3000"}[limit]}
}

func (textProtocol) move(line string) (move string, done bool) {
	words := strings.Fields(line)
	if len(words) == 0 || words[0] != "bestmove" {
		return "", false
	}
	return strings.Join(words[1:min(2, len(words))], ""), true
}

// numbers are the words of an info line that a whole number follows.
var numbers = []string{"depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time", "currmovenumber"}

func (textProtocol) report(line string) (r report, ok bool) {
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "info" || words[1] == "string" {
		return r, false
	}
	for i, word := range words[:len(words)-1] {
		next := words[i+1]
		switch {
		case slices.Contains(numbers, word):
			if _, err := strconv.ParseUint(next, 10, 64); err != nil {
				r.wrong = word + " " + next
			}
		case word == "score":
			r.scored = true
		case word == "cp":
			if _, err := strconv.Atoi(next); err != nil {
				r.wrong = word + " " + next
			}
		case word == "win":
			r.wins, _ = strconv.Atoi(next)
		case word == "loss":
			r.wins, _ = strconv.Atoi("-" + next)
		case word == "pv":
			r.line = words[i+1:]
			return r, true
		}
	}
	return r, true
}

func (textProtocol) find(p board.Position, move string) (board.Move, error) { return p.ParseMove(move) }

// hubProtocol is the Hub protocol.
type hubProtocol struct{}

func (hubProtocol) hello() (say, wanted string) { return "hub", "wait" }
func (hubProtocol) ping() string                { return "ping" }
func (hubProtocol) pong() string                { return "pong" }
func (hubProtocol) newGame() string             { return "new-game" }
func (hubProtocol) ponderHit() string           { return "ponder-hit" }
func (hubProtocol) none(move string) bool       { return move == "" }

// ready asks for the usual numbers of squares if an engine knows others.
func (hubProtocol) ready(introduction []string) []string {
	if slices.ContainsFunc(introduction, func(l string) bool { return strings.HasPrefix(l, "param name=frame ") && strings.Contains(l, "acf") }) {
		return []string{"set-param name=frame value=acf", "init"}
	}
	return []string{"init"}
}

var hubParam = regexp.MustCompile(`^param name=("[^"]*"|\S+) value=("[^"]*"|\S+) type=(bool|int|real|string|enum)\b`)

func (hubProtocol) begun(lines []string) error {
	if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "id ") && strings.Contains(l, "name=") }) {
		return fmt.Errorf("no line id name= before wait")
	}
	for _, l := range lines {
		if strings.HasPrefix(l, "param") && !hubParam.MatchString(l) {
			return fmt.Errorf("a parameter is not well-formed: %s", board.Quote(l))
		}
	}
	return nil
}

func (hubProtocol) position(g *board.Game) string {
	command := "pos pos=" + string(g.Start().Turn.Letter()) + strings.ReplaceAll(g.Start().Letters(), ".", "e")
	if len(g.Moves()) == 0 {
		return command
	}
	var moves []string
	for _, m := range g.Moves() {
		moves = append(moves, notation.MoveText(m))
	}
	return command + ` moves="` + strings.Join(moves, " ") + `"`
}

func (hubProtocol) wrong() []string {
	return []string{"pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"1-32\"", "pos pos=short"}
}

func (hubProtocol) complains(line string) bool { return strings.HasPrefix(line, "error") }

func (hubProtocol) limited() map[string][]string {
	return map[string][]string{
		"depth": {"level depth=3", "go think"}, "nodes": {"level nodes=2000", "go think"}, "move-time": {"level move-time=0.1", "go think"},
		"time": {"level time=3 inc=0.01", "go think"}, "moves": {"level time=3 moves=20", "go think"},
	}
}

func (hubProtocol) search(limit string) []string {
	return map[string][]string{shallow: {"level depth=2", "go think"}, endless: {"level infinite", "go analyze"}, ponder: {"level time=3", "go ponder"}}[limit]
}

// arguments returns the arguments of a line that begins with a command.
func (hubProtocol) arguments(line, command string) (arguments map[string]string, ok bool) {
	words, _ := notation.Words(line)
	if len(words) == 0 || words[0].Text != command {
		return nil, false
	}
	arguments = map[string]string{}
	for i := 1; i+2 < len(words); i++ {
		if words[i+1].Kind == notation.Equals {
			arguments[words[i].Text] = words[i+2].Text
		}
	}
	return arguments, true
}

func (h hubProtocol) move(line string) (move string, done bool) {
	arguments, done := h.arguments(line, "done")
	return arguments["move"], done
}

func (h hubProtocol) report(line string) (r report, ok bool) {
	arguments, ok := h.arguments(line, "info")
	for _, name := range []string{"depth", "mean-depth", "score", "nodes", "time", "nps"} {
		if text, told := arguments[name]; told {
			if _, err := strconv.ParseFloat(text, 64); err != nil {
				r.wrong = name + "=" + text
			}
		}
	}
	_, r.scored = arguments["score"]
	r.line = strings.Fields(arguments["pv"])
	return r, ok
}

func (hubProtocol) find(p board.Position, move string) (board.Move, error) {
	return notation.ParseMove(p, move)
}
