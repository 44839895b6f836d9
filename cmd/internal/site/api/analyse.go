package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
)

// AnalyseRequest asks for the best lines of a position, as they are found.
type AnalyseRequest struct {
	Place
	Limits
	Choice
	Lines int `json:"lines,omitempty" minimum:"1" doc:"Best lines; 1 without it."`
}

// Done is the last event of an analysis.
type Done struct {
	Event string `json:"event" enum:"done"`
	Move  *Move  `json:"move,omitempty" doc:"The best move, if one was found."`
	Lines []Line `json:"lines" doc:"The best lines, the best first."`
	Ended string `json:"ended" enum:"limit,proven,shutdown" doc:"Why: a limit was reached, the value is proven, or the server ends."`
}

// Queued is the first event of an analysis that waits for an engine.
type Queued struct {
	Event   string `json:"event" enum:"queued"`
	Waiting int    `json:"waiting" doc:"Requests that wait."`
}

// LineEvent is a line of an iteration.
type LineEvent struct {
	Event string `json:"event" enum:"line"`
	Line
}

// Failure is the last event of an analysis that has failed.
type Failure struct {
	Event  string `json:"event" enum:"failure"`
	Detail string `json:"detail"`
}

// eventTypes are the events of an analysis by their names.
var eventTypes = map[string]reflect.Type{
	"queued": reflect.TypeFor[Queued](), "line": reflect.TypeFor[LineEvent](), doneEvent: reflect.TypeFor[Done](), "failure": reflect.TypeFor[Failure](),
}

// doneEvent is the name of the last event, and its ID.
const doneEvent = "done"

type analyseRequest struct{ Body AnalyseRequest }

type analyseFENRequest struct {
	FEN         string `query:"fen" required:"true" minLength:"1" maxLength:"400" example:"B:W21-32:B1-12" doc:"The position, as PDN writes it."`
	MoveTimeMS  int    `query:"movetime_ms" minimum:"1" doc:"Milliseconds; 1000 without any limit."`
	Nodes       uint64 `query:"nodes" minimum:"1" doc:"Positions."`
	Depth       int    `query:"depth" minimum:"1" doc:"Plies."`
	Lines       int    `query:"lines" minimum:"1" doc:"Best lines; 1 without it."`
	LastEventID string `header:"Last-Event-ID" doc:"The ID of the last event that an EventSource has seen."`
}

const analyseText = `The answer is a stream of server-sent events: "queued" if all engines work, "line" for each line of each iteration, and at
last "done", or "failure". What is wrong with a request is told by its status before the stream begins.`

const analyseFENText = `The answer is that of POST. An EventSource asks again when a stream ends; after "done" it is told by 204, without a search, that there is no
more. A page need not close it.`

// analyseOperation describes an operation with the types of its events.
func (s *Server) analyseOperation(api huma.API, method, id, summary, text string) huma.Operation {
	o := operation(method, analysePath, id, summary, text, searchErrors...)
	events := &huma.Schema{OneOf: []*huma.Schema{}, Discriminator: &huma.Discriminator{PropertyName: "event", Mapping: map[string]string{}}}
	for name, event := range eventTypes {
		schema := api.OpenAPI().Components.Schemas.Schema(event, true, "")
		events.Discriminator.Mapping[name] = schema.Ref
	}
	for _, name := range slices.Sorted(maps.Keys(eventTypes)) {
		events.OneOf = append(events.OneOf, &huma.Schema{Ref: events.Discriminator.Mapping[name]})
	}
	o.Responses = map[string]*huma.Response{"200": {
		Description: "Events; the data of each is JSON.", Content: map[string]*huma.MediaType{"text/event-stream": {Schema: events}},
	}}
	return o
}

func (s *Server) analyse(ctx context.Context, q *analyseRequest) (*huma.StreamResponse, error) {
	g, err := q.Body.unfinished()
	if err != nil {
		return nil, err
	}
	limits := s.limits(q.Body.Limits)
	limits.MultiPV = max(q.Body.Lines, 1)
	if limits.SearchMoves, err = q.Body.moves(g.Position()); err != nil {
		return nil, err
	}
	return s.streamed(ctx, g, limits, false)
}

func (s *Server) analyseFEN(ctx context.Context, q *analyseFENRequest) (*huma.StreamResponse, error) {
	if q.LastEventID == doneEvent {
		return &huma.StreamResponse{Body: func(answer huma.Context) { answer.SetStatus(http.StatusNoContent) }}, nil
	}
	g, err := Place{FEN: q.FEN}.unfinished()
	if err != nil {
		return nil, inQuery(err)
	}
	limits := s.limits(Limits{q.MoveTimeMS, q.Nodes, q.Depth})
	limits.MultiPV = max(q.Lines, 1)
	return s.streamed(ctx, g, limits, true)
}

