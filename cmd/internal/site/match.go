package site

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
)

// journal is what a journal of a match holds, and what the match tells while it runs.
type journal struct {
	path    string
	header  match.Header
	plan    *match.Plan
	games   []match.Record // that are over
	playing []match.Record
	running bool
}

// gamesShown is how many of the last games a page is told.
const gamesShown = 50

// journalPath returns the path of a journal that a page has named.
func (s *Server) journalPath(name string) (string, error) {
	paths, err := s.journals()
	if err != nil {
		return "", err
	}
	path, ok := paths[name]
	if !ok {
		return "", fmt.Errorf("no match %s", board.Quote(name))
	}
	return path, nil
}

// readMatch reads a journal, which may be in use.
func (s *Server) readMatch(name string) (j journal, err error) {
	if j.path, err = s.journalPath(name); err != nil {
		return j, err
	}
	if j.header, err = match.ReadHeader(j.path); err != nil {
		return j, fmt.Errorf("%s: %w", name, err)
	}
	if j.plan, err = match.PlanOf(j.header.Conditions); err != nil {
		return j, fmt.Errorf("%s: %w", name, err)
	}
	j.plan.Games = j.header.Games
	live, running := match.ReadLive(j.path) // before the games: one that ends now is told twice rather than not at all
	j.running = running
	over := map[int]bool{}
	err = match.ReadGames(j.path, func(r match.Record) error {
		j.games = append(j.games, r)
		over[r.Game] = true
		return j.plan.Fits(r)
	})
	for _, r := range live.Games {
		if running && !over[r.Game] && j.plan.Has(r) == nil {
			j.playing = append(j.playing, r)
		}
	}
	return j, err
}

func (v *visit) match(_ context.Context, _ *talk.Session, q MatchRequest) (Match, error) {
	j, err := v.server.readMatch(q.Name)
	if err != nil {
		return Match{}, err
	}
	standings := match.NewStandings(j.plan)
	for _, r := range j.games {
		standings.Add(r)
	}
	var test *stats.SPRT
	if parsed, err := stats.ParseSPRT(j.header.SPRT); err == nil {
		test = &parsed
	}
	r := standings.Report(j.header.ID, test)
	m := Match{
		Name: q.Name, Deck: r.Suite, Played: r.Played, Planned: r.Planned,
		Pairings: []MatchPairing{}, Playing: []MatchGame{}, Games: []MatchGame{},
	}
	if r.SPRT != nil {
		m.SPRT = fmt.Sprintf("%s: %.2f between %.2f and %.2f, Elo %g against %g",
			r.SPRT.Verdict, r.SPRT.LLR, r.SPRT.Low, r.SPRT.High, r.SPRT.Elo1, r.SPRT.Elo0)
	}
	for i, e := range r.Engines {
		m.Engines = append(m.Engines, newMatchEngine(e, j.plan.Engines[i].Command))
	}
	for _, p := range r.Pairings {
		m.Pairings = append(m.Pairings, MatchPairing{p.First, p.Second, p.Wins, p.Draws, p.Losses})
	}
	started, failed := v.server.matches.state(j.path)
	m.Running, m.Failed = j.running || started, failed
	for _, r := range j.playing {
		m.Playing = append(m.Playing, j.row(r))
	}
	for _, r := range slices.Backward(j.games[max(0, len(j.games)-gamesShown):]) {
		m.Games = append(m.Games, j.row(r))
	}
	return m, nil
}

// row describes a game of the match.
func (j *journal) row(r match.Record) MatchGame {
	result := r.Result
	if result == "" {
		result = board.Unfinished.String()
	}
	return MatchGame{r.Game, j.opening(r), j.plan.Engines[r.Black].Name, j.plan.Engines[r.White].Name, result, r.Ending, len(r.Plies)}
}

// opening names the opening of a game, or tells its moves.
func (j *journal) opening(r match.Record) string {
	o := j.plan.Opening(j.plan.Scheduled(r.Game))
	if name := cmp.Or(o.Name, openings.NameAt(o.Game().Position())); name != "" {
		return name
	}
	var moves []string
	p := o.Start
	for _, m := range o.Moves {
		moves = append(moves, p.MoveText(m))
		p = p.Play(m)
	}
	return strings.Join(moves, " ")
}

func (v *visit) matchGame(_ context.Context, _ *talk.Session, q MatchRequest) (talk.Game, error) {
	j, err := v.server.readMatch(q.Name)
	if err != nil {
		return talk.Game{}, err
	}
	all := slices.Concat(j.games, j.playing)
	i := slices.IndexFunc(all, func(r match.Record) bool { return r.Game == q.Game })
	if i < 0 {
		return talk.Game{}, fmt.Errorf("%s has no game %d yet", q.Name, q.Game)
	}
	g, err := j.plan.GameScore(j.header.ID, all[i])
	if err != nil {
		return talk.Game{}, err
	}
	return talk.NewGame(g), nil
}

// stopMatch asks a running match to stop, as Ctrl-C does.
func (v *visit) stopMatch(_ context.Context, _ *talk.Session, q MatchRequest) (nothing talk.Nothing, err error) {
	path, running, err := v.server.live(q.Name)
	if err != nil {
		return nothing, err
	}
	if !running {
		return nothing, fmt.Errorf("%s is not being played", q.Name)
	}
	return nothing, match.AskToStop(path)
}

// resumeMatch goes on with a match.
func (v *visit) resumeMatch(_ context.Context, _ *talk.Session, q MatchRequest) (nothing talk.Nothing, err error) {
	path, running, err := v.server.live(q.Name)
	if err != nil {
		return nothing, err
	}
	if running {
		return nothing, fmt.Errorf("%s is being played", q.Name)
	}
	return nothing, v.server.matches.resume(path)
}

// live returns the path of a journal that a page has named, and whether its match is being played.
func (s *Server) live(name string) (path string, running bool, err error) {
	if path, err = s.journalPath(name); err == nil {
		_, running = match.ReadLive(path)
	}
	return path, running, err
}
