package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
)

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
	g := pdn.NewGame(opening.Start)
	g.Result, _ = pdn.ParseResult(r.Result)
	p.setTags(g, id, r)
	for _, m := range opening.Moves {
		g.Add(m)
	}
	position := opening.Game().Position()
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
		{Name: "Opening", Value: strings.TrimSpace(opening.ID + " " + opening.Name)},
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
	case black.Time > 0 && black.Increment > 0:
		return seconds(black.Time) + "+" + seconds(black.Increment)
	case black.Time > 0:
		return seconds(black.Time)
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
