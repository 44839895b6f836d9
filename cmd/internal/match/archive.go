package match

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
	"github.com/zonda-checkers/zonda/internal/file"
)

// GamesFile is a PDN file to whose end games are written. What is there already stays.
type GamesFile struct {
	file  *os.File
	keeps bool // the file is no device or pipe
}

// OpenGames opens or creates a file for games. Whole, which may be nil, returns how many bytes of the text in the file stay.
func OpenGames(path string, whole func(text []byte) int) (*GamesFile, error) {
	out, keeps, err := file.OpenEnd(path)
	if err != nil {
		return nil, fmt.Errorf("pdn: %w", err)
	}
	f := &GamesFile{out, keeps}
	if err := f.repair(whole); err != nil {
		return nil, errors.Join(fmt.Errorf("pdn %s: %w", path, err), out.Close())
	}
	return f, nil
}

// repair cuts the text in the file, and adds a line end if the text does not end with one.
func (f *GamesFile) repair(whole func(text []byte) int) error {
	if !f.keeps {
		return nil
	}
	text, err := io.ReadAll(f.file)
	if err != nil {
		return err
	}
	if !file.IsPlain(text) {
		return errors.New("the file is packed or UTF-16, so no game can be added to it")
	}
	if whole != nil {
		text = text[:whole(text)]
	}
	if err := f.file.Truncate(int64(len(text))); err != nil {
		return err
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		_, err = f.file.WriteString("\n")
	}
	return err
}

// Add writes a game to the end of the file and waits until it is on the disk. A regular file gets the whole game or nothing; a pipe
// or a device may get a part.
func (f *GamesFile) Add(g *pdn.Game) error {
	var text bytes.Buffer
	if err := pdn.Write(&text, g); err != nil {
		return err
	}
	if err := f.write(text.Bytes()); err != nil {
		return fmt.Errorf("pdn: %w", err)
	}
	return nil
}

func (f *GamesFile) write(game []byte) error {
	if !f.keeps {
		_, err := f.file.Write(game)
		return err
	}
	end, err := f.file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if _, err := f.file.Write(game); err != nil {
		return errors.Join(err, f.file.Truncate(end))
	}
	return f.file.Sync()
}

// Close closes the file.
func (f *GamesFile) Close() error { return f.file.Close() }

// Archive is the file for the games of a match, which are written as they finish. A game of the match that the file holds is
// not written twice.
type Archive struct {
	*GamesFile
	plan *Plan
	id   string          // of the match
	has  map[string]bool // rounds of this match
}

// OpenArchive opens or creates a file for the games of a match. It cuts off a last game of this match that was not written
// to its end. Games of other matches stay as they are.
func OpenArchive(path string, plan *Plan, id string) (*Archive, error) {
	games, err := OpenGames(path, func(text []byte) int { return wholeLength(text, id) })
	if err != nil {
		return nil, err
	}
	a := &Archive{games, plan, id, map[string]bool{}}
	if err := a.findGames(); err != nil {
		return nil, errors.Join(fmt.Errorf("pdn %s: %w", path, err), a.Close())
	}
	return a, nil
}

// wholeLength returns the length of a file's text, in bytes, without a last game of the match that was
// not written to its end. A whole game ends with a star.
func wholeLength(text []byte, id string) int {
	first := fmt.Appendf(nil, "[Event %q]", event(id))
	if begin := bytes.LastIndexByte(text, '\n') + 1; bytes.HasPrefix(first, text[begin:]) {
		text = text[:begin] // the first line of the game is cut off
	}
	last := bytes.LastIndex(text, first)
	if last < 0 || bytes.HasSuffix(bytes.TrimSpace(text[last:]), []byte{'*'}) {
		return len(text)
	}
	return last
}

// findGames reads which games of the match the file holds.
func (a *Archive) findGames() error {
	if !a.keeps {
		return nil
	}
	if _, err := a.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	for g, err := range pdn.Read(a.file) {
		var broken *pdn.GameError
		switch {
		case errors.As(err, &broken): // a game of another match or program
		case errors.Is(err, pdn.ErrNoGame): // text that is no game stays
		case err != nil:
			return err
		case g.Tags.Get("Event") == event(a.id):
			a.has[g.Tags.Get("Round")] = true
		}
	}
	return nil
}

