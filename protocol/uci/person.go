package uci

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/explain/prose"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/protocol/checkerboard"
	"github.com/zonda-checkers/zonda/protocol/session"
	"github.com/zonda-checkers/zonda/search"
)

// person is what a session knows of the person at its terminal. A person types moves and a few commands more, sees whose
// move it is, and reads sentences where a program reads lines.
type person struct {
	side board.Color // of the person's last move
}

// NewConversation returns a session with a person at a terminal, who reads out. All commands of NewSession are there too.
func NewConversation(e *session.Session, out io.Writer) *Session {
	s := NewSession(e, out)
	s.person = &person{}
	s.commands = append(personCommands(), s.commands...)
	return s
}

// personCommands returns the commands that only a person has.
func personCommands() []command {
	return []command{
		{name: "undo", help: "takes back your last move and the answer", run: (*Session).undo},
		{name: "hint", help: "shows a good move", run: (*Session).hint},
		{name: "explain", help: "says what keeps the value of an ending, and what throws it away", run: (*Session).explain},
		{name: "new", help: "begins a new game", run: (*Session).restart},
		{name: "level", usage: "N", help: "sets the strength: 1 (weakest) to 10, or 0 for full strength, which is stronger than 10", run: (*Session).level},
		{name: "draw", help: "offers Zonda a draw", run: (*Session).offerDraw},
		{name: "resign", help: "gives the game up and begins a new one", run: (*Session).resign},
	}
}

// synonyms are other words for commands that a person may type.
var synonyms = map[string]string{"exit": "quit", "board": "d"}

// commonCommands are the commands of programs that help explains to a person.
var commonCommands = []string{"d", "moves", "stop", "quit"}

// greet says to a person who plays and what to type.
func (s *Session) greet() {
	if s.person != nil {
		s.print("%s %s plays English draughts. You move first. Type a move such as 11-15, or help.\n\n%s", engine.Name, engine.Version, s.picture())
		s.prompt()
	}
}

// prompt shows a person whose move it is.
func (s *Session) prompt() {
	if s.person == nil {
		return
	}
	name := s.engine.Position().Turn.String()
	if _, over := s.engine.Outcome(); over {
		name = "game over"
	}
	s.out.Prompt(name + "> ")
}

// personalHelp explains moves and the commands for a person, and names the others.
func (s *Session) personalHelp() {
	lines := []string{"Type a move, such as 11-15 or 23 19, and Zonda answers it. Or type:"}
	var others []string
	for i, c := range s.commands {
		if i < len(personCommands()) || slices.Contains(commonCommands, c.name) {
			lines = append(lines, fmt.Sprintf("  %-9s%s", strings.TrimSpace(c.name+" "+c.usage), c.help))
		} else {
			others = append(others, c.name)
		}
	}
	s.print("%s\nCommands for programs, which docs/protocol.md describes: %s", strings.Join(lines, "\n"), strings.Join(others, " "))
}

// restart begins a new game.
func (s *Session) restart(string) error {
	if err := s.newGame(""); err != nil {
		return err
	}
	s.print("%s", s.picture())
	return nil
}

// resign ends the game, which the side to move loses, and begins a new one.
func (s *Session) resign(string) error {
	if err := s.ongoing(); err != nil {
		return err
	}
	s.print("%s resigns: %s wins. A new game begins.", s.engine.Position().Turn, s.engine.Position().Turn.Opponent())
	return s.restart("")
}

// offerDraw lets Zonda, whose opponent is to move, judge at full strength whether a draw is enough. If it is, a new game begins.
func (s *Session) offerDraw(string) error {
	return s.advise(func(p board.Position, best search.Info) {
		if best.Known != board.Draw && best.Score < -evenUpTo {
			s.print("Zonda plays on. %s", judgement(p, best))
			return
		}
		s.print("Zonda accepts: the game is a draw. A new game begins.")
		if err := s.restart(""); err != nil {
			s.refuse(err)
		}
	})
}

