package talk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/protocol/session"
	"github.com/zonda-checkers/zonda/search"
)

// Session is the conversation with one page about one engine. Use NewSession, and Close at the end.
type Session struct {
	engine *session.Session
	kinds  map[string]Kind
	send   func(message any)

	mu        sync.Mutex      // package session has the order of the locks
	databases <-chan struct{} // closed when the databases are open of which the page was told last; nil before the first
	analysis  func()          // begins the analysis that runs, again; nil without one. It is called with the session locked

	held sync.RWMutex // for reading while work runs that needs the same data from its start to its end

	busy    chan struct{} // has a place for each slow request that may be answered at once
	waiting sync.WaitGroup
}

// maxSlow is the largest number of slow requests that are answered at once. More wait.
const maxSlow = 8

// NewSession returns a session about an engine, which the caller owns. Send takes every message for the page; several
// goroutines call it.
func NewSession(e *session.Session, send func(message any), kinds []Kind) *Session {
	s := &Session{engine: e, kinds: map[string]Kind{}, send: send, busy: make(chan struct{}, maxSlow)}
	for _, k := range kinds {
		s.kinds[k.Name] = k
	}
	return s
}

// Engine returns the engine of the session.
func (s *Session) Engine() *session.Session { return s.engine }

// Emit sends an event.
func (s *Session) Emit(name string, body any) { s.send(Event{name, body}) }

// Take answers a message of the page. It returns before a slow request is answered. What is wrong with a message is told
// in the reply; the ID of the reply is 0 if the message has none that can be read.
func (s *Session) Take(ctx context.Context, message []byte) {
	var r Request
	if err := json.Unmarshal(message, &r); err != nil {
		s.send(Reply{ID: r.ID, Error: "the message is no request: " + err.Error()})
		return
	}
	k, known := s.kinds[r.Kind]
	switch {
	case !known:
		s.send(Reply{ID: r.ID, Error: "unknown request " + board.Quote(r.Kind)})
	case !k.Slow:
		s.answer(ctx, k, r)
	default:
		s.waiting.Go(func() {
			select {
			case s.busy <- struct{}{}:
				s.answer(ctx, k, r)
				<-s.busy
			case <-ctx.Done():
			}
		})
	}
}

func (s *Session) answer(ctx context.Context, k Kind, r Request) {
	body, err := s.guarded(ctx, k, r)
	if err != nil {
		s.send(Reply{ID: r.ID, Error: err.Error()})
		return
	}
	s.send(Reply{ID: r.ID, Body: body})
}

// guarded answers a request; a panic becomes an error, so that one page cannot end the others.
func (s *Session) guarded(ctx context.Context, k Kind, r Request) (body any, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			s.engine.Log().Error("panic", "reason", reason, "stack", string(debug.Stack()))
			body, err = nil, fmt.Errorf("%s has failed: %v", r.Kind, reason)
		}
	}()
	return k.run(ctx, s, r.Body)
}

// Close stops the search and waits for it and for the slow requests, whose contexts the caller has ended.
func (s *Session) Close() {
	s.stopSearch()
	s.waiting.Wait()
	s.stopSearch() // of a slow request that came between
}

// ErrStopped is the error of a search whose result is not wanted any more.
var ErrStopped = errors.New("stopped")

// Request is a message of a page.
type Request struct {
	ID   int             `json:"id"`   // the reply has the same
	Kind string          `json:"kind"` // the name of a Kind
	Body json.RawMessage `json:"body"` // of the type of the kind's requests
}

// Reply answers a request.
type Reply struct {
	ID    int    `json:"id"`
	Body  any    `json:"body,omitempty"`
	Error string `json:"error,omitempty"` // empty if the request succeeded
}

// Event tells something that was not asked for at this moment.
type Event struct {
	Event string `json:"event"` // its name
	Body  any    `json:"body"`
}

// Nothing is a body without contents.
type Nothing struct{}

// begin stops the search that runs and starts another one. It ends with limits, with ctx, or when another one begins. Then done is
// called; its error is context.Canceled if limits have not ended the search.
func (s *Session) begin(ctx context.Context, g *board.Game, limits search.Limits, report func(engine.Lines), done func(engine.Lines, error)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.analysis = nil
	s.start(ctx, g, limits, report, done)
}

