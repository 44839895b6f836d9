package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/engine/judge"
	"github.com/zonda-checkers/zonda/engine/lesson"
)

// ReportRequest asks for the report of a game, as zonda analyze makes it.
type ReportRequest struct {
	Trainee
	Game   talk.Game `json:"game"`
	Nodes  int       `json:"nodes"`  // of the search of a position; 0 for judge.DefaultNodes
	Rating float64   `json:"rating"` // of the players for whom it is judged: 0 for the user, by the answers to problems or else by the guess, and judge.NoPeople for perfect play
}

// Report is a judged game.
type Report struct {
	Game   talk.Game `json:"game"`   // with comments, glyphs and better lines
	Places []Chances `json:"places"` // at the start and after every move
	Sheets [2]Sheet  `json:"sheets"` // of Black and White
	Faults []Fault   `json:"faults"`
	Rating float64   `json:"rating"`           // of the players for whom it was made; judge.NoPeople for perfect play
	Narrow []Narrow  `json:"narrow,omitempty"` // the places where something hung on the move
	Unkept string    `json:"unkept,omitempty"` // why it could not be kept
}

// Narrow says how many moves kept the result before a move, as judge.Corridor does.
type Narrow struct {
	Ply     int  `json:"ply"` // of the move, 1 for the first one
	Keeping int  `json:"keeping"`
	Legal   int  `json:"legal"`
	Exact   bool `json:"exact"` // by the databases
}

// Chances are the shares of games that each side wins. The rest is the draw.
type Chances struct {
	Black float64 `json:"black"`
	White float64 `json:"white"`
}

// Fault is a move that gave something away.
type Fault struct {
	Ply    int      `json:"ply"` // 1 for the first move
	Sign   string   `json:"sign"`
	Side   string   `json:"side"`
	FEN    string   `json:"fen"`    // before the move
	Pieces string   `json:"pieces"` // before the move, as in a position
	Played []int    `json:"played"` // the squares of the move
	Better []string `json:"better"` // the moves that should have been played
	Path   []int    `json:"path"`   // the squares of the better move
	Expect float64  `json:"expect"` // points of the side before the move
	Before Chances  `json:"before"`
	After  Chances  `json:"after"`

	Men    float64       `json:"men"`    // given away or missed
	People float64       `json:"people"` // points that players of this strength lose
	Rank   int           `json:"rank"`   // 1 for the fault of its side that is told first
	Lesson lesson.Lesson `json:"lesson"` // what is wrong with it
}

// Sheet counts the moves of a side by their marks, as judge.Sheet does, of which it has what the page shows.
type Sheet struct {
	Moves      int     `json:"moves"`
	Best       int     `json:"best"`
	Inaccuracy int     `json:"inaccuracies"`
	Mistake    int     `json:"mistakes"`
	Blunder    int     `json:"blunders"`
	Lost       float64 `json:"points_lost"`
	Men        float64 `json:"men_given"`
}

func newSheets(judgements []judge.Judgement) (sheets [2]Sheet) {
	for side, s := range judge.Sheets(judgements) {
		sheets[side] = Sheet{s.Moves, s.Best, s.Inaccuracy, s.Mistake, s.Blunder, s.Lost, s.Men}
	}
	return sheets
}

// newReport returns the report of a study that is done.
func newReport(s *judge.Study) Report {
	judgements := s.Judgements()
	r := Report{
		Game: talk.NewGame(s.Annotated(false)), Sheets: newSheets(judgements),
		Places: []Chances{}, Faults: []Fault{},
	}
	for ply := range s.Positions() {
		p, v := s.Position(ply)
		r.Places = append(r.Places, chances(p, v))
	}
	for ply := range s.Game.Moves {
		if c := s.Corridor(ply); c.Narrow() {
			r.Narrow = append(r.Narrow, Narrow{ply + 1, c.Keeping, c.Legal, c.Exact})
		}
	}
	for _, j := range judgements {
		if !j.Mark.Fault() {
			continue
		}
		f := newFault(j)
		r.Places[j.Ply], r.Places[j.Ply+1] = f.Before, f.After // of the closest look
		r.Faults = append(r.Faults, f)
	}
	rank(r.Faults, judgements)
	return r
}

// rank numbers the faults of each side in the order in which they are told: men given away and blunders before men missed, these before
// points of people and of perfect play; then by what people lose, by men, and by how short the line is that punishes them.
func rank(faults []Fault, judgements []judge.Judgement) {
	reasons, order := map[int]judge.Reason{}, make([]*Fault, len(faults))
	for _, j := range judgements {
		reasons[j.Ply+1] = j.Reason
		if j.Mark == judge.Blunder {
			reasons[j.Ply+1] = judge.Gift
		}
	}
	for i := range faults {
		order[i] = &faults[i]
	}
	slices.SortStableFunc(order, func(a, b *Fault) int {
		return cmp.Or(cmp.Compare(reasons[b.Ply], reasons[a.Ply]), cmp.Compare(b.People, a.People), cmp.Compare(b.Men, a.Men),
			len(a.Lesson.Line)-len(b.Lesson.Line))
	})
	count := map[string]int{}
	for _, f := range order {
		count[f.Side]++
		f.Rank = count[f.Side]
	}
}

