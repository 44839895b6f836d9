package match

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// GameScore returns the record of a game as PDN, with the clock, the time, the
// evaluation and the depth of every move as comments:
//
//	11-15 {[%clk 0:00:59.9] [%emt 0:00:00.1] +0.12/17}
//
// An evaluation is in men for the side that moved. The error names the ply of the record that is not a
// legal move.
func (p *Plan) GameScore(id string, r Record) (*pdn.Game, error) {
	return p.score(id, r, nil)
}

func (p *Plan) score(id string, r Record, fields PDNFields) (*pdn.Game, error) {
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
		g.Add(m).Comments = fields.comments(ply)
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
	black, white := p.limits(r.Black), p.limits(r.White)
	same := timeControl(black) == timeControl(white)
	for _, tag := range []pdn.Tag{
		{Name: "Event", Value: event(id)},
		{Name: "Site", Value: "?"},
		{Name: "Date", Value: r.Began.Format(pdnDate)},
		{Name: "Round", Value: strconv.Itoa(r.Game)},
		{Name: "Black", Value: p.Engines[r.Black].Name},
		{Name: "White", Value: p.Engines[r.White].Name},
		{Name: "Opening", Value: strings.TrimSpace(opening.ID + " " + cmp.Or(opening.Name, openings.NameOf(g.History())))},
		{Name: "BlackLimit", Value: black.String()},
		{Name: "WhiteLimit", Value: white.String()},
		{Name: "TimeControl", Value: given(same, timeControl(black))},
		{Name: "BlackTimeControl", Value: given(!same, timeControl(black))},
		{Name: "WhiteTimeControl", Value: given(!same, timeControl(white))},
		{Name: "PlyCount", Value: strconv.Itoa(len(g.Moves))},
		{Name: "GameStartTime", Value: r.Began.Format(time.RFC3339)},
		{Name: "GameDuration", Value: r.duration()},
		{Name: "Termination", Value: r.termination()},
	} {
		g.Tags.Set(tag.Name, tag.Value)
	}
}

// given returns a value under a condition, "" otherwise.
func given(condition bool, value string) string {
	if condition {
		return value
	}
	return ""
}

// duration returns the time of all moves, as hours, minutes and seconds.
func (r *Record) duration() string {
	var sum time.Duration
	for _, ply := range r.Plies {
		sum += ply.Elapsed
	}
	sum = sum.Round(time.Second)
	return fmt.Sprintf("%02d:%02d:%02d", int(sum.Hours()), int(sum.Minutes())%60, int(sum.Seconds())%60)
}

// termination returns how the game ended in a word of PDN, or in one of those that other runners use.
func (r *Record) termination() string {
	early := []string{Adjudicated, Agreed, ByResign, ByDraw, ByLength}
	switch {
	case r.Ending == "":
		return "unterminated"
	case r.Ending == client.Timeout.String():
		return "time forfeit"
	case r.Ending == client.IllegalMove.String():
		return "illegal move"
	case r.Loser != "":
		return "abandoned"
	case slices.Contains(early, r.Ending):
		return "adjudication"
	}
	return "normal"
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

// timeControl returns limits as PDN writes them, "-" for none.
func timeControl(l client.Limits) string {
	switch {
	case l.MoveTime > 0:
		return "1/" + seconds(l.MoveTime)
	case l.Time > 0:
		return strings.TrimSuffix(l.String(), " s")
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