// start is begin with the session locked.
func (s *Session) start(ctx context.Context, g *board.Game, limits search.Limits, report func(engine.Lines), done func(engine.Lines, error)) {
	s.end()
	err := s.engine.SetGame(g)
	if err == nil {
		err = s.engine.Start(ctx, limits, report, done)
	}
	if err != nil {
		done(engine.Lines{}, err)
	}
}

// Hold keeps the data of the program the same until the function that it returns is called: Swap waits.
func (s *Session) Hold() (release func()) {
	s.held.RLock()
	return s.held.RUnlock
}

// Swap calls f while no search runs, for data of the program that come later. The searches that follow begin with an empty
// table. An analysis ends for f and begins again; any other search is waited for, and so is what Hold has begun.
func (s *Session) Swap(f func() error) error {
	s.held.Lock()
	defer s.held.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.analysis == nil && s.engine.Searching() {
		s.mu.Unlock()
		s.engine.Wait()
		s.mu.Lock()
	}
	s.end()
	err := f()
	if err == nil {
		err = s.engine.Renew()
	}
	if s.analysis != nil {
		s.analysis()
	}
	return err
}

// stopSearch stops the search and waits for its end.
func (s *Session) stopSearch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.analysis = nil
	s.end()
}

// end stops the search and waits for its end, with the session locked.
func (s *Session) end() {
	s.engine.Stop()
	s.engine.Wait()
}

// Best searches a problem with full strength, whatever option Level says, and returns the result. The search of the page,
// if there is one, ends.
func (s *Session) Best(ctx context.Context, p board.Position, limits search.Limits) (search.Info, error) {
	limits.Solve = true
	return s.searched(ctx, board.NewGame(p), limits)
}

func stop(_ context.Context, s *Session, _ Nothing) (Nothing, error) {
	s.stopSearch()
	return Nothing{}, nil
}

// Kind is a kind of request.
type Kind struct {
	Name           string
	Request, Reply reflect.Type // of the bodies, from which the page's types are generated
	Slow           bool         // it is answered beside other requests, perhaps after later ones

	run func(ctx context.Context, s *Session, body json.RawMessage) (any, error)
}

// EventKind is a kind of event.
type EventKind struct {
	Name string
	Body reflect.Type
}

// NewKind returns a kind whose requests are answered at once, in their order.
func NewKind[Q, A any](name string, answer func(ctx context.Context, s *Session, q Q) (A, error)) Kind {
	return Kind{
		Name: name, Request: reflect.TypeFor[Q](), Reply: reflect.TypeFor[A](),
		run: func(ctx context.Context, s *Session, body json.RawMessage) (any, error) {
			q, err := decoded[Q](body)
			if err != nil {
				return nil, err
			}
			return answer(ctx, s, q)
		},
	}
}

// NewSlowKind returns a kind whose requests may take long: requests that come later do not wait for them.
func NewSlowKind[Q, A any](name string, answer func(ctx context.Context, s *Session, q Q) (A, error)) Kind {
	k := NewKind(name, answer)
	k.Slow = true
	return k
}

// onGame returns what answers requests about a game that the History in them tells.
func onGame[Q interface{ Game() (*board.Game, error) }, A any](
	answer func(ctx context.Context, s *Session, g *board.Game, q Q) (A, error),
) func(ctx context.Context, s *Session, q Q) (A, error) {
	return func(ctx context.Context, s *Session, q Q) (answered A, err error) {
		g, err := q.Game()
		if err != nil {
			return answered, err
		}
		return answer(ctx, s, g, q)
	}
}

// NewEventKind returns a kind of event with a body of type B.
func NewEventKind[B any](name string) EventKind { return EventKind{name, reflect.TypeFor[B]()} }

// decoded reads the body of a request. A field that the type does not have is an error.
func decoded[Q any](body json.RawMessage) (q Q, err error) {
	if len(body) == 0 {
		return q, nil
	}
	in := json.NewDecoder(bytes.NewReader(body))
	in.DisallowUnknownFields()
	if err := in.Decode(&q); err != nil {
		return q, fmt.Errorf("the message cannot be read: %w", err)
	}
	if _, err := in.Token(); err != io.EOF {
		return q, fmt.Errorf("the message cannot be read: text after its end")
	}
	return q, nil
}

