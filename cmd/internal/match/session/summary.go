package session

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
)

// summary prints the result, the estimated strength, and what the engines spent on their moves.
func (o *output) summary(r match.Report) {
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
func (o *output) duel(r match.Report) {
	first := r.Engines[0]
	o.Line("%s against %s: %s", first.Name, r.Engines[1].Name, countText(stats.Games{Wins: r.Wins, Draws: r.Draws, Losses: r.Losses}))
	o.Line("  as Black %s, as White %s", countText(first.AsBlack), countText(first.AsWhite))
	o.Line("  score %.1f %% of %d games, Elo %s with 95 %%", 100*r.Score, r.Games, eloText(r.Elo, r.Low, r.High))
	o.Line("  superior with a likelihood of %.1f %%", 100*r.LOS)
	o.Line("  pairs with 0, ½, 1, 1½, 2 points: %s", strings.Trim(fmt.Sprint([len(r.Pairs)]int(r.Pairs)), "[]"))
	if t := r.SPRT; t != nil {
		o.Line("  sequential test of %+g against %+g Elo: LLR %.2f (%.2f to %.2f), %s", t.Elo0, t.Elo1, t.LLR, t.Low, t.High, t.Verdict)
	}
}

func countText(c stats.Games) string { return fmt.Sprintf("+%d =%d -%d", c.Wins, c.Draws, c.Losses) }

// crossTable prints all engines, the best first, and the result of each against each.
func (o *output) crossTable(r match.Report) {
	order := make([]int, len(r.Engines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.Engines[b].Score, r.Engines[a].Score) })
	heading := fmt.Sprintf("%3s %-16s %6s %6s  %-22s", "", "engine", "games", "score", "Elo against the others")
	for place := range order {
		heading += fmt.Sprintf(" %10d", place+1)
	}
	o.Line("%s", heading)
	for place, i := range order {
		e := r.Engines[i]
		row := fmt.Sprintf("%3d %-16s %6d %5.1f%%  %-22s", place+1, headed(e.Name, nameColumn), e.Games, 100*e.Score, eloText(e.Elo, e.Low, e.High))
		for _, j := range order {
			row += fmt.Sprintf(" %10s", pairingText(r, i, j))
		}
		o.Line("%s", row)
	}
}

// pairingText returns the result of engine i against engine j.
func pairingText(r match.Report, i, j int) string {
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
func (o *output) engineStats(r match.Report) {
	o.Line("%-16s %8s %7s %12s %10s %9s %10s %5s %9s %7s  %s", "a move", "moves", "depth", "nodes", "nodes/s", "time", "slowest", "late", "predicted", "faults", "limit")
	for _, e := range r.Engines {
		o.Line("%-16s %8d %7s %12s %10s %6.1f ms %7.1f ms %5d %9s %7d  %s", headed(e.Name, nameColumn), e.Moves,
			known(e.Depth, 1), known(e.Nodes, 0), known(e.NPS, 0), e.TimeMS, e.Slowest, e.Late, predictedText(e), e.Faults, e.Limits)
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
func predictedText(e match.EngineReport) string {
	if e.Predictions == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*e.Predicted)
}

// endings prints how games ended, the most frequent way first.
func (o *output) endings(r match.Report) {
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