// Add writes a game unless the file has it.
func (a *Archive) Add(r Record) error {
	round := strconv.Itoa(r.Game)
	if a.has[round] {
		return nil
	}
	g, err := a.plan.GameScore(a.id, r)
	if err == nil {
		err = a.GamesFile.Add(g)
	}
	a.has[round] = err == nil
	return err
}

// GameScore returns the record of a game as PDN, with the clock, the time, the
// evaluation and the depth of every move as comments:
//
//	11-15 {[%clk 0:00:59.9] [%emt 0:00:00.1] +0.12/17}
//
// An evaluation is in men for the side that moved. The error names the ply of the record that is not a
// legal move.
func (p *Plan) GameScore(id string, r Record) (*pdn.Game, error) {
	f := p.Scheduled(r.Game)
	opening := p.Opening(f)
	played := opening.Game()
	g := pdn.FromGame(played)
	g.Result, _ = pdn.ParseResult(r.Result)
	position := played.Position()
	for i, ply := range r.Plies {
		m, err := position.ParseMove(ply.Move)
		if err != nil {
			return nil, fmt.Errorf("game %d, ply %d: %w", r.Game, i+1, err)
		}
		g.Add(m).Comments = []string{ply.comment()}
		position = position.Play(m)
	}
	if last := len(g.Moves) - 1; last >= 0 && r.Ending != "" {
		g.Moves[last].Comments = append(g.Moves[last].Comments, r.ending())
	}
	p.setTags(g, id, r)
	return g, nil
}

func (p *Plan) setTags(g *pdn.Game, id string, r Record) {
	opening := p.Opening(p.Scheduled(r.Game))
	const pdnDate = "2006.01.02"
	for _, tag := range []pdn.Tag{
		{Name: "Event", Value: event(id)},
		{Name: "Date", Value: r.Began.Format(pdnDate)},
		{Name: "Round", Value: strconv.Itoa(r.Game)},
		{Name: "Black", Value: p.Engines[r.Black].Name},
		{Name: "White", Value: p.Engines[r.White].Name},
		{Name: "Opening", Value: strings.TrimSpace(opening.ID + " " + cmp.Or(opening.Name, openings.NameOf(g.History())))},
		{Name: "BlackLimit", Value: p.limits(r.Black).String()},
		{Name: "WhiteLimit", Value: p.limits(r.White).String()},
		{Name: "TimeControl", Value: timeControl(p.limits(r.Black), p.limits(r.White))},
		{Name: "Termination", Value: r.ending()},
	} {
		g.Tags.Set(tag.Name, tag.Value)
	}
}

// ending returns how the game ended, in words.
func (r *Record) ending() string {
	if r.Ending == "" {
		return "in play"
	}
	if r.Loser == "" {
		return r.Ending
	}
	return fmt.Sprintf("%s of %s: %s", r.Ending, r.Loser, r.Detail)
}

// timeControl returns the limits as PDN writes them, "-" for none, and "" where the
// sides' are not the same.
func timeControl(black, white player.Limits) string {
	switch {
	case black != white:
		return ""
	case black.MoveTime > 0:
		return "1/" + seconds(black.MoveTime)
	case black.Time > 0:
		return strings.TrimSuffix(black.String(), " s")
	}
	return "-"
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// comment returns the clock, the time, the evaluation and the depth of a move.
func (p Ply) comment() string {
	var parts []string
	if p.Clock > 0 {
		parts = append(parts, "[%clk "+clockTime(p.Clock)+"]")
	}
	parts = append(parts, "[%emt "+clockTime(p.Elapsed)+"]")
	if p.Score != "" {
		parts = append(parts, fmt.Sprintf("%s/%d", p.Score, p.Depth))
	}
	return strings.Join(parts, " ")
}

// clockTime returns a duration as h:mm:ss with milliseconds.
func clockTime(d time.Duration) string {
	d = d.Round(time.Millisecond)
	return fmt.Sprintf("%d:%02d:%06.3f", int(d.Hours()), int(d.Minutes())%60, (d % time.Minute).Seconds())
}

// event returns the Event tag of the games of a match.
func event(id string) string { return "Zonda match " + id }