// Kinds returns the kinds of requests that need nothing but the engine.
func Kinds() []Kind {
	return []Kind{
		NewKind("hello", hello),
		NewKind("set", setOption),
		NewKind("position", onGame(position)),
		NewKind("walk", onGame(walk)),
		NewKind("analyze", onGame(analyze)),
		NewSlowKind("threat", onGame(threat)),
		NewKind("stop", stop),
		NewSlowKind("think", onGame(think)),
		NewSlowKind("offer", onGame(offer)),
		NewSlowKind("database", onGame(database)),
		NewSlowKind("perfect", onGame(perfect)),
		NewSlowKind("explain", onGame(explainEnding)),
		NewSlowKind("book", onGame(bookMoves)),
		NewKind("read", readGame),
		NewKind("write", writeGame),
		NewKind("deal", deal),
	}
}

// EventKinds returns the kinds of events that a Session sends by itself.
func EventKinds() []EventKind {
	return []EventKind{NewEventKind[Lines](linesEvent), NewEventKind[Nothing](databasesEvent)}
}

// Greeting is what a page must know before anything else.
type Greeting struct {
	Version   string     `json:"version"`
	Options   []Option   `json:"options"`   // those that a page may set
	Strengths []Strength `json:"strengths"` // of the engine, the weakest first
	Kinds     []string   `json:"kinds"`     // the requests that are answered
}

// Option is an option of the engine.
type Option struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Min   int    `json:"min"` // of an option that is a number
	Max   int    `json:"max"`
}

// maxHash is the largest transposition table of a page in MiB: several pages may be open.
const maxHash = 1024

// offered says which options a page may set, and the largest value of a spin, 0 for the engine's own. Options that name
// files are not among them, and neither is Level, which belongs to a game.
func offered(name string) (largest int, ok bool) {
	switch name {
	case "Hash":
		return maxHash, true
	case "Threads":
		return runtime.NumCPU(), true
	case "MoveRule", "OwnBook", "AntiBook", "UseDTW", "Solver", "Evaluation":
		return 0, true
	}
	return 0, false
}

func hello(_ context.Context, s *Session, _ Nothing) (Greeting, error) {
	g := Greeting{
		Version: strings.TrimPrefix(engine.FullName(), engine.Name+" "), Options: []Option{}, Strengths: strengths(), Kinds: slices.Sorted(maps.Keys(s.kinds)),
	}
	for _, o := range session.Options() {
		if largest, ok := offered(o.Name); ok {
			g.Options = append(g.Options, newOption(o, s.engine.Option(o.Name), largest))
		}
	}
	return g, nil
}

func newOption(o session.Option, value string, largest int) Option {
	described := Option{Name: o.Name, Value: value, Min: o.Min, Max: o.Max}
	if largest > 0 {
		described.Max = min(o.Max, largest)
	}
	return described
}

// Setting is a new value of an option.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// setOption sets an option. It stops the search; the page starts it again.
func setOption(_ context.Context, s *Session, q Setting) (Nothing, error) {
	for _, o := range session.Options() {
		largest, ok := offered(o.Name)
		if !ok || !strings.EqualFold(o.Name, q.Name) {
			continue
		}
		n, err := strconv.Atoi(q.Value)
		if number := err == nil || errors.Is(err, strconv.ErrRange); largest > 0 && number && (n < o.Min || n > largest) {
			return Nothing{}, fmt.Errorf("option %s: %s is not between %d and %d", o.Name, board.Quote(q.Value), o.Min, largest)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.analysis = nil
		s.end()
		return Nothing{}, s.engine.SetOption(o.Name, q.Value)
	}
	return Nothing{}, fmt.Errorf("no option %s that a page may set", board.Quote(q.Name))
}

// moveRule returns option MoveRule.
func (s *Session) moveRule() int {
	n, err := strconv.Atoi(s.engine.Option("MoveRule"))
	if err != nil {
		return board.DefaultMoveRule
	}
	return n
}