func newFault(j judge.Judgement) Fault {
	better := j.Before.Better()
	return Fault{
		Ply: j.Ply + 1, Sign: j.Mark.Sign(), Side: j.At.Turn.String(), FEN: j.At.FEN(), Pieces: j.At.Letters(),
		Played: squaresOf(j.At.Path(j.Move)), Better: strings.Fields(j.At.LineText(better)), Path: squaresOf(j.At.Path(better[0])),
		Expect: j.Before.Chance(), Before: chances(j.At, j.Before), After: chances(j.At.Play(j.Move), j.After),
		Men: j.Men(), People: j.People, Lesson: j.Lesson(),
	}
}

// chances returns the chances of both sides at a position with a verdict.
func chances(p board.Position, v judge.Verdict) Chances {
	c := v.Chances(p.Pieces())
	if p.Turn == board.White {
		c = c.Mirror()
	}
	return Chances{c.Win, c.Loss}
}

// squaresOf returns the numbers of the squares of a path.
func squaresOf(path board.Path) []int {
	found := make([]int, 0, len(path))
	for _, square := range path {
		found = append(found, square.Number())
	}
	return found
}

// VerdictForm returns the regular expression of the comments that a report writes.
func VerdictForm() string { return judge.CommentForm() }

// Progress says how far a report has come.
type Progress struct {
	Share float64 `json:"share"` // of all searches, 0 to 1, as far as their number is known; it never falls
}

// progressEvent is the name of the events of a report.
const progressEvent = "progress"

// Limits of a report.
const (
	maxNodes  = 100_000_000 // a position
	maxPlies  = 500
	maxRating = 3000
)

// reportHash is the size of the table of a report in MiB. It is that of zonda analyze, and the same in a page without a server, so that
// a game has the same report everywhere.
const reportHash = 16

// errBusy is the error for a second report at the same time: each has an engine of its own.
var errBusy = errors.New("another report is being made: try again when it is done")

// progressTime is the least time between two events of a report.
const progressTime = 100 * time.Millisecond

// judgeGame judges a game, and sends how far that has come.
func judgeGame(ctx context.Context, s *talk.Session, game *pdn.Game, nodes uint64, rating float64) (*judge.Study, error) {
	if runtime.GOOS == "js" {
		runtime.GC() // gives back the table of the report before: the memory of a page never shrinks
	}
	games := judge.Of(game)
	settings := judge.Settings{Nodes: nodes, Threads: 1, HashMiB: reportHash, Rating: rating, Corridor: true, Concurrency: max(1, runtime.NumCPU()-1)}
	settings.Endings = s.Engine().Endings()
	study := games.Studies[0]
	var mu sync.Mutex
	var sent time.Time
	var done, answered float64 // searched, and of it what has its answer
	all, told := study.Left(), Progress{}
	settings.Advance = func(part float64) {
		mu.Lock()
		defer mu.Unlock()
		done += part
		if told.Share = max(told.Share, min(1, done/all)); time.Since(sent) >= progressTime {
			sent = time.Now()
			s.Emit(progressEvent, told)
		}
	}
	err := judge.Run(ctx, games, settings, func(f judge.Finding) error {
		mu.Lock()
		defer mu.Unlock()
		answered += f.Cost()
		all = answered + study.Left()
		return nil
	})
	return study, err
}

func (v *visit) report(ctx context.Context, s *talk.Session, q ReportRequest) (Report, error) {
	if q.Nodes < 0 || q.Nodes > maxNodes {
		return Report{}, fmt.Errorf("%d nodes a position are not between 0 and %d", q.Nodes, maxNodes)
	}
	if q.Rating != judge.NoPeople && (q.Rating < 0 || q.Rating > maxRating) {
		return Report{}, fmt.Errorf("a rating of %v is not between 0 and %d", q.Rating, maxRating)
	}
	game, err := q.Game.PDN()
	if err != nil {
		return Report{}, err
	}
	if len(game.Moves) == 0 || len(game.Moves) > maxPlies {
		return Report{}, fmt.Errorf("the game has %d moves: only a game of 1 to %d moves can be judged", len(game.Moves), maxPlies)
	}
	select {
	case v.library.report <- struct{}{}:
		defer func() { <-v.library.report }()
	default:
		return Report{}, errBusy
	}
	defer s.Hold()()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	v.judging.Store(&stop)
	rating, err := v.strength(q)
	if err != nil {
		return Report{}, err
	}
	study, err := judgeGame(ctx, s, game, cmp.Or(uint64(q.Nodes), judge.DefaultNodes), rating)
	if errors.Is(context.Cause(ctx), talk.ErrStopped) {
		return Report{}, talk.ErrStopped
	}
	if err != nil {
		return Report{}, err
	}
	made := newReport(study)
	made.Rating = math.Round(rating)
	if err := v.library.reports.keep(game, KeptReport{q.Game, q.Nodes, made}); err != nil {
		made.Unkept = err.Error()
	}
	return made, nil
}

// strength returns the rating for which a report is made: the one that was asked for, or else that of the answers to problems, or else the
// guess.
func (v *visit) strength(q ReportRequest) (float64, error) {
	if q.Rating != 0 {
		return q.Rating, nil
	}
	s, err := v.state(q.Trainee)
	if err != nil || s.Tried == 0 {
		return cmp.Or(q.Guess, judge.DefaultRating), err
	}
	return max(0, s.Player.Rating), nil
}

// stopReport ends the work on the report that the page has asked for last.
func (v *visit) stopReport(context.Context, *talk.Session, talk.Nothing) (talk.Nothing, error) {
	if stop := v.judging.Load(); stop != nil {
		(*stop)(talk.ErrStopped)
	}
	return talk.Nothing{}, nil
}
