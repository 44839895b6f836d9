package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/internal/number"
	"github.com/zonda-checkers/zonda/search"
)

// The addresses of the operations.
const (
	probePath   = "/v1/probe"
	probesPath  = "/v1/probes"
	bookPath    = "/v1/book"
	analysePath = "/v1/analyse"
	movePath    = "/v1/move"
	judgePath   = "/v1/judge"
	diagramPath = "/v1/diagram"
	healthPath  = "/healthz"
)

var paths = []string{probePath, probesPath, bookPath, analysePath, movePath, judgePath, diagramPath, healthPath, "/metrics", "/openapi.json", "/docs"}

const about = `Moves, analysis, endgame databases, judged games and diagrams of English draughts.

A position is a FEN as PDN writes it (B is to move in "B:W21-32:B1-12"), and perhaps moves played from it. ` +
	`The value and the score of a position are for its side to move, and those of a move are for the side that makes it. ` +
	`Errors are application/problem+json (RFC 9457).

A search needs an engine: 429 says that this client has as many searches as it may have, 503 that the queue is full; ` +
	`Retry-After says when to ask again.`

// formats returns the formats of the library, which read whole numbers in all their forms, and JSON with a byte order mark.
func formats() map[string]huma.Format {
	plain := map[string]huma.Format{}
	for name, format := range huma.DefaultFormats {
		read := format.Unmarshal
		format.Unmarshal = func(data []byte, v any) error {
			data = number.PlainJSON(data)
			return number.InWords(read(data, v), data)
		}
		plain[name] = format
	}
	return plain
}

// operations registers all operations and returns their document.
func (s *Server) operations(mux *http.ServeMux) document {
	config := huma.DefaultConfig("Zonda", engine.Version)
	config.Info.Description = about
	config.Info.License = &huma.License{Name: "MIT", Identifier: "MIT"}
	config.Servers = []*huma.Server{{URL: "/", Description: "This server."}}
	config.CreateHooks = nil // no links to schemas in answers
	config.DocsPath, config.SchemasPath = "", ""
	if s.options.Token != "" {
		config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer"}}
		config.Security = []map[string][]string{{"token": {}}}
	}
	config.Formats = formats()
	api := humago.New(mux, config)
	huma.Register(api, operation(http.MethodPost, probePath, "probe", "The value of a position and of its moves, by the endgame databases.",
		"Moves come in their order: wins first, the shortest first, then draws, unknown ones and losses."), s.probe)
	huma.Register(api, operation(http.MethodGet, probePath, "probe-fen", "The same for a FEN in the address.", ""), s.probeFEN)
	huma.Register(api, operation(http.MethodPost, probesPath, "probes", "The same for many positions.", "The answers are in the order of the positions."), s.probes)
	huma.Register(api, operation(http.MethodPost, bookPath, "book", "The opening book's moves and the name of the opening.", ""), s.book)
	huma.Register(api, operation(http.MethodGet, bookPath, "book-fen", "The same for a FEN in the address.", ""), s.bookFEN)
	huma.Register(api, s.analyseOperation(api, http.MethodPost, "analyse", "The best lines as they are found.", analyseText), s.analyse)
	huma.Register(api, s.analyseOperation(api, http.MethodGet, "analyse-fen", "The same for a FEN in the address, as EventSource asks.", analyseFENText), s.analyseFEN)
	huma.Register(api, operation(http.MethodPost, movePath, "move", "The engine's move.",
		"Equal requests with a limit of nodes or depth have equal answers.", searchErrors...), s.move)
	huma.Register(api, operation(http.MethodPost, judgePath, "judge", "Judge the moves of a game.", "The answer is that of zonda analyze --json, and says whether the time was enough.", searchErrors...), s.judge)
	huma.Register(api, picture(operation(http.MethodPost, diagramPath, "diagram", "Draw a position.", "")), s.diagram)
	huma.Register(api, picture(operation(http.MethodGet, diagramPath, "diagram-fen", "The same for a position in the address.", "")), s.diagramFEN)
	huma.Register(api, operation(http.MethodGet, healthPath, "health", "Whether the server takes searches.", "", http.StatusServiceUnavailable), s.health)
	s.bound(api.OpenAPI())
	return document{api.OpenAPI()}
}

// searchErrors are the statuses of those who get no engine.
var searchErrors = []int{http.StatusTooManyRequests, http.StatusServiceUnavailable}

func operation(method, path, id, summary, description string, errors ...int) huma.Operation {
	errors = append(errors, http.StatusUnauthorized, http.StatusForbidden, http.StatusMisdirectedRequest, http.StatusUnprocessableEntity)
	if method == http.MethodPost {
		errors = append(errors, http.StatusBadRequest, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	return huma.Operation{
		Method: method, Path: path, OperationID: id, Summary: summary, Description: description, Errors: errors,
		MaxBodyBytes: -1, BodyReadTimeout: -1, RejectUnknownQueryParameters: true, // received has read the body
	}
}

// bound writes the limits of this server into the document, from which requests are checked: their least value is 1.
func (s *Server) bound(document *huma.OpenAPI) {
	limits := map[string]float64{
		"movetime_ms": float64(s.options.MaxTime.Milliseconds()), "nodes": float64(s.options.MaxNodes), "depth": float64(search.MaxDepth),
		"time_ms": float64(s.options.MaxGameTime.Milliseconds()), "lines": float64(s.options.MaxLines), "nodes_a_position": float64(s.nodesOfAPosition()),
	}
	bound := func(name string, field *huma.Schema) {
		if maximum, limited := limits[name]; limited && field.Minimum != nil && *field.Minimum > 0 {
			field.Maximum = &maximum
			field.PrecomputeMessages()
		}
	}
	for _, schema := range document.Components.Schemas.Map() {
		for name, field := range schema.Properties {
			bound(name, field)
		}
	}
	for _, item := range document.Paths {
		if item.Get != nil {
			for _, parameter := range item.Get.Parameters {
				bound(parameter.Name, parameter.Schema)
			}
		}
	}
}

// Health is the state of the server.
type Health struct {
	Status  string `json:"status" enum:"ok"`
	Version string `json:"version"`
	Engines int    `json:"engines" doc:"Searches at once."`
	Busy    int    `json:"busy" doc:"Engines that search."`
	Waiting int    `json:"waiting" doc:"Requests that wait for an engine."`
}

type answerOf[T any] struct{ Body T }

func (s *Server) health(context.Context, *struct{}) (*answerOf[Health], error) {
	if s.engines.isClosed() {
		return nil, refused(errShutdown)
	}
	busy, waiting := s.engines.counts()
	return &answerOf[Health]{Health{"ok", engine.Version, len(s.engines.all), busy, waiting}}, nil
}
