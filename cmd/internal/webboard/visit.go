package webboard

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/zonda-checkers/zonda/cmd/internal/analyze"
	conversation "github.com/zonda-checkers/zonda/protocol/page"
	"github.com/zonda-checkers/zonda/protocol/session"
)

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
	return newReport(study), nil
}

// stopReport ends the work on the report that the page has asked for last.
func (v *visit) stopReport(context.Context, *conversation.Session, conversation.Nothing) (conversation.Nothing, error) {
	if stop := v.judging.Load(); stop != nil {
		(*stop)(conversation.ErrStopped)
	}
	return conversation.Nothing{}, nil
}

// visit is what the server keeps of a page while its socket is open.
type visit struct {
	server  *Server
	judging atomic.Pointer[context.CancelCauseFunc] // of the report that the page has asked for last
	solving atomic.Pointer[context.CancelFunc]      // of the last question about a problem
	solver  sync.Mutex                              // held while one is answered
	lines   sync.Map                                // what the solutions that were shown play at a position: a move, and the answer if there is one
}

// kinds returns the kinds of requests that need more than the engine.
func (v *visit) kinds() []conversation.Kind {
	return []conversation.Kind{
		conversation.NewSlowKind("collections", v.collections),
		conversation.NewSlowKind("games", v.games),
		conversation.NewSlowKind("game", v.game),
		conversation.NewSlowKind("locate", v.locate),
		conversation.NewSlowKind("ownMoves", v.ownMoves),
		conversation.NewSlowKind("files", v.files),
		conversation.NewSlowKind("open", v.open),
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
		conversation.NewSlowKind("matches", v.matches),
		conversation.NewSlowKind("match", v.match),
		conversation.NewSlowKind("matchGame", v.matchGame),
		conversation.NewSlowKind("stopMatch", v.stopMatch),
		conversation.NewSlowKind("resumeMatch", v.resumeMatch),
		conversation.NewSlowKind("proofs", v.proofs),
	}
}

// Kinds returns all kinds of requests, from which the page's types are generated.
func Kinds() []conversation.Kind { return append(conversation.Kinds(), (&visit{}).kinds()...) }

// EventKinds returns all kinds of events.
func EventKinds() []conversation.EventKind {
	return append(conversation.EventKinds(), conversation.NewEventKind[Progress](progressEvent), conversation.NewEventKind[Collection](fileEvent))
}

// Upload is a kind of file that a page sends.
type Upload struct {
	Path   string // to which it is sent, below the address of the page
	Most   int64  // bytes
	Answer reflect.Type
}

// Uploads returns all kinds of files that a page sends.
func Uploads() []Upload {
	return []Upload{
		{"games", mostGamesBytes, reflect.TypeFor[Collection]()}, {"problems", mostProblemsBytes, reflect.TypeFor[ProblemList]()},
	}
}

// Limits of a page.
const (
	messageBytes = 1 << 20
	writeTime    = 10 * time.Second
	pingEvery    = 20 * time.Second
	placeTime    = time.Second // the longest wait of a page that is loaded again for the place of the page before
	mostSockets  = 32          // that wait for a place
)

// socket is the conversation with a page.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	if !s.takePlace(r.Context()) {
		http.Error(w, "all "+strconv.Itoa(s.options.Pages)+" boards are in use: close a page first", http.StatusServiceUnavailable)
		return
	}
	defer func() { <-s.places }()
	defer s.kept.opened(r.URL.Query().Get("games"))()
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has answered
	}
	defer conn.CloseNow() //nolint:errcheck // the page is gone
	conn.SetReadLimit(messageBytes)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	e, err := newEngine()
	if err != nil {
		_ = conn.Close(websocket.StatusInternalError, "no engine")
		return
	}
	defer e.Close() //nolint:errcheck // no log file: nothing can be lost
	p := &visit{server: s}
	session := conversation.NewSession(e, sender(ctx, cancel, conn), append(conversation.Kinds(), p.kinds()...))
	defer session.Close()
	s.pages.Store(session, nil)
	defer s.pages.Delete(session)
	defer cancel() // before Close, which waits for slow requests
	go keepAlive(ctx, cancel, conn)
	for {
		kind, message, err := conn.Read(ctx)
		if err != nil {
			return
		}
		if kind != websocket.MessageText {
			_ = conn.Close(websocket.StatusUnsupportedData, "only text is understood")
			return
		}
		session.Take(ctx, message)
	}
}

// takePlace takes a place for a page. It waits a little, because a page that is loaded again gives its place back late.
func (s *Server) takePlace(ctx context.Context) bool {
	if !s.sockets.TryAcquire(1) {
		return false
	}
	defer s.sockets.Release(1)
	ctx, cancel := context.WithTimeout(ctx, placeTime)
	defer cancel()
	select {
	case s.places <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// sender returns a function that sends messages. A page that takes none for too long is given up.
func sender(ctx context.Context, giveUp context.CancelFunc, conn *websocket.Conn) func(any) {
	return func(message any) {
		data, err := json.Marshal(message)
		if err != nil {
			data, _ = json.Marshal(conversation.Reply{Error: err.Error()})
		}
		writing, cancel := context.WithTimeout(ctx, writeTime)
		defer cancel()
		if conn.Write(writing, websocket.MessageText, data) != nil {
			giveUp()
		}
	}
}

// keepAlive notices a page that has gone without a word, so that its engine is free again.
func keepAlive(ctx context.Context, giveUp context.CancelFunc, conn *websocket.Conn) {
	ticks := time.NewTicker(pingEvery)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			waiting, cancel := context.WithTimeout(ctx, pingEvery)
			err := conn.Ping(waiting)
			cancel()
			if err != nil {
				giveUp()
				return
			}
		}
	}
}

// newEngine returns the engine of a page: with a processor left for everything else, if there are several, and with openings
// that vary from game to game.
func newEngine() (*session.Session, error) {
	e := session.New()
	return e, errors.Join(e.SetOption("Threads", strconv.Itoa(max(1, runtime.NumCPU()-1))), e.SetOption("OwnBook", "weighted"))
}
