package uci

import (
	"errors"
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/protocol/internal/line"
	"github.com/zonda-checkers/zonda/protocol/session"
)

// uci introduces the engine.
func (s *Session) uci(string) error {
	lines := []string{
		fmt.Sprintf("id name %s %s", engine.Name, engine.Version),
		fmt.Sprintf("id author the %s authors", engine.Name),
	}
	for _, o := range session.Options() {
		line := fmt.Sprintf("option name %s type %s default %s", o.Name, o.Kind, o.Default)
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
	rest, ok := strings.CutPrefix(arguments, "name ")
	if !ok {
		return errors.New("want: setoption name N value V")
	}
	name, value, ok := strings.Cut(rest, " value")
	if !ok || value != "" && value[0] != ' ' {
		return errors.New("want: setoption name N value V")
	}
	return s.engine.SetOption(strings.TrimSpace(name), strings.TrimSpace(value))
}

func (s *Session) newGame(string) error {
	s.adapter.NewGame()
	return s.engine.NewGame()
}

// position reads "startpos" or "fen FEN", with "moves M..." behind it.
func (s *Session) position(arguments string) error {
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
