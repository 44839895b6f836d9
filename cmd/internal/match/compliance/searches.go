package compliance

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
)

func (t *talk) keepsLimits() error {
	if err := t.greet(); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(t.limited())) {
		t.send(t.position(game("")))
		t.send(t.limited()[name]...)
		text, _, err := t.answer()
		if err == nil {
			_, err = t.legal(board.Start(), text)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// lateStop is the beginning of the error of an engine that is slow to stop.
const lateStop = "the answer to stop takes"

// stops measures several times, because a busy host lets programs wait.
func (t *talk) stops() error {
	if err := t.greet(); err != nil {
		return err
	}
	const tries, quick, thinking = 5, 50 * time.Millisecond, 200 * time.Millisecond
	minimum := t.wait
	for range tries {
		t.send(t.position(game("")))
		if _, err := t.sync(); err != nil {
			return err
		}
		t.send(t.search(endless)...)
		time.Sleep(thinking)
		begin := time.Now()
		t.send("stop")
		if _, _, err := t.answer(); err != nil {
			return err
		}
		if minimum = min(minimum, time.Since(begin)); minimum <= quick {
			return nil
		}
	}
	return fmt.Errorf("%s %v", lateStop, minimum.Round(time.Millisecond))
}

func (t *talk) answersOnce() error {
	if err := t.greet(); err != nil {
		return err
	}
	for range 3 {
		if _, _, err := t.think(game("")); err != nil {
			return err
		}
		lines, err := t.sync()
		if err != nil {
			return err
		}
		if slices.ContainsFunc(lines, func(line string) bool { _, done := t.move(line); return done }) {
			return errors.New("a search was answered twice")
		}
	}
	return nil
}

func (t *talk) seesTheEnd() error {
	if err := t.greet(); err != nil {
		return err
	}
	t.send(t.position(game(blocked)))
	t.send(t.search(shallow)...)
	text, _, err := t.answer()
	if err == nil && !t.none(text) {
		err = fmt.Errorf("%s where there is no move", board.Quote(text))
	}
	return err
}

func (t *talk) tells() error {
	if err := t.greet(); err != nil {
		return err
	}
	_, reports, err := t.think(game(""))
	if err != nil {
		return err
	}
	for _, r := range reports {
		if r.wrong != "" {
			return fmt.Errorf("%s is no number", board.Quote(r.wrong))
		}
	}
	if !slices.ContainsFunc(reports, func(r report) bool { return r.scored && len(r.line) > 0 }) {
		return errors.New("no info line with a score and a line of moves")
	}
	return nil
}

func (t *talk) tellsLines() error {
	if err := t.greet(); err != nil {
		return err
	}
	for _, g := range []*board.Game{game(""), game("", "11-15", "22-18", "15x22"), game("W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29")} {
		m, reports, err := t.think(g)
		if err != nil {
			return err
		}
		last := []string(nil)
		for _, r := range reports {
			if len(r.line) > 0 {
				last = r.line
			}
			if _, err := t.follow(g.Position(), r.line); err != nil {
				return err
			}
		}
		if len(last) == 0 {
			return skipped{"it tells no lines"}
		}
		if first, _ := t.find(g.Position(), last[0]); first != m {
			return fmt.Errorf("the last line begins with %s, not with the move", board.Quote(last[0]))
		}
	}
	return nil
}

// follow plays a line and returns the position at its end.
func (t *talk) follow(p board.Position, line []string) (board.Position, error) {
	for _, text := range line {
		m, err := t.legal(p, text)
		if err != nil {
			return p, fmt.Errorf("a line: %w", err)
		}
		p = p.Play(m)
	}
	return p, nil
}

func (t *talk) countsWins() error {
	if err := t.greet(); err != nil {
		return err
	}
	told := false
	for _, fen := range []string{"W:WK18:B22", "B:WK29:BK1,K2", "W:WK29:BK1,K2", "B:W21,22:BK1,K2,K3"} {
		g := game(fen)
		_, reports, err := t.think(g)
		if err != nil {
			return err
		}
		for _, r := range reports {
			plies := max(r.wins, -r.wins)
			if r.wins == 0 {
				continue
			}
			told = true
			end, err := t.follow(g.Position(), r.line)
			switch {
			case err != nil:
				return err
			case (plies%2 == 1) != (r.wins > 0):
				return fmt.Errorf("a win or loss in %d plies in %s: the winner makes the last move", plies, fen)
			case len(r.line) > plies, len(r.line) == plies && end.HasMove() && !end.Finished():
				return fmt.Errorf("a win or loss in %d plies in %s, whose line is %s", plies, fen, strings.Join(r.line, " "))
			}
		}
	}
	if !told {
		return skipped{"it tells no win in a number of plies"}
	}
	return nil
}

func (t *talk) ponders() error {
	if err := t.greet(); err != nil {
		return err
	}
	t.send(t.position(game("", "11-15", "22-18")))
	if _, err := t.sync(); err != nil {
		return err
	}
	t.send(t.search(ponder)...)
	const quiet = 500 * time.Millisecond
	if _, err := t.within(quiet, "move", func(line string) bool { _, done := t.move(line); return done }); err == nil {
		return errors.New("it moved before it knew that the expected move was played")
	}
	t.send(t.ponderHit())
	text, _, err := t.answer()
	if err == nil {
		_, err = t.legal(game("", "11-15", "22-18").Position(), text)
	}
	return err
}

func (t *talk) plays() error {
	if err := t.greet(); err != nil {
		return err
	}
	t.send(t.newGame())
	const maximum = 300 // plies: the rules of draws end games before
	g := game("")
	for range maximum {
		if _, over := g.Outcome(); over {
			return nil
		}
		m, _, err := t.think(g)
		if err != nil {
			return err
		}
		g.Play(m)
	}
	return nil
}

func (t *talk) quits() error {
	if err := t.greet(); err != nil {
		return err
	}
	t.send("quit")
	return t.exit()
}

func (t *talk) ends() error {
	if err := t.greet(); err != nil {
		return err
	}
	if err := t.stdin.Close(); err != nil {
		return err
	}
	return t.exit()
}
