package match

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
)

// output prints games as they end, and then the report.
type output struct {
	*cli.Meter
	asJSON   bool
	quiet    bool // no line for each game
	interval int  // games between two lines
}

// game prints a game that has ended, and how its engines stand against each other.
func (o *output) game(plan *Plan, s *Standings, test *stats.SPRT, r Record) {
	f := plan.Scheduled(r.Game)
	pairing, opening := s.Pairing(f.Pairing), plan.Opening(f)
	e, games := stats.Measure(pairing.Games(), pairing.Pairs), pairing.Games()
	state := fmt.Sprintf("%s %s, Elo %s, win ratio %s",
		plan.Engines[pairing.First].Name, countText(games), e.EloText(), e.RatioText())
	if len(plan.Engines) > 2 {
		state = fmt.Sprintf("against %s: %s", plan.Engines[pairing.Second].Name, state)
	}
	if test != nil {
		state += fmt.Sprintf(", LLR %.2f", test.LLR(pairing.Pairs))
	}
	switch {
	case o.quiet:
	case o.interval <= 1:
		o.Line("game %d: %s - %s %s, %s, %d plies after %s %s; %d of %d; %s",
			r.Game, plan.Engines[r.Black].Name, plan.Engines[r.White].Name, r.Result,
			r.Ending, len(r.Plies), opening.ID, opening, s.Played(), plan.Total(), state)
	case s.Played()%o.interval == 0:
		o.Line("%d of %d; %s", s.Played(), plan.Total(), state)
	}
	if r.Loser != "" {
		o.Line("game %d: %s loses by %s: %s", r.Game, r.Loser, r.Ending, r.Detail)
	}
	o.progress(s, plan)
}

// progress moves the bar.
func (o *output) progress(s *Standings, plan *Plan) {
	o.Step("games", "games", uint64(s.Played()), uint64(plan.Total()))
}

