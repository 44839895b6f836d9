package site

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/coder/websocket"

	"github.com/zonda-checkers/zonda/cmd/internal/site/library"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/protocol/session"
)

// visit is a page while its socket is open.
type visit struct {
	server *Server
	second second
}

// kinds returns the kinds of requests that only a server answers.
func (v *visit) kinds() []talk.Kind {
	return []talk.Kind{
		talk.NewSlowKind("matches", v.matches),
		talk.NewSlowKind("match", v.match),
		talk.NewSlowKind("matchGame", v.matchGame),
		talk.NewSlowKind("stopMatch", v.stopMatch),
		talk.NewSlowKind("resumeMatch", v.resumeMatch),
		talk.NewSlowKind("engines", v.engines),
		talk.NewSlowKind("startMatch", v.startMatch),
		talk.NewSlowKind("second", v.secondLine),
		talk.NewSlowKind("proofs", v.proofs),
		talk.NewSlowKind("certificate", v.certificate),
	}
}

// Kinds returns all kinds of requests, from which the page's types are generated.
func Kinds() []talk.Kind {
	return slices.Concat(talk.Kinds(), (&library.Library{}).Kinds(), (&visit{}).kinds())
}

// EventKinds returns all kinds of events.
func EventKinds() []talk.EventKind {
	return append(talk.EventKinds(), library.EventKinds()...)
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
		{library.Games, library.MaxGamesBytes, reflect.TypeFor[library.Collection]()}, {library.Problems, library.MaxProblemsBytes, reflect.TypeFor[library.ProblemList]()},
		{library.Attempts, library.MaxTrainingBytes, reflect.TypeFor[library.Merged]()},
	}
}

// MaxMessageBytes is the size of the largest message that a page may send. A larger one ends its page.
const MaxMessageBytes = 1 << 20

// Limits of a page.
const (
	writeTime  = 10 * time.Second
	pingEvery  = 20 * time.Second
	placeTime  = time.Second // the longest wait of a page that is loaded again for the place of the page before
	maxSockets = 32          // that wait for a place
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
	conn.SetReadLimit(MaxMessageBytes)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	e, err := newEngine()
	if err != nil {
		_ = conn.Close(websocket.StatusInternalError, "no engine")
		return
	}
	defer e.Close() //nolint:errcheck // no log file: nothing can be lost
	p := &visit{server: s}
	defer p.second.end()
	session := talk.NewSession(e, sender(ctx, cancel, conn), slices.Concat(talk.Kinds(), s.library.Kinds(), p.kinds()))
	defer session.Close()
	defer s.library.Open(session)()
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
			data, _ = json.Marshal(talk.Reply{Error: err.Error()})
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

// newEngine returns the engine of a page: with a CPU left for everything else, if there are several, and with openings
// that vary from game to game.
func newEngine() (*session.Session, error) {
	e := session.New()
	return e, errors.Join(e.SetOption("Threads", strconv.Itoa(max(1, runtime.NumCPU()-1))), e.SetOption("OwnBook", "weighted"))
}
