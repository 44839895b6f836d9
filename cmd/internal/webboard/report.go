package webboard

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/analyze"
	"github.com/zonda-checkers/zonda/cmd/internal/analyze/page"
	conversation "github.com/zonda-checkers/zonda/protocol/board"
)

// ReportRequest asks for the report of a game, as zonda analyze makes it.
type ReportRequest struct {
	Game     conversation.Game `json:"game"`
	MoveTime int               `json:"moveTime"` // milliseconds a position
}

// Report is a judged game.
type Report struct {
	HTML string            `json:"html"` // by the renderer of zonda analyze --html, to be shown in a shadow tree
	Game conversation.Game `json:"game"` // with comments, glyphs and better lines
}

// Progress says how far long work has come.
type Progress struct {
	Done  int `json:"done"`
	Total int `json:"total"`
}

// progressEvent is the name of the events of a report.
const progressEvent = "progress"

// Limits of a report.
const (
	mostPerPosition = time.Minute
	mostPlies       = 500
	reportHash      = 64 // MiB
)

// errBusy is the error for a second report at the same time: each has an engine of its own.
var errBusy = errors.New("another report is being made: try again when it is done")

func (v *visit) report(ctx context.Context, s *conversation.Session, q ReportRequest) (Report, error) {
	perPosition := time.Duration(q.MoveTime) * time.Millisecond
	if perPosition <= 0 || perPosition > mostPerPosition {
		return Report{}, fmt.Errorf("%d ms a position are not between 1 and %d", q.MoveTime, mostPerPosition.Milliseconds())
	}
	game, err := q.Game.PDN()
	if err != nil {
		return Report{}, err
	}
	if len(game.Moves) == 0 || len(game.Moves) > mostPlies {
		return Report{}, fmt.Errorf("a game of %d moves cannot be judged: between 1 and %d", len(game.Moves), mostPlies)
	}
	select {
	case v.server.report <- struct{}{}:
		defer func() { <-v.server.report }()
	default:
		return Report{}, errBusy
	}
	study := analyze.NewStudy(1, game)
	settings := analyze.Settings{MoveTime: perPosition, Threads: max(1, runtime.NumCPU()-1), HashMiB: reportHash, Concurrency: 1}
	done := 0
	err = analyze.Run(ctx, []*analyze.Study{study}, settings, func(*analyze.Study, analyze.Verdict) error {
		done++
		s.Emit(progressEvent, Progress{done, study.Positions()})
		return nil
	})
	if err != nil {
		return Report{}, err
	}
	var html strings.Builder
	if err := page.WriteGame(&html, study); err != nil {
		return Report{}, err
	}
	return Report{html.String(), conversation.NewGame(study.Annotated())}, nil
}
