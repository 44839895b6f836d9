package library

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
)

// Library is what pages work with beside their engines: the games of one folder and those that they have sent, problems, reports.
// Use New, and Close at the end.
type Library struct {
	path        string // of the folder
	folder      *os.Root
	pages       sync.Map // the sessions of open pages
	collections *openCollections
	versions    *versions
	trainer     trainer
	reports     reports
	report      chan struct{} // held by the page whose game is being judged
}

// New opens the library of a folder, whose games pages may open and where they save games. The earlier versions of its files are
// kept in another folder, which need not exist.
func New(folder, kept string) (*Library, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	return &Library{
		path: folder, folder: root, collections: &openCollections{room: collectionBytes}, versions: newVersions(kept, folder), report: make(chan struct{}, 1),
		trainer: trainer{folder: kept}, reports: reports{folder: filepath.Join(kept, "reports")},
	}, nil
}

// Close closes the folder.
func (d *Library) Close() error { return d.folder.Close() }

// Folder returns the folder.
func (d *Library) Folder() *os.Root { return d.folder }

// Open tells the session of a page what other pages change, until the function that it returns is called.
func (d *Library) Open(s *talk.Session) (leave func()) {
	d.pages.Store(s, nil)
	return func() { d.pages.Delete(s) }
}

// visit is what the library keeps of a page.
type visit struct {
	library *Library
	judging atomic.Pointer[context.CancelCauseFunc] // of the report that the page has asked for last
	solving atomic.Pointer[context.CancelFunc]      // of the last question about a problem
	solver  sync.Mutex                              // held while one is answered
	lines   sync.Map                                // what the solutions that were shown play at a position: a move, and the answer if there is one
}

// Kinds returns the kinds of requests for one page.
func (d *Library) Kinds() []talk.Kind {
	v := &visit{library: d}
	return []talk.Kind{
		talk.NewSlowKind("collections", v.collections),
		talk.NewSlowKind("games", v.games),
		talk.NewSlowKind("game", v.game),
		talk.NewSlowKind("locate", v.locate),
		talk.NewSlowKind("ownMoves", v.ownMoves),
		talk.NewSlowKind("files", v.files),
		talk.NewSlowKind("open", v.open),
		talk.NewKind("reading", v.reading),
		talk.NewKind("stopReading", v.stopReading),
		talk.NewSlowKind("inspect", v.inspect),
		talk.NewSlowKind("change", v.change),
		talk.NewSlowKind("saveList", v.saveList),
		talk.NewSlowKind("undoChange", v.undoChange),
		talk.NewSlowKind("versions", v.fileVersions),
		talk.NewSlowKind("restore", v.restore),
		talk.NewSlowKind("report", v.report),
		talk.NewKind("stopReport", v.stopReport),
		talk.NewSlowKind("keptReport", v.keptReport),
		talk.NewSlowKind("forgetReport", v.forgetReport),
		talk.NewSlowKind("learnFaults", v.learnFaults),
		talk.NewSlowKind("problems", v.problems),
		talk.NewSlowKind("try", v.try),
		talk.NewSlowKind("solution", v.solution),
		talk.NewSlowKind("training", v.training),
		talk.NewSlowKind("nextProblem", v.nextProblem),
		talk.NewSlowKind("attempt", v.attempt),
		talk.NewSlowKind("progress", v.progress),
		talk.NewSlowKind("exercise", v.exercise),
		talk.NewSlowKind("trainingFile", v.trainingFile),
		talk.NewSlowKind("lessons", v.lessons),
		talk.NewSlowKind("ballots", v.ballots),
		talk.NewSlowKind("repertoire", v.repertoire),
		talk.NewSlowKind("departures", v.departures),
	}
}

// EventKinds returns the kinds of events of a library.
func EventKinds() []talk.EventKind {
	return []talk.EventKind{talk.NewEventKind[Progress](progressEvent), talk.NewEventKind[Collection](fileEvent)}
}

// The kinds of files that a page sends, and the largest size of each in bytes.
const (
	Games            = "games"
	Problems         = "problems"
	Attempts         = "training"
	MaxGamesBytes    = 64 << 20
	MaxProblemsBytes = 4 << 20
)

// Receive takes a file that a page sends, and returns what it holds.
func (d *Library) Receive(kind, name string, data []byte) (any, error) {
	switch kind {
	case Games:
		return d.collections.receive(name, data)
	case Problems:
		return readProblems(name, data)
	case Attempts:
		added, err := d.trainer.merge(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return Merged{added}, nil
	}
	return nil, fmt.Errorf("no page sends files of the kind %s", board.Quote(kind))
}
