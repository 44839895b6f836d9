package checkerboard

import (
	"fmt"
	"runtime/debug"
	"slices"
	"sync"

	"go.uber.org/zap"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/protocol"
	"github.com/zonda-checkers/zonda/search"
)

// Library is one loaded copy of the engine. Use New.
type Library struct {
	engine *engine.Engine
	plug   *protocol.Plug
	kept   *settingsFile
	encode func(string) string    // to the host's 8-bit text
	decode func(string) string    // from it
	loaded func() <-chan struct{} // closed when the databases are open

	thinking sync.Mutex // held by GetMove

	mu    sync.Mutex // guards the rest
	later []setting  // to be set when the search is over
	notes []string   // for about, the newest last
}

// New returns a library with the settings that were kept in a file, none if it is not there
// or the name is empty. What is wrong with them is told by "about". The library lives until
// the process ends.
func New(file string) *Library {
	e := engine.New()
	l := &Library{engine: e, plug: protocol.NewPlug(e), kept: newSettingsFile(file), encode: ascii, decode: verbatim, loaded: e.Loaded}
	l.restore()
	warm()
	return l
}

// warmNodes is a search that has touched most of what every search needs.
const warmNodes = 5000

// warm searches a little with a searcher of its own, so that the first search, which may have to end at
// once, need not wait for memory that comes as it is touched.
func warm() {
	search.New(1, 1).NewRun(board.NewGame(board.Start()), search.Limits{Nodes: warmNodes}, nil).Search()
}

// Translate gives the library the host's code page, both ways. Without it replies are
// ASCII, and what the host says is taken for UTF-8.
func (l *Library) Translate(encode, decode func(string) string) {
	l.encode, l.decode = encode, decode
}

// maxNotes is how many notes are kept.
const maxNotes = 5

// note keeps something that a person should know for "about".
func (l *Library) note(format string, arguments ...any) {
	text := fmt.Sprintf(format, arguments...)
	l.engine.Log().Warn("note", zap.String("text", text))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.notes = append(l.notes, text)
	if more := len(l.notes) - maxNotes; more > 0 {
		l.notes = slices.Clone(l.notes[more:])
	}
}

// survive ends a panic at the border: the host must not fall with the engine.
func (l *Library) survive(call string) {
	if reason := recover(); reason != nil {
		l.note("%s failed: %v", call, reason)
		l.engine.Log().Error("panic", zap.String("call", call), zap.ByteString("stack", debug.Stack()))
	}
}

// Name returns the engine's name and version.
func Name() string { return engine.Name + " " + engine.Version }

// IsLegal reports whether color has a move between two squares, 1 to 32, and describes it
// in move, which may be nil.
func (l *Library) IsLegal(b *Board, color, from, to int32, move *Move) (legal bool) {
	defer l.survive("islegal")
	if b == nil {
		return false
	}
	p, err := b.Position(color)
	if err != nil || p.Finished() {
		return false
	}
	begin, ok := board.SquareNumber(int(from))
	end, okToo := board.SquareNumber(int(to))
	if !ok || !okToo {
		return false
	}
	m, ok := p.FirstMove(begin, end)
	if ok && move != nil {
		move.describe(p, m)
	}
	return ok
}
