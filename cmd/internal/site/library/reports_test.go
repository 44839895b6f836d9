package library

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/problems/training"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/engine/judge"
)

// gameOf returns a game with moves, after which moves of others may follow.
func gameOf(moves ...string) talk.Game {
	g := talk.Game{Result: "*"}
	for _, m := range moves {
		g.Moves = append(g.Moves, talk.Node{Move: m})
	}
	return g
}

// TestReportsAreKept: a report is found after another start, by the moves of its game; a game that was changed finds it too, as long as
// half of its moves are the same, and so does a list of games. A game without its report, or with a damaged one, has none.
func TestReportsAreKept(t *testing.T) {
	kept, folder := t.TempDir(), t.TempDir()
	conn := dial(t, started(t, Options{Kept: kept}))
	moves := []string{"11-15", "23-19", "8-11", "22-17", "4-8", "17-13", "15-18", "24-20", "11-15", "28-24", "8-11", "26-23", "3-8", "23x14", "9x18"}
	game := gameOf(moves...)
	made := reply[Report](t, conn, "report", ReportRequest{Game: game, Nodes: 200})
	require.Empty(t, made.Unkept)

	text := `[Black "A"]` + "\n1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 5. 11-15 28-24 6. 8-11 26-23 7. 3-8 23x14 8. 9x18 *\n\n1. 11-15 *\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, "games.pdn"), []byte(text), 0o600))
	conn = dial(t, started(t, Options{Kept: kept, Folder: folder}))
	find := func(g talk.Game) *KeptReport { return reply[ReportFound](t, conn, "keptReport", g).Kept }
	k := find(game)
	require.NotNil(t, k)
	require.Equal(t, made, k.Report)
	require.Equal(t, []any{200, "23x14"}, []any{k.Nodes, k.Game.Moves[13].Move})
	for what, other := range map[string]talk.Game{
		"continued": gameOf(append(moves, "20-16")...), "taken back": gameOf(moves[:12]...), "another end": gameOf(append(moves[:12:12], "9-14")...),
	} {
		require.NotNil(t, find(other), what)
	}
	for what, other := range map[string]talk.Game{"no moves": gameOf(), "its beginning": gameOf(moves[:6]...), "another game": gameOf("9-14", "22-18")} {
		require.Nil(t, find(other), what)
	}
	c := reply[Collection](t, conn, "open", File{Name: "games.pdn"})
	page := reply[GamesPage](t, conn, "games", GamesRequest{Collection: c.ID, Count: 10})
	require.Equal(t, []bool{true, false}, []bool{page.Games[0].Report, page.Games[1].Report})

	files, err := filepath.Glob(filepath.Join(kept, "reports", "*"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	require.NoError(t, os.Truncate(files[0], 100))
	require.Nil(t, find(game), "damaged")
	require.Empty(t, reply[Report](t, conn, "report", ReportRequest{Game: game, Nodes: 200}).Unkept)
	require.NotNil(t, find(game))
	reply[talk.Nothing](t, conn, "forgetReport", ReportForgotten{Game: game})
	require.Nil(t, find(game))
	reply[talk.Nothing](t, conn, "forgetReport", ReportForgotten{Game: game})
}

// TestReportsForOthers: a report is made for the rating that is asked for, which is kept with it, or for perfect play. On the way it says how
// far it is, which never falls.
func TestReportsForOthers(t *testing.T) {
	conn := dial(t, started(t, Options{}))
	game := gameOf("11-15", "22-18", "15x22", "25x18", "10-15", "18x11", "7x16", "30-25", "16-19", "24x15", "8-11", "15x8", "4x11", "27-24", "12-16", "25-22")
	faults := map[float64]int{}
	for _, rating := range []float64{0, 415, judge.NoPeople} {
		made := reply[Report](t, conn, "report", ReportRequest{Trainee: Trainee{Guess: 700}, Game: game, Nodes: 5000, Rating: rating})
		require.InDelta(t, cmp.Or(rating, 700), made.Rating, 0)
		require.InDelta(t, made.Rating, reply[ReportFound](t, conn, "keptReport", game).Kept.Report.Rating, 0)
		faults[rating] = len(made.Faults)
	}
	require.Greater(t, faults[415], faults[judge.NoPeople])
	require.Contains(t, refused(t, conn, "report", ReportRequest{Game: game, Rating: 3001}), "not between 0 and 3000")

	conn.session.Take(t.Context(), []byte(`{"id": 1, "kind": "report", "body": {"nodes": 5000, "game": {"moves": [{"move": "11-15"}, {"move": "22-18"}, {"move": "15x22"}]}}}`))
	last, events := 0., 0
	for data := range conn.said {
		var news struct {
			Event string   `json:"event"`
			Body  Progress `json:"body"`
		}
		require.NoError(t, json.Unmarshal(data, &news))
		if news.Event == "" {
			break
		}
		require.GreaterOrEqual(t, news.Body.Share, last)
		require.LessOrEqual(t, news.Body.Share, 1.)
		last, events = news.Body.Share, events+1
	}
	require.Positive(t, events)
}

// TestReportsUnkept: a report that cannot be kept is there, and says so.
func TestReportsUnkept(t *testing.T) {
	kept := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(kept, "reports"), nil, 0o600))
	conn := dial(t, started(t, Options{Kept: kept}))
	made := reply[Report](t, conn, "report", ReportRequest{Game: gameOf("11-15"), Nodes: 200})
	require.Len(t, made.Places, 2)
	require.Equal(t, "the user's folder of reports: not a directory", made.Unkept)
}