// undo takes moves back until it is the person's move again.
func (s *Session) undo(string) error {
	game := s.engine.Game()
	left := len(game.Moves()) - 1
	if left < 0 {
		return errors.New("there is no move to take back")
	}
	turn := game.Position().Turn.Opponent() // of the last move
	for ; left > 0 && turn != s.person.side; left-- {
		turn = turn.Opponent()
	}
	shorter := board.NewGame(game.Start())
	for _, m := range game.Moves()[:left] {
		shorter.Play(m)
	}
	if err := s.engine.SetGame(shorter); err != nil {
		return err
	}
	s.print("Taken back: %s\n%s", shorter.Position().LineText(game.Moves()[left:]), s.picture())
	return nil
}

// level changes the strength of Zonda, or tells it.
func (s *Session) level(arguments string) error {
	if arguments != "" {
		if err := s.engine.SetOption("Level", arguments); err != nil {
			return err
		}
	}
	if s.limited() {
		s.print("Zonda plays at level %s.", s.engine.Option("Level"))
	} else {
		s.print("Zonda plays at full strength.")
	}
	return nil
}

// limited reports whether Zonda plays at a level below full strength.
func (s *Session) limited() bool { return s.engine.Option("Level") != "0" }

// hint shows a good move.
func (s *Session) hint(string) error {
	return s.advise(func(p board.Position, best search.Info) { s.print("%s", advice(p, best)) })
}

// advise searches the position of a game that goes on at full strength, whatever the level is, and tells the result.
func (s *Session) advise(tell func(p board.Position, best search.Info)) error {
	if err := s.ongoing(); err != nil {
		return err
	}
	p := s.engine.Position()
	limits := search.Limits{MoveTime: playTime, QuickOnlyMove: true, MultiPV: 1, Solve: s.limited()}
	return s.search(limits, nil, func(best search.Info) { tell(p, best) })
}

// explain says why an ending has its value and how it is kept.
func (s *Session) explain(string) error {
	if err := s.ongoing(); err != nil {
		return err
	}
	s.print("%s", strings.Join(prose.Sentences(s.engine.ExplainEnding(context.Background(), s.engine.Position())), "\n"))
	return nil
}

// evenUpTo is the largest score, in hundredths of a man, of which a person reads that the game is even.
const evenUpTo eval.Score = 10

// shownMoves is the largest number of moves of a line that a person reads.
const shownMoves = 8

// sentence returns a text with a capital at its beginning and a full stop at its end.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(text[size:], ".") + "."
}

// judgement says what the result of a search of p means, in a sentence.
func judgement(p board.Position, i search.Info) string {
	switch {
	case i.Known == board.Draw:
		return "It is a draw."
	case i.Score.IsWin():
		return wins(p.Turn, i.Score)
	case i.Score.IsLoss():
		return wins(p.Turn.Opponent(), i.Score)
	case i.Score > evenUpTo:
		return ahead(p.Turn, i.Score)
	case i.Score < -evenUpTo:
		return ahead(p.Turn.Opponent(), -i.Score)
	}
	return "It is even."
}

// prospects tells the chances of the side to move in p, in a line after a line end; nothing if the result is certain.
func prospects(p board.Position, i search.Info) string {
	chances := i.Chances(p.Pieces()).String()
	if chances == "" {
		return ""
	}
	return fmt.Sprintf("\n%s %s.", p.Turn, chances)
}

// wins says who wins, and in how many moves of the winner if it is known.
func wins(winner board.Color, score eval.Score) string {
	switch moves := (score.Plies() + 1) / 2; {
	case !score.HasPlies() || moves == 0:
		return fmt.Sprintf("%s wins.", winner)
	case moves == 1:
		return fmt.Sprintf("%s wins with the next move.", winner)
	default:
		return fmt.Sprintf("%s wins in %d moves.", winner, moves)
	}
}

func ahead(side board.Color, score eval.Score) string {
	unit := "of a man"
	if score > eval.Man {
		unit = "men"
	}
	return fmt.Sprintf("%s is ahead by %.2f %s.", side, float64(score)/float64(eval.Man), unit)
}

