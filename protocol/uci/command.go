package uci

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/internal/pattern"
	"github.com/zonda-checkers/zonda/protocol/checkerboard"
	"github.com/zonda-checkers/zonda/protocol/internal/line"
	"github.com/zonda-checkers/zonda/protocol/session"
)

// command is one command of the protocol.
type command struct {
	name  string
	usage string // the arguments
	help  string // one line

	during       bool // the command is accepted while a search runs
	quits        bool // the command ends the session
	checkerBoard bool // the command is one of CheckerBoard: the answer to a wrong one is "reply 0 ?"

	run func(s *Session, arguments string) error // prints the answer
}

// commandTable returns all commands, in the order in which help lists them.
func commandTable() []command {
	table := []command{
		{name: "uci", help: "introduces the engine and lists its options", run: (*Session).uci},
		{name: "isready", help: "answers readyok", during: true, run: (*Session).isReady},
		{name: "debug", usage: "on|off", help: "is taken and changes nothing: LogFile is the log", during: true, run: (*Session).ignore},
		{name: "register", usage: "later|name N|code C", help: "is taken and changes nothing: the program is free", during: true, run: (*Session).ignore},
		{name: "setoption", usage: "name N value V", help: "sets an option", run: (*Session).setOption},
		{name: "ucinewgame", help: "forgets everything that belongs to the last game", run: (*Session).newGame},
		{name: "position", usage: "startpos|fen FEN [moves M...]", help: "sets up a position and the moves from it", run: (*Session).position},
		{name: "go", usage: "[searchmoves M...] [depth N] [nodes N] [mate N] [movetime MS] [btime MS wtime MS binc MS winc MS movestogo N] [infinite] [ponder], or perft N",
			help: "searches; alone until stop", run: (*Session).goSearch},
		{name: "stop", help: "ends the search", during: true, run: (*Session).stop},
		{name: "ponderhit", help: "the expected move was played", during: true, run: (*Session).ponderHit},
		{name: "quit", help: "ends the program", during: true, quits: true, run: (*Session).stop},
		{name: "d", help: "draws the board", run: (*Session).draw},
		{name: "moves", help: "lists the legal moves", run: (*Session).moves},
		{name: "eval", help: "explains the static evaluation, a line a term", run: (*Session).evaluate},
		{name: "probe", help: "says what book, anti-book and databases know", run: (*Session).probe},
		{name: "perft", usage: "N", help: "counts the positions N plies ahead", run: (*Session).perft},
		{name: "bench", help: "searches fixed positions; the last line is the signature", run: (*Session).bench},
		{name: "play", usage: "M", help: "plays the move, thinks, answers it and draws the board", run: (*Session).play},
		{name: "help", help: "lists the commands", during: true, run: (*Session).help},

		{name: "getmove", usage: "FEN MAXTIME [info N] [moreinfo N]", checkerBoard: true, help: "(CheckerBoard) thinks and moves", run: (*Session).getMove},
		{name: "playnow", help: "ends a search or getmove at once", during: true, run: (*Session).stop},
	}
	for _, c := range checkerboard.Commands() {
		table = append(table, command{
			name: c.Name, usage: c.Usage, help: "(CheckerBoard) " + c.Help, during: c.During, checkerBoard: true,
			run: func(s *Session, arguments string) error {
				text, err := s.adapter.Command(c.Name + " " + arguments)
				if err == nil {
					s.print("%s", strings.TrimRight("reply 1 "+strings.ReplaceAll(text, "\n", `\n`), " "))
				}
				return err
			},
		})
	}
	return table
}

// find returns the command with the name word, nil if there is none. A person may write capitals and synonyms.
func (s *Session) find(word string) *command {
	if s.person != nil {
		word = strings.ToLower(word)
		word = cmp.Or(synonyms[word], word)
	}
	i := slices.IndexFunc(s.commands, func(c command) bool { return c.name == word })
	if i < 0 {
		return nil
	}
	return &s.commands[i]
}

// isMove reports whether a line that is no command is meant as a move of a person: it is one, or begins with a digit.
func (s *Session) isMove(text string) bool {
	if s.person == nil || text == "" {
		return false
	}
	_, err := s.engine.Position().ParseMove(text)
	return err == nil || unicode.IsDigit(rune(text[0]))
}

// help lists the commands, a line each.
func (s *Session) help(string) error {
	if s.person != nil {
		s.personalHelp()
		return nil
	}
	var lines []string
	for _, c := range s.commands {
		words := strings.TrimSpace(c.name + " " + c.usage)
		lines = append(lines, fmt.Sprintf("%s: %s", words, c.help))
	}
	s.print("%s", strings.Join(lines, "\n"))
	return nil
}

// draw prints the board, the FEN, and the side to move or how the game ended.
func (s *Session) draw(string) error {
	s.print("%s", s.diagram())
	return nil
}

func (s *Session) diagram() string {
	p := s.engine.Position()
	state := fmt.Sprintf("%s to move", p.Turn)
	if o, over := s.engine.Outcome(); over {
		state = o.String()
	}
	return fmt.Sprintf("%sfen %s\n%s", p.Diagram(), p.FEN(), state)
}

// picture is the diagram after a move. A person does not need the FEN, and the prompt says who is to move.
func (s *Session) picture() string {
	if s.person == nil {
		return s.diagram()
	}
	p := s.engine.Position()
	text := p.Diagram()
	if o, over := s.engine.Outcome(); over {
		return text + sentence(o.String())
	}
	return strings.TrimSuffix(text, "\n")
}

