package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
)

// AnalyseRequest asks for the best lines of a position, as they are found.
type AnalyseRequest struct {
	Place
	Limits
	Lines int `json:"lines,omitempty" minimum:"1" doc:"Best lines; 1 without it."`
}

// Done is the last event of an analysis.
type Done struct {
	Move  *Move  `json:"move,omitempty" doc:"The best move, if one was found."`
	Lines []Line `json:"lines" doc:"The best lines, the best first."`
	Ended string `json:"ended" enum:"limit,proven,shutdown" doc:"Why: a limit was reached, the value is proven, or the server ends."`
}

// Queued is the first event of an analysis that waits for an engine.
type Queued struct {
	Waiting int `json:"waiting" doc:"Requests that wait."`
}

// Failure is the last event of an analysis that has failed.
type Failure struct {
	Detail string `json:"detail"`
}

type analyseRequest struct{ Body AnalyseRequest }

const analyseText = `The answer is a stream of server-sent events: "queued" if all engines work, "line" for each line of each iteration, and at
last "done", or "failure". What is wrong with a request is told by its status before the stream begins.`

// analyseOperation describes the operation with the types of its events.
func (s *Server) analyseOperation(api huma.API) huma.Operation {
	o := operation(http.MethodPost, analysePath, "analyse", "The best lines as they are found.", analyseText, searchErrors...)
	events := &huma.Schema{OneOf: []*huma.Schema{}}
	for _, event := range []reflect.Type{reflect.TypeFor[Queued](), reflect.TypeFor[Line](), reflect.TypeFor[Done](), reflect.TypeFor[Failure]()} {
		events.OneOf = append(events.OneOf, api.OpenAPI().Components.Schemas.Schema(event, true, ""))
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
	t, err := s.engines.reserve(clientIn(ctx))
	if err != nil {
		return nil, refused(err)
	}
	limits := s.limits(q.Body.Limits)
	limits.MultiPV = max(q.Body.Lines, 1)
	return &huma.StreamResponse{Body: func(answer huma.Context) {
		defer t.end()
		s.stream(answer, t, g, limits)
	}}, nil
}

// stream writes the events of an analysis.
func (s *Server) stream(answer huma.Context, t *ticket, g *board.Game, limits engine.Limits) {
	answer.SetHeader("Content-Type", "text/event-stream")
	answer.SetHeader("Cache-Control", "no-store")
	writer, ok := answer.BodyWriter().(http.ResponseWriter)
	if !ok {
		return // another library below
	}
	ctx, cancel := context.WithCancel(answer.Context())
	defer cancel()
	out := &events{writer, http.NewResponseController(writer), cancel}
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
			out.send("line", newLine(g.Position(), line))
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
			out.send("queued", Queued{waiting})
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
	done := Done{Lines: []Line{}, Ended: "limit"}
	switch shutdown := s.ending.Err() != nil; {
	case err != nil && !shutdown:
		out.send("failure", Failure{err.Error()})
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
	out.send("done", done)
}

// events writes server-sent events. A client that takes none for too long is given up.
type events struct {
	out        http.ResponseWriter
	connection *http.ResponseController
	giveUp     context.CancelFunc
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
	e.write(fmt.Sprintf("event: %s\ndata: %s\n\n", name, data))
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
