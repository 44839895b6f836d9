package webboard

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/analyze"
	"github.com/zonda-checkers/zonda/cmd/internal/analyze/page"
	conversation "github.com/zonda-checkers/zonda/protocol/page"
)

// ReportRequest asks for the report of a game, as zonda analyze makes it.
type ReportRequest struct {
	Game  conversation.Game `json:"game"`
	Nodes int               `json:"nodes"` // of the search of a position; 0 for analyze.DefaultNodes
}

// Report is a judged game.
type Report struct {
	HTML string            `json:"html"` // by the renderer of zonda analyze --html, to be shown in a shadow tree
	Game conversation.Game `json:"game"` // with comments, glyphs and better lines
}

// VerdictForm returns the regular expression of the comments that a report writes.
func VerdictForm() string { return analyze.CommentForm() }

// Progress says how far a report has come, in searches.
type Progress struct {
	Done  float64 `json:"done"`  // with the parts of those that run
	Total int     `json:"total"` // as far as is known: closer looks follow from the looks before them
}

// progressEvent is the name of the events of a report.
const progressEvent = "progress"

// Limits of a report.
const (
	mostNodes  = 100_000_000 // a position
	mostPlies  = 500
	reportHash = 16 // MiB
)

// errBusy is the error for a second report at the same time: each has an engine of its own.
var errBusy = errors.New("another report is being made: try again when it is done")

func (v *visit) report(ctx context.Context, s *conversation.Session, q ReportRequest) (Report, error) {
	if q.Nodes < 0 || q.Nodes > mostNodes {
		return Report{}, fmt.Errorf("%d nodes a position are not between 0 and %d", q.Nodes, mostNodes)
	}
	game, err := q.Game.PDN()
	if err != nil {
		return Report{}, err
	}
	if len(game.Moves) == 0 || len(game.Moves) > mostPlies {
		return Report{}, fmt.Errorf("the game has %d moves: only a game of 1 to %d moves can be judged", len(game.Moves), mostPlies)
	}
	select {
	case v.server.report <- struct{}{}:
		defer func() { <-v.server.report }()
	default:
		return Report{}, errBusy
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	v.judging.Store(&stop)
	study, err := judge(ctx, s, game, cmp.Or(uint64(q.Nodes), analyze.DefaultNodes))
	if errors.Is(context.Cause(ctx), conversation.ErrStopped) {
		return Report{}, conversation.ErrStopped
	}
	if err != nil {
		return Report{}, err
	}
	var html strings.Builder
	if err := page.WriteGame(&html, study); err != nil {
		return Report{}, err
	}
	return Report{html.String(), conversation.NewGame(study.Annotated(false))}, nil
}

// stopReport ends the work on the report that the page has asked for last.
func (v *visit) stopReport(context.Context, *conversation.Session, conversation.Nothing) (conversation.Nothing, error) {
	if stop := v.judging.Load(); stop != nil {
		(*stop)(conversation.ErrStopped)
	}
	return conversation.Nothing{}, nil
}

// progressTime is the least time between two events of a report.
const progressTime = 100 * time.Millisecond

// judge judges a game, and sends how far that has come.
func judge(ctx context.Context, s *conversation.Session, game *pdn.Game, nodes uint64) (*analyze.Study, error) {
	games := analyze.Of(game)
	settings := analyze.Settings{Nodes: nodes, Threads: 1, HashMiB: reportHash, Concurrency: max(1, runtime.NumCPU()-1)}
	study, found := games.Studies[0], 0
	var mu sync.Mutex
	var sent time.Time
	progress := Progress{Total: study.Missing()}
	settings.Advance = func(part float64) {
		mu.Lock()
		defer mu.Unlock()
		if progress.Done += part; time.Since(sent) >= progressTime {
			sent = time.Now()
			s.Emit(progressEvent, progress)
		}
	}
	err := analyze.Run(ctx, games, settings, func(analyze.Finding) error {
		found++
		mu.Lock()
		defer mu.Unlock()
		progress.Total = found + study.Missing()
		return nil
	})
	return study, err
}
