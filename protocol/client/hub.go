package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/hub/notation"
)

// hub speaks Hub, version 2, as a host.
type hub struct{ *connection }

func (h hub) greet(ctx context.Context) (name string, declared options, err error) {
	declared = options{}
	h.send("hub")
	err = h.await(ctx, "wait", func(text string) (bool, error) {
		line := parseHub(text)
		switch line.command {
		case "id":
			name = line.arguments["name"] + " " + line.arguments["version"]
		case "param":
			declared.addHub(line.arguments)
		case "error":
			return false, h.fault(Nonsense, "does not speak Hub: %s", line.complaint())
		}
		return line.command == "wait", nil
	})
	return name, declared, err
}

// addHub adds the option declared by the arguments of a param line.
func (o options) addHub(arguments map[string]string) {
	words := strings.Fields(arguments["values"])
	if arguments["type"] == "bool" {
		words = truths
	}
	o.add(option{name: arguments["name"], words: words})
}

// set sets all options at once, since an engine need not answer anything before init.
func (h hub) set(ctx context.Context, settings []setting) error {
	var commands, names []string
	for _, s := range settings {
		if strings.Contains(s.value, `"`) {
			return fmt.Errorf("engine %s: option %s: Hub has no way to write the quotes of %s",
				h.engine, s.name, board.Quote(s.value))
		}
		commands = append(commands, fmt.Sprintf("set-param name=%s value=%s", notation.Quote(s.name), notation.Quote(s.value)))
		names = append(names, s.name)
	}
	complaint, err := h.ready(ctx, "ready", append(commands, "init")...)
	if err == nil && complaint != "" && len(names) > 0 {
		err = fmt.Errorf("engine %s: options %s: %s", h.engine, strings.Join(names, ", "), complaint)
	}
	return err
}

// ready sends commands and waits for the wanted word, which answers the last command. It returns the
// message of the engine's last error line, "" if there was none.
func (h hub) ready(ctx context.Context, wanted string, commands ...string) (complaint string, err error) {
	h.send(commands...)
	err = h.await(ctx, wanted, func(text string) (bool, error) {
		line := parseHub(text)
		if line.command == "error" {
			complaint = line.complaint()
		}
		return line.command == wanted, nil
	})
	return complaint, err
}

// hubLine is a line of Hub: a command and its arguments, those without a value as "".
type hubLine struct {
	command   string
	arguments map[string]string
}

// parseHub reads a line. It never fails: it skips what stands where no name can be, an = without a name too, and a text in
// quotes that is not closed ends with the line.
func parseHub(text string) hubLine {
	words, _ := notation.Words(text)
	line := hubLine{arguments: map[string]string{}}
	if len(words) == 0 {
		return line
	}
	line.command, words = words[0].Text, words[1:]
	for len(words) > 0 {
		if len(words) > 2 && words[1].Kind == notation.Equals {
			line.arguments[words[0].Text] = words[2].Text
			words = words[3:]
			continue
		}
		if words[0].Kind != notation.Equals {
			line.arguments[words[0].Text] = ""
		}
		words = words[1:]
	}
	return line
}

// complaint returns the message of an error line. It is never "".
func (l hubLine) complaint() string {
	return cmp.Or(oneLine(l.arguments["message"], maxText), "error")
}

func (h hub) newGame(ctx context.Context) error {
	_, err := h.ready(ctx, "pong", "new-game", "ping")
	return err
}

func (h hub) place(ctx context.Context, r Request) error {
	complaint, err := h.ready(ctx, "pong", hubPosition(r.Game), hubLevel(r), "ping")
	if err == nil && complaint != "" {
		err = h.fault(Nonsense, "refused the position: %s", complaint)
	}
	return err
}

// hubPosition returns the command that sets up the game's current position: the position in which the
// game began, and all moves. From the moves an engine knows which positions would be repeated. An
// engine that has to guess how the host numbers the board can also learn that from the moves.
func hubPosition(g *board.Game) string {
	command := "pos pos=" + hubSquares(g.Start())
	if len(g.Moves()) == 0 {
		return command
	}
	moves := make([]string, len(g.Moves()))
	for i, m := range g.Moves() {
		moves[i] = notation.MoveText(m)
	}
	return command + ` moves="` + strings.Join(moves, " ") + `"`
}

// hubSquares returns the letter of the side to move and then one letter for each square, in the order
// of the squares.
func hubSquares(p board.Position) string {
	return string(p.Turn.Letter()) + strings.ReplaceAll(p.Letters(), ".", "e")
}