// reply says which move the engine makes in p. The moves to the end are those behind this move.
func reply(p board.Position, best search.Info) string {
	from := ""
	if strings.HasPrefix(best.Note, "book ") {
		from = " from its book"
	}
	if best.Known != board.Draw && best.Score.IsWin() && best.Score.HasPlies() {
		if best.Score == eval.WinIn(1) {
			return fmt.Sprintf("Zonda plays %s and wins.", p.MoveText(best.Move()))
		}
		best.Score = eval.WinIn(best.Score.Plies() - 1)
	}
	return fmt.Sprintf("Zonda plays %s%s. %s", p.MoveText(best.Move()), from, judgement(p, best))
}

// called says what the opening is called whose last position is p, or the position after the reply; nothing if it has no name.
func called(p, after board.Position) string {
	if name := cmp.Or(openings.NameAt(after), openings.NameAt(p)); name != "" {
		return fmt.Sprintf(" The opening is called %s.", name)
	}
	return ""
}

// advice says which move is good in p, and how play may go on.
func advice(p board.Position, best search.Info) string {
	if best.Move().IsNone() {
		return "There is no move to make."
	}
	text := fmt.Sprintf("%s is a good move. %s", p.MoveText(best.Move()), judgement(p, best))
	if len(best.PV) > 1 {
		text += fmt.Sprintf(" Play may go on %s.", shown(p, best.PV))
	}
	return text + prospects(p, best)
}

// progress tells the lines of an iteration of a search that runs.
func progress(p board.Position, l engine.Lines) string {
	var lines []string
	for _, i := range l.All() {
		lines = append(lines, fmt.Sprintf("Depth %d: %s. %s", i.Depth, shown(p, i.PV), judgement(p, i)))
	}
	return strings.Join(lines, "\n")
}

// shown returns the first moves of a line, and dots if there are more.
func shown(p board.Position, line []board.Move) string {
	if len(line) <= shownMoves {
		return p.LineText(line)
	}
	return p.LineText(line[:shownMoves]) + " and so on"
}

// playTime is the time of the search for the answer to command play.
const playTime = 2 * time.Second

// ongoing returns an error if the game is over.
func (s *Session) ongoing() error {
	if o, over := s.engine.Outcome(); over {
		return fmt.Errorf("the game is over: %s", o.By)
	}
	return nil
}

// play makes the move of the person at the terminal, thinks, answers and draws the
// board. If the game is over after the person's move, there is no answer.
func (s *Session) play(arguments string) error {
	if arguments == "" {
		return errors.New("a move is missing")
	}
	if err := s.ongoing(); err != nil {
		return err
	}
	game := s.engine.Game()
	m, err := game.Position().ParseMove(arguments)
	if err != nil {
		return err
	}
	if s.person != nil {
		s.person.side = game.Position().Turn
	}
	game.Play(m)
	if err := s.engine.SetGame(game); err != nil {
		return err
	}
	if _, over := s.engine.Outcome(); over {
		s.print("%s", s.picture())
		return nil
	}
	return s.answerMove(game)
}

// answerMove thinks about the game, makes the engine's move and draws the board.
func (s *Session) answerMove(game *board.Game) error {
	p, chances := game.Position(), s.showsChances()
	return s.search(search.Limits{MoveTime: playTime, QuickOnlyMove: true, MultiPV: 1}, nil,
		func(best search.Info) {
			game.Play(best.Move())
			if err := s.engine.SetGame(game); err != nil {
				s.refuse(fmt.Errorf("play: %w", err))
				return
			}
			if s.person != nil {
				s.print("%s%s\n%s", reply(p, best), called(p, game.Position()), s.picture())
			} else {
				s.print("%s%s\nbestmove %s\n%s", noteLine(best), infoLine(p, best, chances), p.MoveText(best.Move()), s.diagram())
			}
		})
}

// getMove searches the position of "FEN MAXTIME [info N] [moreinfo N]", makes the
// best move and prints the position after the move.
func (s *Session) getMove(arguments string) error {
	request, err := checkerboard.ParseRequest(strings.Fields(arguments))
	if err != nil {
		return err
	}
	s.printMessages()
	return s.adapter.Begin(request,
		func(status string) { s.print("status %s", status) },
		func(a checkerboard.Answer) {
			move := noMove
			if !a.Move.IsNone() {
				move = a.Before.MoveText(a.Move)
			}
			s.print("move %s result %d fen %s", move, a.Claim, a.After.FEN())
			s.prompt()
		})
}
