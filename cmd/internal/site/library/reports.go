package library

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/training"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/engine/judge"
	"github.com/zonda-checkers/zonda/internal/file"
)

// KeptReport is a report with the game for which it was made.
type KeptReport struct {
	Game   talk.Game `json:"game"` // as the page has sent it
	Nodes  int       `json:"nodes"`
	Report Report    `json:"report"`
}

// ReportFound is the report that is kept of a game, if there is one.
type ReportFound struct {
	Kept  *KeptReport `json:"kept,omitempty"`
	Cards int         `json:"cards"` // of the game
}

// FaultsLearned asks for cards of the faults that a side made in a game with a report.
type FaultsLearned struct {
	Trainee
	Game  talk.Game `json:"game"`
	Side  string    `json:"side"`
	Title string    `json:"title"`
}

// Cards are the cards of a game.
type Cards struct {
	Problems []Problem `json:"problems"` // in the order of the game
	Added    int       `json:"added"`    // of them were no cards before
}

// ReportForgotten asks to forget the report of a game, and its cards too or not.
type ReportForgotten struct {
	Trainee
	Game  talk.Game `json:"game"`
	Cards bool      `json:"cards"`
}

// reports keeps reports in a folder beyond the life of the program, a file each. A file is named after the start and the moves of its game:
// BEGINNING-GAME.json, where BEGINNING is the same for games that have their first plies in common.
type reports struct {
	folder string // which need not exist

	mu sync.Mutex
}

// reportFormat is the format of the reports of this version. Reports of others are as none.
const reportFormat = 1

// reportFile is a report as a file has it.
type reportFile struct {
	Format int `json:"format"`
	KeptReport
}

// Limits of the reports.
const (
	maxReports      = 500     // the oldest give way
	maxReportBytes  = 4 << 20 // of a file
	beginningPlies  = 12
	reportExtension = ".json"
)

// reportName returns the two parts of the name of a game's report.
func reportName(g *pdn.Game) (beginning, whole string) {
	moves := mainLine(g)
	return training.GameName(g.Start, moves[:min(beginningPlies, len(moves))]), training.GameName(g.Start, moves)
}

func mainLine(g *pdn.Game) (moves []board.Move) {
	for _, n := range g.Moves {
		moves = append(moves, n.Move)
	}
	return moves
}

// path returns the name of the file of a game's report.
func (r *reports) path(g *pdn.Game) string {
	beginning, whole := reportName(g)
	return filepath.Join(r.folder, beginning+"-"+whole+reportExtension)
}

// plain returns an error that names no folder of this machine.
func (r *reports) plain(err error) error {
	if err == nil {
		return nil
	}
	return Plain("the user's folder of reports", err)
}

// keep keeps the report of a game in the place of an earlier one.
func (r *reports) keep(g *pdn.Game, k KeptReport) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	data, err := json.Marshal(reportFile{reportFormat, k})
	if err != nil {
		return err
	}
	const permissions = 0o700
	if err := os.MkdirAll(r.folder, permissions); err != nil {
		return r.plain(err)
	}
	if err := file.WriteWhole(r.path(g), file.Bytes(data)); err != nil {
		return r.plain(err)
	}
	return r.plain(r.tidy())
}

