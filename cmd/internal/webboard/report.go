package webboard

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/analyze"
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
