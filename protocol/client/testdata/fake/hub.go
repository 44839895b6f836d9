package fake

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// hub carries out a line of Hub.
func (e *engine) hub(text string) exit {
	command, rest, _ := strings.Cut(text, " ")
	arguments := hubArguments(rest)
	switch command {
	case "hub":
		e.say(`id name="%s" version=1 author=nobody country=""`, e.arguments["name"])
		e.say(`param name=hash value=64 type=int min=1 max=1024`)
		e.say(`param name=MoveRule value=80 type=int min=0 max=1000`)
		e.say(`param name=frame value=auto type=enum values="auto acf rotated"`)
		e.say(`param name=path value="" type=string`)
		e.answer("wait")
	case "set-param":
		if e.refuses(arguments["name"]) {
			e.say(`error message="%s is refused, as asked"`, arguments["name"])
		}
	case "init":
		e.answer("ready")
	case "new-game":
		return e.misbehaveNew()
	case "ping":
		e.answer("pong")
	case "pos":
		if err := e.setUpHub(arguments["pos"], arguments["moves"]); err != nil {
			e.say(`error message="%s"`, strings.ReplaceAll(err.Error(), `"`, `'`))
		}
	case "go":
		return e.thinkHub()
	case "quit":
		return done
	}
	return goOn
}

// hubArguments returns the arguments that have a value, without quotes.
func hubArguments(text string) map[string]string {
	all := map[string]string{}
	for _, found := range regexp.MustCompile(`([^ =]+)=("[^"]*"|[^ ]*)`).FindAllStringSubmatch(text, -1) {
		all[found[1]] = strings.Trim(found[2], `"`)
	}
	return all
}

// setUpHub sets the position after moves. Squares is the position before them: the letter of the side
// to move and one letter for each square.
func (e *engine) setUpHub(squares, moves string) error {
	if e.refuses("position") {
		return errRefused
	}
	if len(squares) != 1+board.Squares {
		return fmt.Errorf("position %s", board.Quote(squares))
	}
	var p board.Position
	if squares[0] == 'W' {
		p.Turn = board.White
	}
	for i, letter := range squares[1:] {
		bit := board.Square(i).Bit()
		switch letter {
		case 'b', 'B':
			p.Black |= bit
		case 'w', 'W':
			p.White |= bit
		}
		if letter == 'B' || letter == 'W' {
			p.Kings |= bit
		}
	}
	for _, text := range strings.Fields(moves) {
		m, ok := named(p, text)
		if !ok {
			return fmt.Errorf("move %s", board.Quote(text))
		}
		p = p.Play(m)
	}
	e.position = p
	return nil
}

// named returns the legal move that Hub writes as text, with captured squares in rising order.
func named(p board.Position, text string) (board.Move, bool) {
	for m := range p.Legal() {
		if hubText(m, false) == text {
			return m, true
		}
	}
	return board.Move{}, false
}

// hubText returns from, to and the captured squares, in rising or falling order.
func hubText(m board.Move, falling bool) string {
	if !m.IsCapture() {
		return fmt.Sprintf("%v-%v", m.From, m.To)
	}
	captured := ""
	for s := board.Square(0); s < board.Squares; s++ {
		switch {
		case !m.Captured.Has(s):
		case falling:
			captured = fmt.Sprintf("x%v", s) + captured
		default:
			captured += fmt.Sprintf("x%v", s)
		}
	}
	return fmt.Sprintf("%vx%v%s", m.From, m.To, captured)
}

// falling returns a move with its captured squares in falling order.
func falling(_ board.Position, m board.Move) string { return hubText(m, true) }

// thinkHub answers the command go. It names captured squares in falling order, because hosts must
// accept any order.
func (e *engine) thinkHub() exit {
	e.asked++
	if status := e.misbehave(); status != goOn {
		return status
	}
	move := e.choose()
	e.say(`info depth=%d mean-depth=%d.5 score=%d.00 nodes=%d time=0.00 nps=0.1 pv="%s"`,
		e.depth(), e.depth(), e.material(), e.nodes(), e.principal(move, falling))
	e.answer("done move=%s", e.falsify(falling(e.position, move)))
	return goOn
}