// tidy removes the oldest reports, if there are too many. It is called with r locked.
func (r *reports) tidy() error {
	entries, err := os.ReadDir(r.folder)
	if err != nil || len(entries) <= maxReports {
		return err
	}
	changed := map[string]int64{}
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			changed[e.Name()] = info.ModTime().UnixNano()
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return int(changed[a.Name()]/1e6 - changed[b.Name()]/1e6) })
	for _, e := range entries[:len(entries)-maxReports] {
		if err := os.Remove(filepath.Join(r.folder, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// find returns the report of a game, or else that of the game that has most moves in common with it, at least half of those of each. It
// returns nil if there is none.
func (r *reports) find(g *pdn.Game) (best *KeptReport) {
	r.mu.Lock()
	defer r.mu.Unlock()
	beginning, whole := reportName(g)
	if k := r.read(beginning + "-" + whole); k != nil {
		return k
	}
	alike, _ := fs.Glob(os.DirFS(r.folder), beginning+"-*"+reportExtension) // the only error is one of the pattern
	own, most := strings.Fields(g.Start.LineText(mainLine(g))), 0
	for _, name := range alike {
		k := r.read(strings.TrimSuffix(name, reportExtension))
		if k == nil {
			continue
		}
		n, other := 0, k.Game.Moves
		for n < min(len(own), len(other)) && own[n] == other[n].Move {
			n++
		}
		if n > most && 2*n >= max(len(own), len(other)) {
			best, most = k, n
		}
	}
	return best
}

// read returns a report, nil if there is none. One that cannot be read is as none: the next report of the game takes its place. It is
// called with r locked.
func (r *reports) read(name string) *KeptReport {
	data, err := file.ReadAtMost(filepath.Join(r.folder, name+reportExtension), maxReportBytes)
	var k reportFile
	if err != nil || json.Unmarshal(data, &k) != nil || k.Format != reportFormat {
		return nil
	}
	return &k.KeptReport
}

// has reports whether there is a report of exactly this game.
func (r *reports) has(g *pdn.Game) bool {
	_, err := os.Stat(r.path(g))
	return err == nil
}

// forget removes the report of a game, if there is one.
func (r *reports) forget(g *pdn.Game) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := os.Remove(r.path(g)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return r.plain(err)
	}
	return nil
}

func (v *visit) keptReport(_ context.Context, _ *talk.Session, q talk.Game) (ReportFound, error) {
	g, err := q.PDN()
	if err != nil {
		return ReportFound{}, err
	}
	s, err := v.library.trainer.state(0)
	_, whole := reportName(g)
	return ReportFound{v.library.reports.find(g), s.OfGame(whole)}, err
}

func (v *visit) forgetReport(_ context.Context, _ *talk.Session, q ReportForgotten) (talk.Nothing, error) {
	g, err := q.Game.PDN()
	if err != nil {
		return talk.Nothing{}, err
	}
	if q.Cards {
		_, whole := reportName(g)
		if err := v.library.trainer.forgetFaults(q.now(), whole); err != nil {
			return talk.Nothing{}, err
		}
	}
	return talk.Nothing{}, v.library.reports.forget(g)
}

// learnFaults makes cards of the faults of a side.
func (v *visit) learnFaults(_ context.Context, _ *talk.Session, q FaultsLearned) (Cards, error) {
	cards := Cards{Problems: []Problem{}}
	g, err := q.Game.PDN()
	if err != nil {
		return cards, err
	}
	if err := q.check(); err != nil {
		return cards, err
	}
	k := v.library.reports.find(g)
	if k == nil {
		return cards, errors.New("the report of this game is not kept: make it again")
	}
	_, whole := reportName(g)
	var faults []training.Fault
	var names []string
	for _, f := range k.Report.Faults {
		if f.Side != q.Side || len(f.Better) == 0 {
			continue
		}
		move := k.Game.Moves[f.Ply-1].Move
		name := judge.Judgement{Ply: f.Ply - 1, First: g.Start.Turn}.Numeral() + " " + move
		faults = append(faults, training.Fault{
			FEN: f.FEN, Avoid: move, Better: f.Better[0], Expect: f.Expect, Name: name, Game: whole, Title: q.Title, Lesson: f.Lesson,
		})
		names = append(names, training.FaultCard(f.FEN))
	}
	s, added, err := v.library.trainer.addFaults(q.Guess, q.now(), faults)
	if err != nil {
		return cards, err
	}
	for _, name := range names {
		if _, known := s.Faults[name]; known {
			cards.Problems = append(cards.Problems, faultProblem(s, name))
		}
	}
	cards.Added = added
	return cards, nil
}