// streamed takes a place among the searches, and returns the answer that writes the events. With an ID the last event can be told
// by an EventSource that asks again.
func (s *Server) streamed(ctx context.Context, g *board.Game, limits engine.Limits, withID bool) (*huma.StreamResponse, error) {
	t, err := s.engines.reserve(clientIn(ctx))
	if err != nil {
		return nil, refused(err)
	}
	return &huma.StreamResponse{Body: func(answer huma.Context) {
		defer t.end()
		s.stream(answer, t, g, limits, withID)
	}}, nil
}

// stream writes the events of an analysis.
func (s *Server) stream(answer huma.Context, t *ticket, g *board.Game, limits engine.Limits, withID bool) {
	answer.SetHeader("Content-Type", "text/event-stream")
	answer.SetHeader("Cache-Control", "no-store")
	writer, ok := answer.BodyWriter().(http.ResponseWriter)
	if !ok {
		return // another library below
	}
	ctx, cancel := context.WithCancel(answer.Context())
	defer cancel()
	out := &events{writer, http.NewResponseController(writer), cancel, withID}
	out.comment()
	e, err := s.engineFor(ctx, t, out)
	if err != nil {
		s.finish(out, g.Position(), engine.Lines{}, err)
		return
	}
	var last engine.Lines
	for lines, err := range e.Analyze(ctx, g, limits) {
		if last = lines; err != nil || lines.Final {
			s.metrics.nodes.Add(float64(lines.Nodes))
			s.finish(out, g.Position(), last, err)
			return
		}
		for _, line := range lines.All() {
			out.send("line", LineEvent{"line", newLine(g.Position(), line)})
		}
	}
}

// engineFor waits for the engine of an analysis, and says so.
func (s *Server) engineFor(ctx context.Context, t *ticket, out *events) (*engine.Engine, error) {
	ticks := time.NewTicker(commentEvery)
	defer ticks.Stop()
	for told := false; ; {
		select {
		case <-t.ready:
			e := t.engine
			return e, errors.Join(e.Configure(s.config(0)), e.NewGame())
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-ticks.C:
			out.comment()
			continue
		default:
		}
		if !told {
			_, waiting := s.engines.counts()
			out.send("queued", Queued{"queued", waiting})
			told = true
		}
		select {
		case <-t.ready:
		case <-ctx.Done():
		case <-ticks.C:
			out.comment()
		}
	}
}

// finish writes the last event.
func (s *Server) finish(out *events, p board.Position, found engine.Lines, err error) {
	done := Done{Event: doneEvent, Lines: []Line{}, Ended: "limit"}
	switch shutdown := s.ending.Err() != nil; {
	case err != nil && !shutdown:
		out.send("failure", Failure{"failure", err.Error()})
		return
	case shutdown:
		done.Ended = "shutdown"
	case resultOf(found.Info) != board.Unknown:
		done.Ended = "proven"
	}
	if len(found.PV) > 0 {
		best := newMove(p, found.Move())
		done.Move = &best
		for _, line := range found.All() {
			done.Lines = append(done.Lines, newLine(p, line))
		}
	}
	out.send(doneEvent, done)
}

// events writes server-sent events. A client that takes none for too long is given up.
type events struct {
	out        http.ResponseWriter
	connection *http.ResponseController
	giveUp     context.CancelFunc
	withID     bool // the last event has an ID
}

// Times of a stream.
const (
	writeTime    = 5 * time.Second  // the longest time that a client may take for an event
	commentEvery = 15 * time.Second // while nothing else is sent
)

func (e *events) send(name string, body any) {
	data, err := json.Marshal(body)
	if err != nil {
		e.giveUp()
		return
	}
	id := ""
	if e.withID && name == doneEvent {
		id = "id: " + doneEvent + "\n"
	}
	e.write(fmt.Sprintf("event: %s\n%sdata: %s\n\n", name, id, data))
}

// comment writes a line that clients skip, so that nothing between takes the connection for dead.
func (e *events) comment() { e.write(": zonda\n\n") }

func (e *events) write(text string) {
	_ = e.connection.SetWriteDeadline(time.Now().Add(writeTime))
	_, err := e.out.Write([]byte(text))
	if errors.Join(err, e.connection.Flush()) != nil {
		e.giveUp()
	}
}