// finish prints the report, as JSON alone on stdout if that was asked for.
func (o *output) finish(r Report, played int, took time.Duration) error {
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
	if r.Adjudication != nil {
		o.Line("adjudication: %s", r.Adjudication)
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
func (o *output) ballots(r Report) {
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

// summary prints the result, the estimated strength, and what the engines spent on their moves.
func (o *output) summary(r Report) {
	o.Line("")
	if len(r.Engines) > 2 {
		o.crossTable(r)
	} else {
		o.duel(r)
	}
	o.engineStats(r)
	o.endings(r)
	for _, f := range r.Faults {
		o.Line("game %d: %s lost by %s: %s", f.Game, f.Engine, f.Kind, f.Detail)
	}
}

// duel prints the result of the first of two engines.
func (o *output) duel(r Report) {
	first := r.Engines[0]
	o.Line("%s against %s: %s", first.Name, r.Engines[1].Name, countText(stats.Games{Wins: r.Wins, Draws: r.Draws, Losses: r.Losses}))
	o.Line("  as Black %s, as White %s", countText(first.AsBlack), countText(first.AsWhite))
	o.Line("  score %.1f %% of %d games, Elo %s, win ratio %s, 95 %% CI", 100*r.Score, r.Games, r.EloText(), r.RatioText())
	o.Line("  superior with a likelihood of %.1f %%; normalized Elo %+.0f (%+.0f to %+.0f), pairs won for each pair lost %s, draws %.1f %%",
		100*r.LOS, r.NElo, r.NEloLow, r.NEloHigh, stats.RatioText(r.PairsRatio), 100*r.DrawRatio)
	o.Line("  pairs with 0, ½, 1, 1½, 2 points: %s", strings.Trim(fmt.Sprint([len(r.Pairs)]int(r.Pairs)), "[]"))
	if t := r.SPRT; t != nil {
		o.Line("  sequential test of %+g against %+g %sElo: LLR %.2f (%.2f to %.2f), %s", t.Elo0, t.Elo1, t.unit(), t.LLR, t.Low, t.High, t.Verdict)
	}
}

func countText(c stats.Games) string { return fmt.Sprintf("+%d =%d -%d", c.Wins, c.Draws, c.Losses) }

// crossTable prints all engines, the best first, and the result of each against each.
func (o *output) crossTable(r Report) {
	order := make([]int, len(r.Engines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := r.Engines[a], r.Engines[b]
		rated := 0
		if x.Rating != nil && y.Rating != nil {
			rated = cmp.Compare(math.Round(*y.Rating), math.Round(*x.Rating))
		}
		return cmp.Or(rated, cmp.Compare(y.Score, x.Score))
	})
	heading := fmt.Sprintf("%3s %-16s %6s %6s  %-13s %-16s", "", "engine", "games", "score", "rating, 95 %", "win ratio")
	for place := range order {
		heading += fmt.Sprintf(" %10d", place+1)
	}
	o.Line("%s", heading)
	for place, i := range order {
		e := r.Engines[i]
		rating := "-"
		if e.Rating != nil {
			rating = fmt.Sprintf("%+.0f ±%.0f", *e.Rating, *e.RatingError)
		}
		row := fmt.Sprintf("%3d %-16s %6d %5.1f%%  %-13s %-16s", place+1, headed(e.Name, nameColumn), e.Games, 100*e.Score, rating, e.RatioText())
		for _, j := range order {
			row += fmt.Sprintf(" %10s", pairingText(r, i, j))
		}
		o.Line("%s", row)
	}
}

// pairingText returns the result of engine i against engine j.
func pairingText(r Report, i, j int) string {
	for _, m := range r.Pairings {
		c := stats.Games{Wins: m.Wins, Draws: m.Draws, Losses: m.Losses}
		switch {
		case m.First == r.Engines[i].Name && m.Second == r.Engines[j].Name:
			return countText(c)
		case m.Second == r.Engines[i].Name && m.First == r.Engines[j].Name:
			return countText(c.Mirror())
		}
	}
	return "-"
}

// engineStats prints what each engine spent on a move.
func (o *output) engineStats(r Report) {
	o.Line("%-16s %8s %7s %12s %10s %9s %10s %5s %9s %7s  %s", "a move", "moves", "depth", "nodes", "nodes/s", "time", "slowest", "late", "predicted", "faults", "limit")
	for _, e := range r.Engines {
		o.Line("%-16s %8d %7s %12s %10s %6.1f ms %7.1f ms %5d %9s %7d  %s", headed(e.Name, nameColumn), e.Moves,
			known(e.Depth, 1), known(e.Nodes, 0), known(e.NPS, 0), e.TimeMS, e.Slowest, e.Excused, predictedText(e), e.Faults, e.Limits)
	}
}

// nameColumn is the width of an engine's name in tables.
const nameColumn = 16

// known returns an average, or "-" where the engine did not tell.
func known(average float64, decimals int) string {
	if average == 0 {
		return "-"
	}
	return strconv.FormatFloat(average, 'f', decimals, 64)
}

// predictedText returns how often an engine knew its opponent's reply, "-" if it never said.
func predictedText(e EngineReport) string {
	if e.Predictions == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*e.Predicted)
}

// endings prints how games ended, the most frequent way first.
func (o *output) endings(r Report) {
	ways := slices.SortedFunc(maps.Keys(r.Endings), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.Endings[b], r.Endings[a]), strings.Compare(a, b))
	})
	var texts []string
	for _, way := range ways {
		texts = append(texts, fmt.Sprintf("%s %d", way, r.Endings[way]))
	}
	o.Line("games ended by: %s", strings.Join(texts, ", "))
}

// headed returns the beginning of a text that is too long for a column.
func headed(text string, width int) string {
	runes := []rune(text)
	if len(runes) <= width {
		return text
	}
	return strings.TrimRight(string(runes[:width-1]), " ") + "…"
}
