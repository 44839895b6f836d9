package match

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/games/chart"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// RatedGames are games of engines, from several journals and files of PDN.
type RatedGames struct {
	Unfinished int // games without a result, which do not count
	Twice      int // games that were read before, which do not count

	paths []string // of the files
	names []string // of the engines
	games []stats.RatedGame
	pairs map[string]int  // by engines, opening and the number of the pair
	seen  map[string]bool // games of matches, by match and number
	black map[string]int  // how many games there are, by the engines in their colours and opening
}

// Read adds the games of a journal, or of a file of PDN if its name ends so.
func (g *RatedGames) Read(path string) error {
	if g.seen == nil {
		g.pairs, g.seen, g.black = map[string]int{}, map[string]bool{}, map[string]int{}
	}
	g.paths = append(g.paths, path)
	read := g.readJournal
	if strings.EqualFold(filepath.Ext(path), ".pdn") {
		read = g.readPDN
	}
	err := read(path)
	var named *fs.PathError
	if err == nil || errors.As(err, &named) { // the error has the path
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}

func (g *RatedGames) readJournal(path string) error {
	header, err := ReadHeader(path)
	if err != nil {
		return err
	}
	var names []string
	for i, text := range header.Specs {
		spec, err := client.ParseSpec(text)
		if err != nil {
			return fmt.Errorf("engine %d: %w", i+1, err)
		}
		names = append(names, spec.Name)
	}
	return ReadGames(path, func(r Record) error {
		if min(r.Black, r.White) < 0 || max(r.Black, r.White) >= len(names) || r.Black == r.White {
			return fmt.Errorf("game %d has engines %d and %d of %d", r.Game, r.Black+1, r.White+1, len(names))
		}
		result, ok := pdn.ParseResult(r.Result)
		if !ok {
			return fmt.Errorf("game %d has the result %s", r.Game, board.Quote(r.Result))
		}
		g.add(names[r.Black], names[r.White], result, event(header.ID), strconv.Itoa(r.Game), r.Opening)
		return nil
	})
}

func (g *RatedGames) readPDN(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	for game, err := range cli.Games(path, f) {
		var broken *pdn.GameError
		if errors.As(err, &broken) {
			continue // it was told
		}
		if err != nil {
			return err
		}
		opening := game.Tags.Get("FEN") + game.Tags.Get("Opening")
		g.add(game.Tags.Get("Black"), game.Tags.Get("White"), game.Result, game.Tags.Get("Event"), game.Tags.Get("Round"), opening)
	}
	return nil
}

// add adds a game. The nth games of two engines with an opening, one with each colour, are a pair.
func (g *RatedGames) add(black, white string, result board.Winner, event, round, opening string) {
	const ours = "Zonda match " // as in event
	if game := event + "\x00" + round; strings.HasPrefix(event, ours) {
		if g.seen[game] {
			g.Twice++
			return
		}
		g.seen[game] = true
	}
	points := map[board.Winner]int{board.BlackWon: won, board.Drawn: drawn, board.WhiteWon: lost}
	p, finished := points[result]
	if !finished || black == white {
		g.Unfinished++
		return
	}
	colors := strings.Join([]string{event, opening, black, white}, "\x00")
	g.black[colors]++
	pair := strings.Join([]string{event, opening, min(black, white), max(black, white), strconv.Itoa(g.black[colors])}, "\x00")
	if _, known := g.pairs[pair]; !known {
		g.pairs[pair] = len(g.pairs)
	}
	g.games = append(g.games, stats.RatedGame{Black: g.engine(black), White: g.engine(white), Points: p, Pair: g.pairs[pair]})
}

// engine returns the number of an engine.
func (g *RatedGames) engine(name string) int {
	if i := slices.Index(g.names, name); i >= 0 {
		return i
	}
	g.names = append(g.names, name)
	return len(g.names) - 1
}

// RatingList is what zonda ratings says.
type RatingList struct {
	Games   int      `json:"games"`
	Pairs   int      `json:"pairs"` // of games with one opening; a game alone counts too
	Engines []Rating `json:"engines"`
	// Superior has for each engine the likelihood that it is stronger than each other, 0 to 1, in the order of Engines.
	Superior [][]float64 `json:"superior"`

	FirstMover      float64 `json:"first_mover_elo"` // what the first move is worth
	FirstMoverError float64 `json:"first_mover_error"`
	Draws           float64 `json:"draws_between_equals"` // 0 to 1
	Unfinished      int     `json:"unfinished"`           // games without a result, which do not count
	Twice           int     `json:"twice"`                // games in two files, which count once
}

// Rating is the strength of an engine.
type Rating struct {
	Name   string  `json:"name"`
	Elo    float64 `json:"elo"`
	Error  float64 `json:"error"` // half of the interval of 95 %
	Games  int     `json:"games"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Score  float64 `json:"score"` // points a game, 0 to 1
}

// List rates the engines, the strongest first. The ratings are those about their mean, which is 0, or about the anchor, an engine that
// has the given rating, if it has a name.
func (g *RatedGames) List(anchor string, at float64) (*RatingList, error) {
	r, err := stats.Rate(len(g.names), g.games)
	switch {
	case len(g.games) == 0:
		return nil, fmt.Errorf("%s: there are no games with a result", strings.Join(g.paths, ", "))
	case err != nil:
		return nil, fmt.Errorf("%w %s: there is no common scale", err, strings.Join(g.apart(), " with "))
	}
	fixed := slices.Index(g.names, anchor)
	if fixed < 0 && anchor != "" {
		return nil, cli.WrongUse(fmt.Errorf("anchor: there is no engine %s; there are %s", board.Quote(anchor), strings.Join(g.names, ", ")))
	}
	order := make([]int, len(g.names))
	rows := make([]Rating, len(g.names))
	for i, name := range g.names {
		elo, width := r.Rating(i)
		if fixed >= 0 {
			elo, width = r.Difference(i, fixed)
		}
		order[i], rows[i] = i, Rating{Name: name, Elo: elo + at, Error: width}
	}
	counts := make([]stats.Games, len(g.names))
	for _, game := range g.games {
		count(&counts[game.Black], game.Points)
		count(&counts[game.White], won-game.Points)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(rows[j].Elo, rows[i].Elo) })
	list := &RatingList{
		Games: len(g.games), Pairs: len(g.pairs), FirstMover: r.FirstMover, FirstMoverError: r.FirstMoverWidth(), Draws: r.Draws,
		Unfinished: g.Unfinished, Twice: g.Twice,
	}
	for _, i := range order {
		row, c := rows[i], counts[i]
		row.Games, row.Wins, row.Draws, row.Losses, row.Score = c.Total(), c.Wins, c.Draws, c.Losses, c.Score()
		list.Engines = append(list.Engines, row)
		var superior []float64
		for _, j := range order {
			superior = append(superior, r.Superior(i, j))
		}
		list.Superior = append(list.Superior, superior)
	}
	return list, nil
}

// apart returns an engine of each group that no games connect to the others.
func (g *RatedGames) apart() (first []string) {
	for i, group := range stats.Groups(len(g.names), g.games) {
		if group == i {
			first = append(first, board.Quote(g.names[i]))
		}
	}
	return first
}

// String returns the list as a table.
func (l *RatingList) String() string {
	var text bytes.Buffer
	fmt.Fprintf(&text, "%3s %-24s %7s %6s %6s %7s %7s  %s\n", "", "engine", "Elo", "95 %", "games", "score", "draws", "superior to the next")
	for i, e := range l.Engines {
		superior := "-"
		if i+1 < len(l.Engines) {
			superior = fmt.Sprintf("%.1f %%", percent*l.Superior[i][i+1])
		}
		fmt.Fprintf(&text, "%3d %-24s %+7.0f %6s %6d %5.1f %% %5.1f %%  %s\n", i+1, headed(e.Name, 24), e.Elo, fmt.Sprintf("±%.0f", e.Error), e.Games,
			percent*e.Score, percent*float64(e.Draws)/float64(e.Games), superior)
	}
	fmt.Fprintf(&text, "%d games in %d pairs; the first move is worth %+.0f Elo (±%.0f); equals draw %.1f %% of their games", l.Games, l.Pairs, l.FirstMover, l.FirstMoverError, percent*l.Draws)
	if l.Unfinished > 0 {
		fmt.Fprintf(&text, "\n%s without a result did not count", cli.Count(l.Unfinished, "game", "games"))
	}
	if l.Twice > 0 {
		fmt.Fprintf(&text, "\n%s in two files counted once", cli.Count(l.Twice, "game", "games"))
	}
	return text.String()
}

// Chart draws the ratings with their intervals, the strongest first.
func (l *RatingList) Chart() chart.Chart {
	c := chart.Chart{Title: fmt.Sprintf("Ratings from %d games, with intervals of 95 %%", l.Games), X: "rank", Y: "Elo"}
	const half = 0.35 // of the width of a bar
	for i, e := range l.Engines {
		s := chart.Series{Name: e.Name}
		for _, x := range []float64{-half, half} {
			s.X, s.Y = append(s.X, float64(i+1)+x), append(s.Y, e.Elo)
			s.Low, s.High = append(s.Low, e.Elo-e.Error), append(s.High, e.Elo+e.Error)
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// ParseAnchor reads NAME=ELO. The name may have signs of equality.
func ParseAnchor(text string) (name string, elo float64, err error) {
	i := strings.LastIndexByte(text, '=')
	if i > 0 {
		elo, err = strconv.ParseFloat(text[i+1:], 64)
	}
	if i <= 0 || err != nil || math.IsNaN(elo) || math.Abs(elo) > 1e5 {
		return "", 0, fmt.Errorf("anchor: %s is not NAME=ELO, such as cake=2000", board.Quote(text))
	}
	return text[:i], elo, nil
}
