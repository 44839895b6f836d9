package session

import (
	"fmt"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
)

// output prints games as they end, and then the report.
type output struct {
	*cli.Meter
	asJSON bool
}

// game prints a game that has ended, and how its engines stand against each other.
func (o *output) game(plan *match.Plan, s *match.Standings, test *stats.SPRT, r match.Record) {
	f := plan.Scheduled(r.Game)
	pairing, opening := s.Pairing(f.Pairing), plan.Opening(f)
	e, games := stats.Measure(pairing.Games(), pairing.Pairs), pairing.Games()
	state := fmt.Sprintf("%s +%d =%d -%d, Elo %s",
		plan.Engines[pairing.First].Name, games.Wins, games.Draws, games.Losses, eloText(e.Elo, e.Low, e.High))
	if len(plan.Engines) > 2 {
		state = fmt.Sprintf("against %s: %s", plan.Engines[pairing.Second].Name, state)
	}
	if test != nil {
		state += fmt.Sprintf(", LLR %.2f", test.LLR(pairing.Pairs))
	}
	o.Line("game %d: %s - %s %s, %s, %d plies after %s %s; %d of %d; %s",
		r.Game, plan.Engines[r.Black].Name, plan.Engines[r.White].Name, r.Result,
		r.Ending, len(r.Plies), opening.ID, opening, s.Played(), plan.Total(), state)
	if r.Loser != "" {
		o.Line("game %d: %s loses by %s: %s", r.Game, r.Loser, r.Ending, r.Detail)
	}
	o.progress(s, plan)
}

// progress moves the bar.
func (o *output) progress(s *match.Standings, plan *match.Plan) {
	o.Step("games", "games", uint64(s.Played()), uint64(plan.Total()))
}

// eloText returns a difference with its interval: "+12 (-4 to +28)".
func eloText(elo, low, high float64) string {
	return fmt.Sprintf("%+.0f (%+.0f to %+.0f)", elo, low, high)
}

// finish prints the report, as JSON alone on stdout if that was asked for.
func (o *output) finish(r match.Report, played int, took time.Duration) error {
	o.Clear()
	if o.asJSON {
		return cli.WriteJSON(cli.Stdout, r)
	}
	if r.Played > 0 {
		o.ballots(r)
		o.summary(r)
	} else {
		o.Line("no games are played")
	}
	for _, w := range r.Warnings {
		o.Line("warning: %s", w)
	}
	if r.Interrupted {
		o.Line("%d of %d games are missing", r.Planned-r.Played, r.Planned)
	}
	if played > 0 {
		o.Line("this run: %d games in %s, %.0f games an hour", played, took.Round(time.Second), float64(played)/took.Hours())
	}
	return o.Err()
}

// ballots prints a line for each opening.
func (o *output) ballots(r match.Report) {
	duel := len(r.Engines) == 2
	o.Line("")
	if duel {
		o.Line("openings: %s as Black, as White, and its points", r.Engines[0].Name)
	} else {
		o.Line("openings: results of Black, and its points")
	}
	for _, b := range r.Ballots {
		results, points := countText(b.Black), float64(b.Black.Wins)+float64(b.Black.Draws)/2
		if duel {
			results = fmt.Sprintf("%-9s %-9s", shortCount(b.AsBlack), shortCount(b.AsWhite))
			points = float64(b.AsBlack.Wins+b.AsWhite.Wins) + float64(b.AsBlack.Draws+b.AsWhite.Draws)/2
		}
		o.Line("%s", strings.TrimRight(fmt.Sprintf("  %-4s %-22s %s %4.1f %s", b.ID, b.Moves, results, points, b.Name), " "))
	}
}

// shortCount returns a single game as a word, "-" for none, and several as a count.
func shortCount(c stats.Games) string {
	switch c {
	case stats.Games{}:
		return "-"
	case stats.Games{Wins: 1}:
		return "win"
	case stats.Games{Draws: 1}:
		return "draw"
	case stats.Games{Losses: 1}:
		return "loss"
	}
	return countText(c)
}
