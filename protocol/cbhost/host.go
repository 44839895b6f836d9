package cbhost

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/checkerboard"
	"github.com/zonda-checkers/zonda/protocol/internal/line"
)

// Library is an engine of CheckerBoard. Serve calls no method while another call runs.
type Library interface {
	// Command is enginecommand: it returns the reply, and whether the library understands the text.
	Command(text string) (reply string, understood bool)
	// GetMove is getmove. The library may write to the board, the status and the move until it returns.
	GetMove(checkerboard.Call) checkerboard.Claim
}

// settings are what CheckerBoard's dialogs read and change. Those that a library knows become options.
var settings = []string{
	"hashsize", "searchthreads", "level", "book", "bookfile", "dbpath", "dbmbytes", "enable_wld", "max_dbpieces",
	"mtcpath", "enable_mtc", "allscores", "solve",
}

// maxCommand is the number of bytes that libraries have room for in a command.
const maxCommand = 255

const (
	stopPatience = 2 * time.Second        // how long a library may go on after it is told to move
	warmUp       = 100 * time.Millisecond // the search before the first game, in which libraries open their databases
)

// host is a conversation about one library.
type host struct {
	library Library
	out     *line.Output
	game    *board.Game
	newGame bool           // the next search is the first of a game
	last    board.Position // after the library's last move
	history bool           // the library takes "set gamehist"
	warm    bool           // it has searched
	ponder  []string       // the arguments of "go ponder" that wait for ponderhit

	mu     sync.Mutex // held while a search ends, so that no line is taken between its move and its end
	search *search    // nil if the library is idle
}

// Serve answers the commands of in on out until quit, the end of in, or the end of ctx. A library that does not return
// from its last search is left to its fate after two seconds. The error is that of reading or writing.
func Serve(ctx context.Context, l Library, in io.Reader, out io.Writer) error {
	h := &host{library: l, out: line.NewOutput(out), game: board.NewGame(board.Start()), newGame: true, history: true}
	err := h.out.Serve(ctx, in, h.take)
	if s := h.running(); s != nil {
		s.moveNow()
		s.wait()
	}
	return cmp.Or(err, h.out.Err())
}

func (h *host) say(format string, arguments ...any) {
	h.out.Print(strings.ToValidUTF8(fmt.Sprintf(format, arguments...), "\uFFFD"))
}

// running returns the search that runs, nil if there is none.
func (h *host) running() *search {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.search
}

// take answers a line and reports whether it ends the conversation.
func (h *host) take(i line.Input) (quit bool) {
	word, rest := line.CutWord(i.Text)
	err := i.Err
	if err == nil {
		quit, err = h.perform(word, rest)
	}
	if err != nil {
		h.say("info string error: %s: %v", word, err)
	}
	return quit
}

// perform performs a command.
func (h *host) perform(word, rest string) (quit bool, err error) {
	s := h.running()
	switch word { // commands that are taken during a search
	case "", "debug", "register":
		return false, nil
	case "quit":
		return true, nil
	case "isready":
		h.say("readyok")
		return false, nil
	case "stop", "playnow", "ponderhit":
		h.hurry(word, s)
		return false, nil
	}
	if s != nil && s.stopped() {
		s.wait() // a front end may send its next line at once
		s = h.running()
	}
	if s != nil {
		return false, fmt.Errorf("the library is thinking")
	}
	switch word {
	case "uci":
		h.introduce()
	case "ucinewgame":
		h.begin()
	case "setoption":
		return false, h.set(rest)
	case "position":
		return false, h.position(strings.Fields(rest))
	case "go":
		h.goSearch(strings.Fields(rest))
	case "d":
		p := h.game.Position()
		h.say("%sfen %s", p.Diagram(), p.FEN())
	case "name", "about", "get", "set", "staticevaluation":
		text := strings.TrimSpace(word + " " + rest)
		if len(text) > maxCommand {
			return false, fmt.Errorf("a command has at most %d bytes", maxCommand)
		}
		reply, understood := h.library.Command(text)
		h.say("reply %d %s", map[bool]int{true: 1}[understood], strings.ReplaceAll(reply, "\n", `\n`))
	default:
		return false, fmt.Errorf("unknown command %s", board.Quote(word))
	}
	return false, nil
}

// hurry takes what is said during a search: stop, playnow and ponderhit.
func (h *host) hurry(word string, s *search) {
	waiting := h.ponder
	h.ponder = nil
	switch {
	case s != nil && word != "ponderhit":
		s.moveNow()
	case waiting != nil && word == "ponderhit":
		h.goSearch(waiting)
	case waiting != nil:
		h.goSearch([]string{"movetime", "10"})
	}
}

// introduce tells the name of the library, and what it lets users set.
func (h *host) introduce() {
	name, _ := h.library.Command("name")
	h.say("id name %s\nid author of a library for CheckerBoard", cmp.Or(oneLine(name), "?"))
	for _, s := range settings {
		if value, known := h.library.Command("get " + s); known && value != "?" {
			h.say("option name %s type string default %s", s, cmp.Or(oneLine(value), "<empty>"))
		}
	}
	h.say("uciok")
}

// begin begins a game. Before the first one the library searches for a moment, as CheckerBoard lets it.
func (h *host) begin() {
	h.newGame = true
	if h.warm {
		return
	}
	h.warm = true
	c := h.call(board.Start(), thinking{seconds: warmUp.Seconds(), info: forgetHistory})
	h.library.GetMove(c)
}

// set sets an option: "name N value V".
func (h *host) set(rest string) error {
	name, value, _ := strings.Cut(strings.TrimPrefix(rest, "name "), " value ")
	if value == "<empty>" {
		value = ""
	}
	text := strings.TrimSpace("set " + strings.TrimSpace(name) + " " + strings.TrimSpace(value))
	if len(text) > maxCommand {
		return fmt.Errorf("a command has at most %d bytes", maxCommand)
	}
	if reply, understood := h.library.Command(text); !understood {
		return fmt.Errorf("the library does not take %s: %s", board.Quote(text), board.Quote(reply))
	}
	return nil
}

// position sets up a position and plays moves: "startpos" or "fen FEN", and perhaps "moves M...".
func (h *host) position(words []string) error {
	start, moves := board.Start(), words
	switch {
	case len(words) > 0 && words[0] == "startpos":
		moves = words[1:]
	case len(words) > 1 && words[0] == "fen":
		p, err := board.ParseFEN(words[1])
		if err != nil {
			return err
		}
		start, moves = p, words[2:]
	default:
		return fmt.Errorf("want startpos or fen FEN, and perhaps moves")
	}
	game := board.NewGame(start)
	if len(moves) > 0 {
		if moves[0] != "moves" {
			return fmt.Errorf("%s is not the word moves", board.Quote(moves[0]))
		}
		if err := game.PlayText(moves[1:]...); err != nil {
			return err
		}
	}
	h.game = game
	return nil
}

// oneLine returns a text of a library without line ends and other control characters.
func oneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text))
}