// hubLevel returns the command for the limits of a search. Hub adds the increment to the clock before
// the move, this package after the move.
func hubLevel(r Request) string {
	switch l := r.Limits; {
	case l.MoveTime > 0:
		return "level move-time=" + decimal(l.MoveTime, time.Second)
	case l.Nodes > 0:
		return fmt.Sprintf("level nodes=%d", l.Nodes)
	case l.Depth > 0:
		return fmt.Sprintf("level depth=%d", l.Depth)
	default:
		turn := r.Game.Position().Turn
		left, increment := r.Clocks[turn], r.Increments[turn]
		command := "level time=" + decimal(left-increment, time.Second) + " inc=" + decimal(increment, time.Second)
		if r.MovesToGo > 0 {
			command += fmt.Sprintf(" moves=%d", r.MovesToGo)
		}
		return command
	}
}

func (h hub) search(Request) string { return "go think" }

func (h hub) readLine(text string, t *searchInfo) (answer string, done bool) {
	switch line := parseHub(text); line.command {
	case "done":
		return line.arguments["move"], true
	case "error":
		t.complaint = line.complaint()
	case "info":
		t.add(line.report())
	}
	return "", false
}

// report reads the arguments of an info line. Unknown arguments are skipped.
func (l hubLine) report() report {
	r := report{depth: count(l.arguments["depth"])}
	if line := strings.Fields(l.arguments["pv"]); len(line) > 0 {
		r.principal = line
	}
	if nodes, err := strconv.ParseUint(l.arguments["nodes"], 10, 64); err == nil {
		r.nodes, r.hasNodes = nodes, true
	}
	if men, err := strconv.ParseFloat(l.arguments["score"], 64); err == nil {
		r.score = evaluation(men)
	}
	return r
}

func (h hub) find(p board.Position, answer string) (board.Move, error) {
	if _, err := board.ParsePath(answer); err != nil {
		return board.Move{}, h.fault(Nonsense, "answered %s in %s", board.Quote(answer), p)
	}
	m, err := notation.ParseMove(p, answer)
	if err != nil {
		return board.Move{}, h.fault(IllegalMove, "answered %s, which is no legal move in %s", board.Quote(answer), p)
	}
	return m, nil
}

// option is a setting that an engine declares.
type option struct {
	name   string   // as the engine spells it
	button bool     // it takes no value
	words  []string // its values, if they are words; empty for any value
}

// truths are the values of an option that is on or off.
var truths = []string{"true", "false"}

// spelled returns a value as the engine spells it if it is one of the engine's words in another case, else the value itself.
func (o option) spelled(value string) string {
	if i := slices.IndexFunc(o.words, func(word string) bool { return strings.EqualFold(word, value) }); i >= 0 {
		return o.words[i]
	}
	return value
}

// options are the options that an engine declares, by their names in lower case.
type options map[string]option

func (o options) add(declared option) { o[strings.ToLower(declared.name)] = declared }

// setting is a value for an option that the engine has.
type setting struct {
	option
	value string
}

const (
	moveRuleOption = "MoveRule"
	ponderOption   = "Ponder"
	frameOption    = "frame"   // Hub: how the board is numbered
	standardFrame  = "acf"     // the usual numbering, which this package uses
	variantOption  = "variant" // Hub: which variant of draughts
	englishVariant = "english"
)

// ErrNoOption is the error of a Spec that sets an option which its engine does not declare.
var ErrNoOption = errors.New("has no option")

// settings returns the options to set for a match. First come the options of the Spec, all of which the
// engine must declare. Then come the options that the match needs, if the engine declares them and the
// Spec does not set them.
func (o options) settings(spec Spec, setup Setup) ([]setting, error) {
	var all []setting
	given := map[string]bool{}
	for _, s := range spec.Options {
		key := strings.ToLower(s.Name)
		declared, ok := o[key]
		if !ok {
			return nil, fmt.Errorf("%w %s", ErrNoOption, board.Quote(s.Name))
		}
		given[key] = true
		all = append(all, setting{declared, declared.spelled(s.Value)})
	}
	demand := func(name, value string) {
		key := strings.ToLower(name)
		if declared, ok := o[key]; ok && !given[key] {
			all = append(all, setting{declared, value})
		}
	}
	demand(moveRuleOption, strconv.Itoa(setup.MoveRule))
	if spec.Ponder {
		demand(ponderOption, "true")
	}
	for _, choice := range []Setting{{variantOption, englishVariant}, {frameOption, standardFrame}} {
		if slices.Contains(o[choice.Name].words, choice.Value) {
			demand(choice.Name, choice.Value)
		}
	}
	return all, nil
}
