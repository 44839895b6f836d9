package library

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/problems/training"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
)

// TestTrainer: a page trains, another page and another start find what it did, a mistake is told to come back, and a file takes all to
// another machine, where nothing is lost.
func TestTrainer(t *testing.T) {
	kept, guess := t.TempDir(), Trainee{Guess: 1000, Zone: 14 * 60}
	conn := dial(t, started(t, Options{Kept: kept}))
	before := reply[Training](t, conn, "training", guess)
	require.Equal(t, []any{1000., 0, 0}, []any{before.Rating, before.Tried, before.Due})
	require.NotEmpty(t, before.Themes)
	for _, theme := range before.Themes {
		require.GreaterOrEqual(t, theme.Problems, minOfTheme, "%s is no theme to choose", theme.Name)
	}
	require.NoFileExists(t, filepath.Join(kept, training.FileName), "looking writes nothing")
	require.Contains(t, refused(t, conn, "trainingFile", talk.Nothing{}), "no attempt")

	next := reply[NextProblem](t, conn, "nextProblem", NextRequest{Trainee: guess})
	require.Len(t, next.Problems, 1)
	first := next.Problems[0]
	require.False(t, next.Back)
	require.InDelta(t, 350, first.Rating, 100, "the first of three questions of rising difficulty")
	solved := reply[AttemptCounted](t, conn, "attempt", AttemptMade{Trainee: guess, Card: first.ID, Score: 1})
	require.Positive(t, solved.Change)
	require.Equal(t, []int{1, 1, 0}, []int{solved.Streak, solved.Solved, solved.Days})
	second := reply[NextProblem](t, conn, "nextProblem", NextRequest{Trainee: guess}).Problems[0]
	require.NotEqual(t, first.ID, second.ID)
	third := reply[NextProblem](t, conn, "nextProblem", NextRequest{Trainee: guess, Not: []string{second.ID}}).Problems[0]
	require.NotContains(t, []string{first.ID, second.ID}, third.ID)
	failed := reply[AttemptCounted](t, conn, "attempt", AttemptMade{Trainee: guess, Card: second.ID, Score: 0})
	require.Negative(t, failed.Change)
	require.Equal(t, []int{0, 1}, []int{failed.Streak, failed.Days})
	lesson := reply[AttemptCounted](t, conn, "attempt", AttemptMade{Trainee: guess, Card: "lesson:bridge", Score: .5})
	require.Zero(t, lesson.Change)
	require.Positive(t, lesson.Days)
	require.Contains(t, refused(t, conn, "attempt", AttemptMade{Trainee: guess, Card: first.ID, Score: .3}), "score 0.3")
	far := Trainee{Zone: 9999}
	for kind, body := range map[string]any{"training": far, "lessons": far, "nextProblem": NextRequest{Trainee: far}, "attempt": AttemptMade{Trainee: far, Card: first.ID}} {
		require.Equal(t, "no clock is 9999 minutes ahead of UTC", refused(t, conn, kind, body))
	}
	require.Empty(t, reply[NextProblem](t, conn, "nextProblem", NextRequest{Trainee: guess, Theme: "no such theme"}).Problems)

	saved := reply[TrainingFile](t, conn, "trainingFile", talk.Nothing{}).Text
	require.Contains(t, saved, "+14:00", "the day of an answer is that of the user's clock")
	again := dial(t, started(t, Options{Kept: kept}))
	require.Equal(t, lesson.Training, reply[Training](t, again, "training", Trainee{Guess: 1}), "another start finds it")

	elsewhere := started(t, Options{})
	there := dial(t, elsewhere)
	reply[AttemptCounted](t, there, "attempt", AttemptMade{Trainee: guess, Card: third.ID, Score: 1})
	for _, want := range []int{3, 0} {
		merged, err := elsewhere.Receive(Attempts, "training.jsonl", []byte(saved))
		require.NoError(t, err)
		require.Equal(t, Merged{want}, merged)
	}
	require.Equal(t, 4, reply[Training](t, there, "training", guess).Tried)
	_, err := elsewhere.Receive(Attempts, "game.pdn", []byte("1. 11-15 *"))
	require.EqualError(t, err, "game.pdn: this is no progress of the trainer with format 1")
	require.Equal(t, 4, reply[Training](t, there, "training", guess).Tried)
}

