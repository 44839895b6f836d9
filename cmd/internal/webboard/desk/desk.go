package desk

import (
	"context"
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	"github.com/zonda-checkers/zonda/board"
	conversation "github.com/zonda-checkers/zonda/protocol/page"
)

// Desk is what pages work with beside their engines: the games of one folder and those that they have sent, problems, reports.
// Use New, and Close at the end.
type Desk struct {
	path     string // of the folder
	folder   *os.Root
	pages    sync.Map // the sessions of open pages
	library  *library
	changes  changes
	versions *versions
	trainer  trainer
	report   chan struct{} // held by the page whose game is being judged
}

// New opens the desk of a folder, whose games pages may open and where they save games. The earlier versions of its files are
// kept in another folder, which need not exist.
func New(folder, kept string) (*Desk, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	return &Desk{
		path: folder, folder: root, library: &library{room: libraryBytes}, versions: newVersions(kept, folder), report: make(chan struct{}, 1),
		trainer: trainer{folder: kept},
	}, nil
}

// Close closes the folder.
func (d *Desk) Close() error { return d.folder.Close() }

// Folder returns the folder.
func (d *Desk) Folder() *os.Root { return d.folder }

// Open tells the session of a page what other pages change, until the function that it returns is called.
func (d *Desk) Open(s *conversation.Session) (leave func()) {
	d.pages.Store(s, nil)
	return func() { d.pages.Delete(s) }
}

// visit is what the desk keeps of a page.
type visit struct {
	desk    *Desk
	judging atomic.Pointer[context.CancelCauseFunc] // of the report that the page has asked for last
	solving atomic.Pointer[context.CancelFunc]      // of the last question about a problem
	solver  sync.Mutex                              // held while one is answered
	lines   sync.Map                                // what the solutions that were shown play at a position: a move, and the answer if there is one
}

// Kinds returns the kinds of requests for one page.
func (d *Desk) Kinds() []conversation.Kind {
	v := &visit{desk: d}
	return []conversation.Kind{
		conversation.NewSlowKind("collections", v.collections),
		conversation.NewSlowKind("games", v.games),
		conversation.NewSlowKind("game", v.game),
		conversation.NewSlowKind("locate", v.locate),
		conversation.NewSlowKind("ownMoves", v.ownMoves),
		conversation.NewSlowKind("files", v.files),
		conversation.NewSlowKind("open", v.open),
		conversation.NewKind("reading", v.reading),
		conversation.NewKind("stopReading", v.stopReading),
		conversation.NewSlowKind("inspect", v.inspect),
		conversation.NewSlowKind("change", v.change),
		conversation.NewSlowKind("undoChange", v.undoChange),
		conversation.NewSlowKind("versions", v.fileVersions),
		conversation.NewSlowKind("restore", v.restore),
		conversation.NewSlowKind("report", v.report),
		conversation.NewKind("stopReport", v.stopReport),
		conversation.NewSlowKind("problems", v.problems),
		conversation.NewSlowKind("try", v.try),
		conversation.NewSlowKind("solution", v.solution),
		conversation.NewSlowKind("training", v.training),
		conversation.NewSlowKind("nextProblem", v.nextProblem),
		conversation.NewSlowKind("attempt", v.attempt),
		conversation.NewSlowKind("trainingFile", v.trainingFile),
		conversation.NewSlowKind("lessons", v.lessons),
		conversation.NewSlowKind("ballots", v.ballots),
		conversation.NewSlowKind("repertoire", v.repertoire),
		conversation.NewSlowKind("departures", v.departures),
	}
}

// EventKinds returns the kinds of events of a desk.
func EventKinds() []conversation.EventKind {
	return []conversation.EventKind{conversation.NewEventKind[Progress](progressEvent), conversation.NewEventKind[Collection](fileEvent)}
}

// The kinds of files that a page sends, and the largest size of each in bytes.
const (
	Games             = "games"
	Problems          = "problems"
	Attempts          = "training"
	MostGamesBytes    = 64 << 20
	MostProblemsBytes = 4 << 20
)

// Receive takes a file that a page sends, and returns what it holds.
func (d *Desk) Receive(kind, name string, data []byte) (any, error) {
	switch kind {
	case Games:
		return d.library.receive(name, data)
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
