package uci

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/checkerboard"
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
		{name: "setoption", usage: "name N value V", help: "sets an option", run: (*Session).setOption},
		{name: "ucinewgame", help: "forgets everything that belongs to the last game", run: (*Session).newGame},
		{name: "position", usage: "startpos|fen FEN [moves M...]", help: "sets up a position and the moves from it", run: (*Session).position},
		{name: "go", usage: "[searchmoves M...] [depth N] [nodes N] [movetime MS] [btime MS wtime MS binc MS winc MS movestogo N] [infinite] [ponder]",
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
			run: func(s *Session, arguments string) error { return s.answerHost(c.Name + " " + arguments) },
		})
	}
	return table
}

// answerHost prints the reply to one of CheckerBoard's strings.
func (s *Session) answerHost(command string) error {
	text, err := s.adapter.Command(command)
	if err == nil {
		s.print("%s", strings.TrimRight("reply 1 "+strings.ReplaceAll(text, "\n", `\n`), " "))
	}
	return err
}

// check returns an error if there are arguments and the command takes none.
func (c *command) check(arguments string) error {
	if c.usage == "" && arguments != "" {
		return fmt.Errorf("it takes no arguments, not %s", board.Quote(arguments))
	}
	return nil
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