// A progress that cannot be read is named without its folder.
func TestBrokenTraining(t *testing.T) {
	kept := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(kept, training.FileName), 0o700))
	said := refused(t, dial(t, started(t, Options{Kept: kept})), "training", Trainee{Guess: 1000})
	require.NotContains(t, said, kept)
	require.Contains(t, said, training.FileName)
}

// TestClaims plays solutions: of a shot by the tree, of a value until several moves hold, of a lesson to its end.
func TestClaims(t *testing.T) {
	conn := dial(t, started(t, Options{}))
	try := func(p Problem, move string, moves ...string) Judgement {
		return reply[Judgement](t, conn, "try", Try{p, moves, move})
	}
	shot := Problem{FEN: "B:W15,16,25,26,27,28,31,32:B2,5,6,7,8,9,14,20", Result: "unknown", Keys: []string{"7-11"}, Claim: ofMan, Line: []string{"7-11", "16x7", "2x18"}}
	require.Equal(t, Judgement{Why: noMan}, try(shot, "8-12"))
	large := Problem{FEN: "W:W11,17,21,24,26,28,29,30,31,32:B2,4,6,7,8,10,14,15,20", Result: "unknown", Keys: []string{"26-23"}, Claim: ofMan, Line: []string{"26-23", "7x16", "24-19", "15x24", "28x3"}}
	begin := time.Now()
	require.Equal(t, Judgement{Why: noMan}, try(large, "32-27"))
	require.True(t, try(large, "26-23").Right)
	const atOnce = 5 * time.Second // on a machine that has other work; each alone takes milliseconds
	require.Less(t, time.Since(begin), atOnce)
	require.Equal(t, Judgement{Right: true, Why: isKey, Reply: "16x7", Forced: true}, try(shot, "7-11"))
	last := try(shot, "2x18", "7-11", "16x7")
	require.True(t, last.Right && last.Solved, last)
	require.Equal(t, []string{"7-11", "16x7", "2x18"}, reply[Solution](t, conn, "solution", SolutionRequest{shot, nil}).Moves)

	four := Problem{FEN: "B:W13,16,17,19,21,22,24,25,31,32:B1,2,3,6,7,9,10,12,15,18", Result: "unknown", Keys: []string{"10-14"}, Claim: ofMan}
	line := []string{"10-14", "17x10", "7x14", "19x10", "6x15", "13x6"}
	require.False(t, try(four, "7x14", line[:2]...).Solved)
	after := try(four, "12x28", line...)
	require.True(t, after.Right && !after.Solved, "Black can still take")
	next := reply[Solution](t, conn, "solution", SolutionRequest{four, append(line, "12x28", after.Reply)}).Moves
	require.True(t, try(four, next[0], append(line, "12x28", after.Reply)...).Solved, "a man is won, and nothing can be taken")

	save := Problem{FEN: "B:W9,20,23,24,28,29,30,31:B4,8,11,12,14,15,22", Result: "unknown", Keys: []string{"22-26"}, Claim: ofSave,
		Line: []string{"22-26", "31x22", "15-18", "22x15", "11x27", "24-19", "27-31", "20-16"}}
	require.Equal(t, Judgement{Why: losesMan}, try(save, "15-19"))
	require.Equal(t, Judgement{Right: true, Why: isKey, Reply: "31x22", Forced: true}, try(save, "22-26"))
	require.Equal(t, Judgement{Right: true, Why: winsMan, Reply: "24-19"}, try(save, "11x27", save.Line[:4]...))
	saved := try(save, "27-31", save.Line[:6]...)
	require.True(t, saved.Right && saved.Solved, "the own moves of the line are made")
	require.Len(t, reply[Solution](t, conn, "solution", SolutionRequest{save, nil}).Moves, 7)

	seven := Problem{FEN: "B:W16,22,26,28:B13,20,25", Result: "draw", Keys: []string{"25-30"}, Claim: ofValue, Line: []string{"25-30", "26-23", "30-26", "16-11"}}
	require.Equal(t, Judgement{Right: true, Why: isKey, Reply: "26-23"}, try(seven, "25-30"))
	require.Equal(t, Judgement{Right: true, Why: keeps, Value: "draw", Reply: "16-11"}, try(seven, "30-26", seven.Line[:2]...), "the line is proven")
	kings := Problem{FEN: "B:WK22,K26,29:BK2,K6,K15,25", Result: "win", Keys: []string{"25-30"}, Claim: ofValue, Line: []string{"25-30", "22-25"}}
	require.Equal(t, Judgement{Right: true, Why: isKey, Solved: true}, try(kings, "25-30"), "beyond the line nothing is known")

	triangle := Problem{FEN: "W:WK10,K14:BK1,K2,5", Result: "draw", Claim: ofLesson}
	require.Equal(t, Judgement{Why: leadsTo, Value: "loss"}, try(triangle, "10-15"))
	fourth := Problem{FEN: "W:W30,K31,K32:BK20,21,K22,K23", Result: "draw", Claim: ofLesson} // beyond the databases: a certificate judges
	require.Equal(t, Judgement{Why: leadsTo, Value: "loss"}, try(fourth, "32-28"))
	won, moved := Problem{FEN: "B:W30,K31,K32:BK20,21,K22,K23", Result: "win", Claim: ofLesson}, []string{"22-18", "31-26", "23-19", "32-28"}
	if os.Getenv("ZONDA_LONG") != "" {
		require.Equal(t, keeps, try(won, "18-15", moved...).Why, "beyond the certificates the proof solver judges")
	}
	require.Equal(t, Judgement{Why: leadsTo, Value: "draw"}, try(won, "19-23", moved...))
	barker := Problem{FEN: "W:W11,K15,K22:BK4,5,23,28", Result: "draw", Claim: ofLesson}
	lessons := []Problem{triangle, fourth, barker}
	if os.Getenv("ZONDA_LONG") == "" {
		lessons = lessons[:1] // the solver judges the others beyond their certificates, which takes seconds
	}
	for _, lesson := range lessons {
		held := []string{}
		for own := 1; ; own++ {
			var move string
			if own < 4 || os.Getenv("ZONDA_LONG") != "" {
				shown := reply[Solution](t, conn, "solution", SolutionRequest{lesson, held}).Moves // a search of a second
				require.Len(t, shown, 1, "a lesson shows a move at a time")
				move = shown[0]
			} else {
				move = held[len(held)-4] // that of two own moves ago is right again: the kings go to and fro
			}
			j := try(lesson, move, held...)
			require.True(t, j.Right, "%v %s", held, move)
			require.Equal(t, keeps, j.Why, "%v %s", held, move)
			if j.Solved {
				require.LessOrEqual(t, own, heldMoves)
				break
			}
			held = append(held, move, j.Reply)
		}
	}
	value := triangle
	value.Claim = ofValue
	j, moves := try(value, "14-18"), []string{"14-18"}
	for !j.Solved {
		moves = append(moves, j.Reply)
		move := reply[Solution](t, conn, "solution", SolutionRequest{value, moves}).Moves[0]
		j, moves = try(value, move, moves...), append(moves, move)
		require.True(t, j.Right)
		require.Less(t, len(moves), 2*maxClaimSteps)
	}
	win := Problem{FEN: "W:WK19,K23:BK32", Result: "win", Claim: ofLesson}
	require.Equal(t, leadsTo, try(win, "23-27").Why)
	require.True(t, try(win, "19-24").Right)

	book := Problem{FEN: "B:W21-32:B1-12", Result: "unknown", Keys: []string{"11-15", "9-14"}, Claim: ofBook}
	require.Equal(t, Judgement{Right: true, Why: isKey, Solved: true}, try(book, "9-14"))
	require.Equal(t, notBook, try(book, "12-16").Why)
	gift := Problem{FEN: "W:W17,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,16", Result: "unknown", Keys: []string{"17-13"}, Claim: ofBook}
	judged := try(gift, "23-19")
	behind, err := strconv.ParseFloat(judged.Value, 64)
	require.NoError(t, err)
	require.Greater(t, behind, 0.7, "it gives a man")
	require.Equal(t, Judgement{Why: notBook, Value: judged.Value}, judged)
	require.Equal(t, []string{"11-15"}, reply[Solution](t, conn, "solution", SolutionRequest{book, nil}).Moves)
	for body, want := range map[string]string{
		`{"fen":"W:WK19:BK32","result":"win","line":["1-5"]}`:    "1-5",
		`{"fen":"W:WK19:BK32","result":"win","claim":"fortune"}`: `claim "fortune" of a problem is unknown`,
	} {
		_, failed := asked(t, conn, fmt.Sprintf(`{"id":1,"kind":"try","body":{"problem":%s,"move":"19-15"}}`, body))
		require.Contains(t, failed, want)
	}
}