// TestReportsGiveWay: the oldest of many reports are removed.
func TestReportsGiveWay(t *testing.T) {
	r := reports{folder: t.TempDir()}
	for i := range maxReports + 3 {
		name := filepath.Join(r.folder, string(rune('a'+i%26))+filepath.Base(t.TempDir())+reportExtension)
		require.NoError(t, os.WriteFile(name, nil, 0o600))
	}
	require.NoError(t, r.tidy())
	entries, err := os.ReadDir(r.folder)
	require.NoError(t, err)
	require.Len(t, entries, maxReports)
}

// TestCardsOfWhite: a card of White's move has its number as all lists of moves have it.
func TestCardsOfWhite(t *testing.T) {
	conn, me := dial(t, started(t, Options{})), Trainee{Guess: 600}
	learn := FaultsLearned{Trainee: me, Game: gameOf("11-15", "22-18", "15x22", "25x18", "8-11", "18-15", "10x19", "24x15x8"), Side: "White"}
	reply[Report](t, conn, "report", ReportRequest{Trainee: me, Game: learn.Game, Nodes: 5000})
	require.Equal(t, "3... 18-15", reply[Cards](t, conn, "learnFaults", learn).Problems[0].Name)
}

// TestFaultsAreLearned: the faults of a side become cards, which the trainer mixes in by their share, and which go with their game.
func TestFaultsAreLearned(t *testing.T) {
	conn, me := dial(t, started(t, Options{})), Trainee{Guess: 600}
	game := gameOf("11-15", "22-18", "15x22", "25x18", "10-15", "18x11", "7x16", "30-25", "16-19", "24x15")
	learn := FaultsLearned{Trainee: me, Game: game, Side: "Black", Title: "A – B"}
	require.Contains(t, refused(t, conn, "learnFaults", learn), "not kept")
	require.Len(t, reply[Report](t, conn, "report", ReportRequest{Trainee: me, Game: game, Nodes: 5000}).Faults, 1)
	for _, added := range []int{1, 0} {
		cards := reply[Cards](t, conn, "learnFaults", learn)
		require.Equal(t, added, cards.Added)
		require.Len(t, cards.Problems, 1)
		require.Equal(t, []any{"5. 16-19", "A – B", "jump"}, []any{cards.Problems[0].Name, cards.Problems[0].Source, cards.Problems[0].Told.Kind})
	}
	require.Empty(t, reply[Cards](t, conn, "learnFaults", FaultsLearned{Trainee: me, Game: game, Side: "White"}).Problems)
	next := func(q NextRequest) NextProblem {
		q.Trainee = me
		return reply[NextProblem](t, conn, "nextProblem", q)
	}
	stats := reply[Training](t, conn, "training", me)
	require.Equal(t, []int{1, 1, 0}, []int{stats.Faults, stats.Due, stats.Tried})
	for range training.Openers {
		asked := next(NextRequest{Share: 1})
		require.False(t, asked.Back, "where a new user stands is found first")
		reply[AttemptCounted](t, conn, "attempt", AttemptMade{Trainee: me, Card: asked.Problems[0].ID, Score: 1})
	}
	mine := next(NextRequest{Share: 0.5})
	require.True(t, mine.Back)
	card := mine.Problems[0]
	require.Equal(t, []string{"16-19"}, card.Avoid)
	require.NotEqual(t, card.ID, next(NextRequest{}).Problems[0].ID, "no share")
	require.NotEqual(t, card.ID, next(NextRequest{Share: 1, Not: []string{card.ID}}).Problems[0].ID, "passed over")
	require.False(t, reply[Judgement](t, conn, "try", Try{Problem: card, Move: "16-19"}).Right)
	require.True(t, reply[Judgement](t, conn, "try", Try{Problem: card, Move: card.Keys[0]}).Right)
	counted := reply[AttemptCounted](t, conn, "attempt", AttemptMade{Trainee: me, Card: card.ID, Score: 1})
	require.Zero(t, counted.Change)
	require.Positive(t, counted.Days)
	require.NotEqual(t, card.ID, next(NextRequest{Share: 1}).Problems[0].ID, "it is not due any more")
	require.Equal(t, card.ID, next(NextRequest{Theme: OwnFaults}).Problems[0].ID, "but can be asked for")
	require.Equal(t, 1, reply[ReportFound](t, conn, "keptReport", game).Cards)
	reply[talk.Nothing](t, conn, "forgetReport", ReportForgotten{Trainee: me, Game: game})
	require.Equal(t, 1, reply[Training](t, conn, "training", me).Faults, "the cards stay")
	reply[talk.Nothing](t, conn, "forgetReport", ReportForgotten{Trainee: me, Game: game, Cards: true})
	require.Zero(t, reply[Training](t, conn, "training", me).Faults)
	require.Empty(t, next(NextRequest{Theme: OwnFaults}).Problems)
}