// moves lists the legal moves on one line.
func (s *Session) moves(string) error {
	p := s.engine.Position()
	if p.Over() {
		s.print("moves %s", noMove)
		return nil
	}
	texts := []string{"moves"}
	for m := range p.Legal() {
		texts = append(texts, p.MoveText(m))
	}
	s.print("%s", strings.Join(texts, " "))
	return nil
}

// evaluate prints the terms of the static evaluation of the position. If a network evaluates the position, it prints the
// heuristics, which do not count then, as a commentary, and after them what each piece is worth.
func (s *Session) evaluate(string) error {
	p := s.engine.Position()
	text := s.engine.Explain(p).String()
	if byNetwork, ok := s.engine.ExplainNetwork(p); ok {
		text = "heuristics, which do not count: " + s.engine.Explain(p).Commentary() + byNetwork.String()
	}
	s.print("%s", strings.TrimRight(text, "\n"))
	return nil
}

// probe prints what the book, the anti-book and the endgame databases know of the position.
func (s *Session) probe(string) error {
	s.printMessages()
	p := s.engine.Position()
	avoided := map[bool]string{true: "yes", false: "no"}[s.engine.InAntiBook(p)]
	lines := append(s.bookLines(p), "antibook "+avoided, "egdb "+s.engine.Probe(p).String())
	s.print("%s", strings.Join(lines, "\n"))
	return nil
}

// bookLines returns a line for each move that the books have in p.
func (s *Session) bookLines(p board.Position) (lines []string) {
	entry, ok := s.engine.BookEntry(p)
	if !ok {
		return []string{"book none"}
	}
	for _, m := range entry.Moves {
		lines = append(lines, fmt.Sprintf("book %s score %s visits %d", p.MoveText(m.Move), m.ScoreText(), m.Visits))
	}
	return lines
}

// uci introduces the engine.
func (s *Session) uci(string) error {
	lines := []string{
		fmt.Sprintf("id name %s %s", engine.Name, engine.Version),
		fmt.Sprintf("id author the %s authors", engine.Name),
	}
	for _, o := range session.Options() {
		line := fmt.Sprintf("option name %s type %s", o.Name, o.Kind)
		if o.Kind != session.Button {
			line += " default " + o.Default
		}
		if o.Kind == session.Spin {
			line += fmt.Sprintf(" min %d max %d", o.Min, o.Max)
		}
		for _, value := range o.Values {
			line += " var " + value
		}
		lines = append(lines, line)
	}
	s.print("%s", strings.Join(append(lines, "uciok"), "\n"))
	return nil
}

func (s *Session) isReady(string) error {
	s.printMessages()
	s.print("readyok")
	return nil
}

// printMessages prints the engine's messages for the user that were not printed before.
func (s *Session) printMessages() {
	for _, message := range s.engine.Ready() {
		s.tell("", strings.ReplaceAll(message, "\n", "; "))
	}
}

// setOption reads "name N value V"; names and values may hold blanks.
func (s *Session) setOption(arguments string) error {
	found := optionForm().FindStringSubmatch(arguments)
	if found == nil {
		return errWantOption
	}
	name, value := strings.TrimSpace(found[1]), strings.TrimSpace(found[3])
	all := session.Options()
	i := slices.IndexFunc(all, func(o session.Option) bool { return strings.EqualFold(o.Name, name) })
	switch {
	case i < 0 && strings.HasPrefix(strings.ToUpper(name), "UCI_"):
		return nil // an option of other engines, which a front end sets for all
	case found[2] == "" && (i < 0 || all[i].Kind != session.Button):
		return errWantOption
	}
	return s.engine.SetOption(name, value)
}

var errWantOption = errors.New("want: setoption name N value V")

// optionForm is the form of the arguments of setoption.
var optionForm = pattern.Of(`^(?i:name)\s(.*?)(?:\s((?i:value))(|\s.*))?$`)

// ignore takes a word of the protocol that has nothing to say to this engine.
func (s *Session) ignore(string) error { return nil }

func (s *Session) newGame(string) error {
	s.adapter.NewGame()
	s.lost = nil
	return s.engine.NewGame()
}

// position sets up a position. If that of a program is wrong, there is none until the next one: no move of another game may be searched.
func (s *Session) position(arguments string) error {
	err := s.setUp(arguments)
	if s.person == nil {
		s.lost = err
	}
	return err
}

// setUp reads "startpos" or "fen FEN", with "moves M..." behind it.
func (s *Session) setUp(arguments string) error {
	word, rest := line.CutWord(arguments)
	start := board.Start()
	switch word {
	case "":
		return errors.New("want: position startpos|fen FEN [moves M...]")
	case "startpos":
	case "fen":
		if rest == "" {
			return errors.New("a FEN is missing")
		}
		var fen string
		var err error
		fen, rest = board.CutFEN(rest)
		if start, err = board.ParseFEN(fen); err != nil {
			return err
		}
	default:
		return fmt.Errorf("%s is neither startpos nor fen", board.Quote(word))
	}
	words := strings.Fields(rest)
	if len(words) > 0 && words[0] != "moves" {
		return fmt.Errorf("%s stands where only moves may stand", board.Quote(words[0]))
	}
	game := board.NewGame(start)
	if len(words) > 0 {
		if err := game.PlayText(words[1:]...); err != nil {
			return err
		}
	}
	return s.engine.SetGame(game)
}

// stop ends the search or the count and waits until its last line is printed.
func (s *Session) stop(string) error {
	s.engine.Stop()
	s.engine.Wait()
	return nil
}

func (s *Session) ponderHit(string) error {
	s.engine.PonderHit()
	return nil
}