// TestLessons: the known endings can be asked, and come back like mistakes.
func TestLessons(t *testing.T) {
	conn := dial(t, started(t, Options{}))
	all := reply[Lessons](t, conn, "lessons", Trainee{Guess: 1000})
	known, err := training.Lessons()
	require.NoError(t, err)
	require.Len(t, all.Problems, len(known))
	require.Empty(t, all.Due)
	for _, p := range all.Problems {
		for _, key := range p.Keys {
			j := reply[Judgement](t, conn, "try", Try{p, nil, key})
			require.True(t, j.Right, "%s %s", p.ID, key)
		}
	}
}

// TestProgress: what was answered is told by day and theme, with what comes back tomorrow, and each problem can be looked at again.
func TestProgress(t *testing.T) {
	conn, me := dial(t, started(t, Options{})), Trainee{Guess: 900}
	require.Equal(t, Learned{Days: []LearnedDay{}, Themes: []LearnedTheme{}, History: []Answered{}}, reply[Learned](t, conn, "progress", me))
	cards := []string{}
	for i := range 3 {
		p := reply[NextProblem](t, conn, "nextProblem", NextRequest{Trainee: me}).Problems[0]
		reply[AttemptCounted](t, conn, "attempt", AttemptMade{Trainee: me, Card: p.ID, Score: float64(i % 2)})
		cards = append(cards, p.ID)
	}
	l := reply[Learned](t, conn, "progress", me)
	require.Len(t, l.Days, 1)
	require.Equal(t, []int{3, 1, 3, 1, 2}, []int{l.Days[0].Tried, l.Days[0].Solved, l.Today, l.Row, l.Tomorrow})
	require.Equal(t, reply[Training](t, conn, "training", me).Rating, math.Round(l.Days[0].Rating))
	require.Equal(t, []string{cards[2], cards[1], cards[0]}, []string{l.History[0].Card, l.History[1].Card, l.History[2].Card})
	tried := 0
	for _, theme := range l.Themes {
		tried += theme.Tried
	}
	require.Equal(t, 3, tried)
	require.Equal(t, cards[1], reply[NextProblem](t, conn, "exercise", CardNamed{me, cards[1]}).Problems[0].ID)
	require.Contains(t, refused(t, conn, "exercise", CardNamed{me, "gone"}), "not in the program")
}

// TestDaysInARow counts up to today, or to yesterday as long as nothing was answered today.
func TestDaysInARow(t *testing.T) {
	now := time.Date(2026, 3, 2, 1, 0, 0, 0, time.FixedZone("", 3600))
	days := func(dates ...string) (days []LearnedDay) {
		for _, date := range dates {
			days = append(days, LearnedDay{Date: date, Tried: 7})
		}
		return days
	}
	for name, c := range map[string]struct {
		days       []LearnedDay
		today, row int
	}{
		"none": {nil, 0, 0}, "today": {days("2026-03-02"), 7, 1}, "yesterday": {days("2026-02-28", "2026-03-01"), 0, 2},
		"a gap": {days("2026-02-27", "2026-03-01", "2026-03-02"), 7, 2}, "long ago": {days("2026-02-27", "2026-02-28"), 0, 0},
	} {
		today, row := inRow(c.days, now)
		require.Equal(t, []int{c.today, c.row}, []int{today, row}, name)
	}
}
