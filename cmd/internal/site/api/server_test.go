package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/site/api"
	"github.com/zonda-checkers/zonda/internal/logfile"
)

var update = flag.Bool("update", false, "write the OpenAPI document")

func usual() api.Options {
	return api.Options{
		Listen: "127.0.0.1:0", Engines: 2, Hash: 1, Queue: 4, PerClient: 100,
		MaxTime: api.MaxTime, MaxGameTime: api.MaxGameTime, MaxNodes: api.MaxNodes, MaxLines: api.MaxLines, MaxBody: api.MaxBody,
	}
}

// serve serves until the test ends, and returns the address.
func serve(t *testing.T, change ...func(*api.Options)) string {
	t.Helper()
	address, _ := serving(t, change...)
	return address
}

// serving returns a function, too, that ends the server and waits.
func serving(t *testing.T, change ...func(*api.Options)) (address string, end func()) {
	t.Helper()
	o := usual()
	for _, c := range change {
		c(&o)
	}
	ctx, cancel := context.WithCancel(context.Background())
	server, err := api.Listen(ctx, o)
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx) }()
	end = func() {
		cancel()
		if err, ok := <-ended; ok {
			require.NoError(t, err)
			close(ended)
		}
	}
	t.Cleanup(end)
	return server.Address(), end
}

type request struct{ method, path, body, kind, token, origin, host string }

// send returns the answer to a request, and its status and header.
func send(t testing.TB, address string, q request) (string, int, http.Header) {
	t.Helper()
	if q.method == "" {
		q.method = http.MethodPost
	}
	r, err := http.NewRequestWithContext(t.Context(), q.method, address+strings.TrimPrefix(q.path, "/"), strings.NewReader(q.body))
	require.NoError(t, err)
	if q.kind == "" {
		q.kind = "application/json"
	}
	for name, value := range map[string]string{"Content-Type": strings.TrimPrefix(q.kind, "none"), "Authorization": q.token, "Origin": q.origin} {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	if q.host != "" {
		r.Host = q.host
	}
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return string(text), answer.StatusCode, answer.Header
}

func TestDocument(t *testing.T) {
	t.Parallel()
	text, status, _ := send(t, serve(t), request{method: "GET", path: "openapi.json"})
	require.Equal(t, 200, status)
	var pretty bytes.Buffer
	require.NoError(t, json.Indent(&pretty, []byte(text), "", " "))
	const name = "testdata/openapi.json"
	if *update {
		require.NoError(t, os.WriteFile(name, pretty.Bytes(), 0o644))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, strings.TrimSpace(string(want)), strings.TrimSpace(pretty.String()), "go test ./cmd/internal/site/api -update writes it anew")
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	address := serve(t)
	for _, c := range []struct {
		request
		want []string
	}{
		{request{path: "v1/probe", body: `{"fen":"B:WK29:BK1,K2"}`}, []string{`"turn":"black"`, `"result":"win","dtw":11`, `"move":"1-5","path":[1,5]`}},
		{request{path: "v1/probe", body: `{"fen":"W:W18:B15,6"}`}, []string{`"move":"18x11","path":[18,11],"captured":[15]`}},
		{request{path: "v1/probe", body: `{"fen":"W:W5:B1"}`}, []string{`"outcome":"Black wins: no move"`, `"moves":[]`}},
		{request{path: "v1/probe", body: `{}`}, []string{`"result":"unknown","moves":[{"move":"9-13"`}},
		{request{method: "GET", path: "v1/probe?fen=B:WK29:BK1,K2"}, []string{`"dtw":11`}},
		{request{path: "v1/move", body: `{"moves":["11-15"],"nodes":5000,"level":1}`}, []string{`"turn":"white"`, `"move":{"move":"`, `"score_cp"`}},
		{request{path: "v1/move", body: `{"fen":"B:WK29:BK1,K2"}`}, []string{`"value":{"result":"win","dtw":11}`}},
		{request{path: "v1/move", body: `{"fen":"W:W18:B15"}`}, []string{`"move":"18x11"`, `"outcome":"White wins: no pieces"`}},
		{request{path: "v1/move", body: `{"fen":"W:W18:B15","nodes":1e+05,"depth":3.0}`}, []string{`"move":"18x11"`}},
		{request{path: "v1/move", body: "\xEF\xBB\xBF" + `{"fen":"W:W18:B15 0 1"}`}, []string{`"move":"18x11"`}},
		{request{path: "v1/move", body: `{"fen":"[FEN \"W:W18:B15\"]"}`}, []string{`"move":"18x11"`}},
		{request{path: "v1/analyse", body: `{"depth":3,"lines":2}`}, []string{"event: line\ndata: {\"event\":\"line\",\"rank\":1,\"depth\":", `"rank":2`, "event: done\ndata: {\"event\":\"done\"", `"ended":"limit"`}},
		{request{path: "v1/analyse", body: `{"fen":"B:WK29:BK1,K2"}`}, []string{`"ended":"proven"`}},
		{request{path: "v1/analyse", body: `{"depth":3,"searchmoves":["9-14"]}`}, []string{`"move":{"move":"9-14"`}},
		{request{method: "GET", path: "v1/analyse?fen=B:W21-32:B1-12&depth=3&lines=2"}, []string{`"rank":2`, "event: done\n"}},
		{request{path: "v1/move", body: `{"depth":3,"searchmoves":["12-16"]}`}, []string{`"move":{"move":"12-16"`}},
		{request{path: "v1/probes", body: `{"positions":[{"fen":"B:WK29:BK1,K2"},{},{"fen":"W:W18:B15,6"}]}`}, []string{`{"positions":[{"fen":"B:WK29:BK1,K2"`, `"dtw":11`, `"pieces":24`, `"pieces":3`}},
		{request{path: "v1/book", body: `{"moves":["11-15"]}`}, []string{`"turn":"white"`, `"moves":[{"move":"`, `"score_cp":`, `"visits":`}},
		{request{path: "v1/book", body: `{"moves":["11-15","23-19"]}`}, []string{`"opening":"`}},
		{request{method: "GET", path: "v1/book?fen=W:W5:BK1"}, []string{`"pieces":2,"moves":[]`}},
		{request{path: "v1/judge", body: `{"pdn":"1. 11-15 24-20 2. 15-19 *","nodes_a_position":200}`}, []string{`"games":[{`, `"mark"`, `"move":"15-19"`, `"ended":"done"`}},
		{request{path: "v1/judge", body: `{"pdn":"1. 11-15 24-20 2. 15-19 *","nodes_a_position":500000,"time_ms":1}`}, []string{`"move":"15-19","mark":"unjudged"`, `"ended":"limit"`}},
		{request{path: "v1/judge", body: `{"pdn":"1. 11-15 hm1 24-20 2. 15-19 5-1 *","nodes_a_position":200}`}, []string{`"move":"15-19"`, `"ended":"done"`, `body.pdn:1: game 1: error: \"hm1\" is neither`, "move 5-1 is illegal"}},
		{request{path: "v1/move", body: `{"fen":null,"nodes":100,"depth":null}`}, []string{`"turn":"black","pieces":24`}},
		{request{path: "v1/diagram", body: `{"moves":["11-15"],"arrows":["23-19"],"size":100}`}, []string{"<svg", `width="100"`}},
		{request{method: "GET", path: "v1/diagram?fen=W:W18:B15&format=png"}, []string{"PNG"}},
		{request{method: "GET", path: "healthz"}, []string{`"status":"ok"`, `"engines":2`}},
		{request{method: "GET", path: "docs"}, []string{"POST /v1/analyse", "movetime_ms"}},
		{request{method: "GET", path: "metrics"}, []string{`zonda_api_engines_busy 0`}},
	} {
		text, status, _ := send(t, address, c.request)
		require.Equal(t, 200, status, "%s %s: %s", c.path, c.body, text)
		for _, want := range c.want {
			require.Contains(t, text, want, "%s %s", c.path, c.body)
		}
	}
	text, _, _ := send(t, address, request{method: "GET", path: "metrics"})
	require.Contains(t, text, `zonda_api_requests_total{operation="/v1/probe",status="200"} 5`)
}

// TestErrors sends what is wrong: each error names the field, and each is a problem of RFC 9457.
func TestErrors(t *testing.T) {
	t.Parallel()
	address := serve(t, func(o *api.Options) { o.MaxBody = 2000 })
	for _, c := range []struct {
		request
		status int
		want   string
	}{
		{request{path: "v1/move", body: `{`}, 400, `"detail":"body: unexpected end of JSON input"`},
		{request{path: "v1/move", body: ` `}, 400, "the body is empty"},
		{request{path: "v1/move", body: `[]`}, 422, "object"},
		{request{path: "v1/move", body: `{"FEN":"B:W32:B1"}`}, 422, `"detail":"body.FEN: unexpected property"`},
		{request{path: "v1/move", body: `{"` + strings.Repeat(`":1,"x`, 99) + `":1}`}, 422, "unexpected property"},
		{request{path: "v1/move", body: `{"fen":"B:W33:B1"}`}, 422, "body.fen"},
		{request{path: "v1/move", body: `{"fen":""}`}, 422, "body.fen"},
		{request{path: "v1/move", body: `{"fen":"W:W18:B15","nodes":1.5}`}, 422, "body.nodes: expected integer"},
		{request{path: "v1/move", body: `{"fen":"W:W18:B15","nodes":1e300}`}, 422, "body.nodes"},
		{request{path: "v1/move", body: `{"fen":"W:W18:B15","nodes":1000.00000000000000000001}`}, 422, `"detail":"body: field nodes cannot be a number 1000.00000000000000000001"`},
		{request{path: "v1/move", body: `{"nodes": 1e400,"fen":"W:W18:B15"}`}, 400, `"detail":"body: field nodes cannot be a number 1e400"`},
		{request{path: "v1/move", body: `{"nodes":""}`}, 422, `"detail":"body.nodes: expected integer"`},
		{request{path: "v1/move", body: `{"moves":[null]}`}, 422, `"detail":"body.moves[0]: expected string"`},
		{request{path: "v1/move", body: `{"fen":"` + strings.Repeat("x", 500) + `"}`}, 422, `xxx...`},
		{request{path: "v1/move", body: `{"moves":["11-15","1-2"]}`}, 422, `"location":"body.moves","value":"1-2"`},
		{request{path: "v1/move", body: `{"fen":"W:W5:B1"}`}, 422, "the game is over: Black wins"},
		{request{path: "v1/move", body: `{"movetime_ms":10001}`}, 422, "body.movetime_ms"},
		{request{path: "v1/move", body: `{"movetime_ms":0}`}, 422, "body.movetime_ms"},
		{request{path: "v1/move", body: `{"nodes":-1}`}, 422, "body.nodes"},
		{request{path: "v1/move", body: `{"depth":1000}`}, 422, `"detail":"body.depth: expected number <= 120"`},
		{request{path: "v1/move", body: `{"level":11}`}, 422, "body.level"},
		{request{path: "v1/analyse", body: `{"lines":11}`}, 422, "body.lines"},
		{request{path: "v1/analyse", body: `{"searchmoves":["1-32"]}`}, 422, `"location":"body.searchmoves","value":"1-32"`},
		{request{path: "v1/move", body: `{"searchmoves":["9-13"],"level":1}`}, 422, "a level chooses among all moves"},
		{request{method: "GET", path: "v1/analyse?fen=B:W32:B1&lines=11"}, 422, "query.lines"},
		{request{method: "GET", path: "v1/analyse?fen=x"}, 422, "query.fen"},
		{request{method: "GET", path: "v1/analyse"}, 422, "query.fen"},
		{request{path: "v1/probes", body: `{"positions":[{},{"moves":["1-2"]}]}`}, 422, `"location":"body.positions[1].moves","value":"1-2"`},
		{request{path: "v1/probes", body: `{"positions":[]}`}, 422, "body.positions"},
		{request{path: "v1/book", body: `{"fen":"x"}`}, 422, "body.fen"},
		{request{path: "v1/analyse", body: `{"moves":["1-1"]}`}, 422, "body.moves"},
		{request{path: "v1/judge", body: `{"pdn":"1. 11-19 *"}`}, 422, "body.pdn"},
		{request{path: "v1/judge", body: `{"pdn":"1. 11-15 * 1. 11-15 *"}`}, 422, "more than one game"},
		{request{path: "v1/judge", body: `{"pdn":"*"}`}, 422, "body.pdn"},
		{request{path: "v1/judge", body: `{"pdn":"1. e4 e5 *"}`}, 422, "body.pdn"},
		{request{path: "v1/judge", body: `{"pdn":"1. 11-15 *","time_ms":60001}`}, 422, "body.time_ms"},
		{request{path: "v1/diagram", body: `{"arrows":["1"]}`}, 422, "body.arrows"},
		{request{path: "v1/diagram", body: `{"theme":"x"}`}, 422, "body.theme"},
		{request{method: "GET", path: "v1/diagram?fen=x"}, 422, "query.fen"},
		{request{method: "GET", path: "v1/probe"}, 422, "query.fen"},
		{request{method: "GET", path: "v1/probe?fen=B:W32:B1&x=1"}, 422, "query.x"},
		{request{path: "v1/move", body: `{"fen":"` + strings.Repeat("x", 3000) + `"}`}, 413, "larger than 2000 bytes"},
		{request{path: "v1/move", body: `{}`, kind: "text/plain"}, 415, "Content-Type"},
		{request{path: "v1/move", body: `{}`, kind: "none"}, 415, "Content-Type"},
		{request{method: "GET", path: "v1/move"}, 405, "GET is not for /v1/move, but POST"},
		{request{method: "GET", path: "v1/nothing"}, 404, "/v1/nothing is nothing here"},
		{request{path: "v1/move", body: `{}`, origin: "http://evil.example"}, 403, "another server"},
		{request{path: "v1/move", body: `{}`, host: "evil.example"}, 421, "that host"},
	} {
		text, status, header := send(t, address, c.request)
		require.Equal(t, c.status, status, "%s %s: %s", c.path, c.body, text)
		require.Contains(t, text, c.want, "%s %s", c.path, c.body)
		require.Equal(t, "application/problem+json", header.Get("Content-Type"), "%s %s", c.path, c.body)
		require.Less(t, len(text), 1500, "%s", text)
	}
}

func TestToken(t *testing.T) {
	t.Parallel()
	address := serve(t, func(o *api.Options) { o.Token, o.Origins = "secret", []string{"https://club.example"} })
	for _, c := range []struct {
		request
		status int
	}{
		{request{path: "v1/probe", body: `{}`}, 401},
		{request{path: "v1/probe?token=secret", body: `{}`}, 401},
		{request{path: "v1/probe", body: `{}`, token: "Bearer wrong"}, 401},
		{request{path: "v1/probe", body: `{}`, token: "Basic secret"}, 401},
		{request{path: "v1/probe", body: `{}`, token: "Bearer secret"}, 200},
		{request{method: "GET", path: "healthz"}, 200},
		{request{method: "GET", path: "favicon.ico"}, 404},
		{request{method: "GET", path: "docs/"}, 200},
		{request{method: "GET", path: "openapi.json"}, 200},
		{request{method: "GET", path: "docs"}, 200},
		{request{method: "GET", path: "metrics"}, 401},
		{request{method: "OPTIONS", path: "v1/probe", origin: "https://club.example"}, 204},
		{request{path: "v1/probe", body: `{}`, token: "Bearer secret", origin: "https://club.example"}, 200},
		{request{path: "v1/probe", body: `{}`, token: "Bearer secret", origin: "https://other.example"}, 403},
	} {
		text, status, _ := send(t, address, c.request)
		require.Equal(t, c.status, status, "%+v: %s", c.request, text)
	}
	text, _, _ := send(t, address, request{path: "v1/probe?token=secret", body: `{}`})
	require.Contains(t, text, "does not belong into the address")
	_, err := api.Listen(t.Context(), api.Options{Listen: "0.0.0.0:0", Engines: 1, Hash: 1})
	require.ErrorContains(t, err, "give --token")
	_, err = api.Listen(t.Context(), api.Options{Listen: "127.0.0.1:0", Origins: []string{"https://club.example/"}})
	require.ErrorContains(t, err, "a slash at the end")
}

// TestEqualRequests sends a request to different engines, which have searched other positions before.
func TestEqualRequests(t *testing.T) {
	t.Parallel()
	address := serve(t)
	var first string
	for range 3 {
		_, status, _ := send(t, address, request{path: "v1/move", body: `{"moves":["9-13"],"nodes":3000,"level":3}`})
		require.Equal(t, 200, status)
		text, _, _ := send(t, address, request{path: "v1/move", body: `{"moves":["11-15"],"nodes":10000}`})
		var played api.Played
		require.NoError(t, json.Unmarshal([]byte(text), &played))
		played.Line.TimeMS, played.Line.NPS = 0, 0
		now := fmt.Sprintf("%+v %d", played, *played.Line.ScoreCP)
		now = now[:strings.Index(now, "ScoreCP:")] + now[strings.Index(now, "Value:"):] // but for a pointer
		if first == "" {
			first = now
		}
		require.Equal(t, first, now)
	}
}

// TestNodesOfTheServer: a request without a number of nodes gets no more than the server allows.
func TestNodesOfTheServer(t *testing.T) {
	t.Parallel()
	const maximum = 20_000
	address := serve(t, func(o *api.Options) { o.MaxNodes = maximum })
	text, status, _ := send(t, address, request{path: "v1/move", body: `{"movetime_ms":10000}`})
	require.Equal(t, 200, status, text)
	var played api.Played
	require.NoError(t, json.Unmarshal([]byte(text), &played))
	require.LessOrEqual(t, played.Line.Nodes, uint64(maximum))
	text, status, _ = send(t, address, request{path: "v1/judge", body: `{"pdn":"1. 11-15 24-20 *"}`})
	require.Equal(t, 200, status, text)
	require.Contains(t, text, `"nodes":200`)
}

// open begins an analysis and returns its stream after the first event.
func open(t *testing.T, address string, body string, token ...string) (io.ReadCloser, int) {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+"v1/analyse", strings.NewReader(body))
	require.NoError(t, err)
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Authorization", strings.Join(token, ""))
	answer, err := http.DefaultClient.Do(q)
	require.NoError(t, err)
	if answer.StatusCode == 200 {
		some := make([]byte, 16)
		_, err = answer.Body.Read(some)
		require.NoError(t, err)
	}
	return answer.Body, answer.StatusCode
}

func health(t *testing.T, address string) (h api.Health) {
	t.Helper()
	text, _, _ := send(t, address, request{method: "GET", path: "healthz"})
	require.NoError(t, json.Unmarshal([]byte(text), &h))
	return h
}

// The API says that it is well, and nothing is well where no API is.
func TestAskHealth(t *testing.T) {
	t.Parallel()
	address, end := serving(t)
	listen := strings.TrimSuffix(strings.TrimPrefix(address, "http://"), "/")
	answer, err := api.AskHealth(t.Context(), listen)
	require.NoError(t, err)
	require.Contains(t, answer, `"status":"ok"`)
	_, port, err := net.SplitHostPort(listen)
	require.NoError(t, err)
	_, err = api.AskHealth(t.Context(), "0.0.0.0:"+port)
	require.NoError(t, err)
	end()
	_, err = api.AskHealth(t.Context(), listen)
	require.ErrorContains(t, err, "connection refused")
	_, err = api.AskHealth(t.Context(), "nowhere")
	require.ErrorContains(t, err, "missing port")
}

const long = `{"movetime_ms":10000}`

// TestQueue fills the engines and the queue: the next request is told when to come again, and a client that has disconnected gives its place to
// another.
func TestQueue(t *testing.T) {
	t.Parallel()
	address := serve(t, func(o *api.Options) { o.Engines, o.Queue, o.PerClient = 1, 2, 3 })
	var streams []io.ReadCloser
	for range 3 {
		stream, status := open(t, address, long)
		require.Equal(t, 200, status)
		streams = append(streams, stream)
	}
	require.Equal(t, 2, health(t, address).Waiting)
	text, status, header := send(t, address, request{path: "v1/move", body: `{}`})
	require.Equal(t, 429, status, text)
	require.NotEmpty(t, header.Get("Retry-After"))
	_, status, _ = send(t, address, request{path: "v1/probe", body: `{}`})
	require.Equal(t, 200, status, "the databases need no engine")
	for _, stream := range streams {
		require.NoError(t, stream.Close())
	}
	require.Eventually(t, func() bool { h := health(t, address); return h.Busy == 0 && h.Waiting == 0 }, 5*time.Second, 5*time.Millisecond)
	text, status, _ = send(t, address, request{path: "v1/move", body: `{"nodes":100}`})
	require.Equal(t, 200, status, text)

	full := serve(t, func(o *api.Options) { o.Engines, o.Queue = 1, 0 })
	stream, _ := open(t, full, long)
	defer stream.Close()
	text, status, header = send(t, full, request{path: "v1/move", body: `{}`})
	require.Equal(t, 503, status, text)
	require.NotEmpty(t, header.Get("Retry-After"))
}

// TestEnd ends the server while an analysis runs and another one waits: both are told.
func TestEnd(t *testing.T) {
	t.Parallel()
	address, end := serving(t, func(o *api.Options) { o.Engines = 1 })
	first, _ := open(t, address, long)
	second, _ := open(t, address, long)
	require.Eventually(t, func() bool { return health(t, address).Waiting == 1 }, 5*time.Second, 5*time.Millisecond)
	ended := make(chan struct{})
	go func() { end(); close(ended) }()
	for _, stream := range []io.ReadCloser{first, second} {
		text, err := io.ReadAll(stream)
		require.NoError(t, err)
		require.Contains(t, string(text), `"ended":"shutdown"`)
	}
	<-ended
	_, err := http.Get(address + "healthz")
	require.Error(t, err)
}

// TestSlowBody sends half of a body.
func TestSlowBody(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes five seconds")
	}
	address := serve(t)
	conn, err := net.Dial("tcp", strings.TrimSuffix(strings.TrimPrefix(address, "http://"), "/"))
	require.NoError(t, err)
	defer conn.Close()
	fmt.Fprintf(conn, "POST /v1/move HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", conn.RemoteAddr())
	answer, err := io.ReadAll(conn)
	require.NoError(t, errors.Join(err))
	require.Contains(t, string(answer), "408 Request Timeout")
}

// The log names the client for whom a trusted proxy asks, and the connection.
func TestLogBehindAProxy(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "log")
	log, err := logfile.Open(name)
	require.NoError(t, err)
	address := serve(t, func(o *api.Options) { o.Proxies, o.Log = []string{"127.0.0.1"}, log })
	q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+"healthz", nil)
	require.NoError(t, err)
	q.Header.Set("X-Forwarded-For", "203.0.113.1")
	answer, err := http.DefaultClient.Do(q)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Eventually(t, func() bool {
		text, err := os.ReadFile(name)
		return err == nil && strings.Contains(string(text), `"client":"203.0.113.1","connection":"127.0.0.1:`)
	}, 10*time.Second, 10*time.Millisecond)
}

// With a token all pages may be let in.
func TestAnyOrigin(t *testing.T) {
	t.Parallel()
	address := serve(t, func(o *api.Options) { o.Token, o.Origins = "secret", []string{"*"} })
	for _, c := range []struct {
		request
		status int
	}{
		{request{path: "v1/probe", body: `{}`, token: "Bearer secret", origin: "https://any.example"}, 200},
		{request{path: "v1/probe", body: `{}`, origin: "https://any.example"}, 401},
		{request{method: "OPTIONS", path: "v1/probe", origin: "https://any.example"}, 204},
	} {
		text, status, header := send(t, address, c.request)
		require.Equal(t, c.status, status, text)
		require.Equal(t, "*", header.Get("Access-Control-Allow-Origin"))
	}
	_, err := api.Listen(t.Context(), api.Options{Listen: "127.0.0.1:0", Origins: []string{"*"}})
	require.ErrorContains(t, err, "lets all pages ask: give --token")
}

// An EventSource that asks again after the last event is told that there is no more.
func TestEventSource(t *testing.T) {
	t.Parallel()
	address := serve(t)
	ask := func(last string) (int, string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+"v1/analyse?fen=B:WK29:BK1,K2", http.NoBody)
		require.NoError(t, err)
		if last != "" {
			r.Header.Set("Last-Event-ID", last)
		}
		answer, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		return answer.StatusCode, string(text)
	}
	status, text := ask("")
	require.Equal(t, 200, status)
	require.Contains(t, text, "\nid: done\n")
	status, text = ask("done")
	require.Equal(t, http.StatusNoContent, status)
	require.Empty(t, text)
	status, _ = ask("other")
	require.Equal(t, 200, status)
}

// Long answers are packed for those who take that, streams are not.
func TestPacked(t *testing.T) {
	t.Parallel()
	address := serve(t)
	for path, want := range map[string]string{"openapi.json": "gzip", "docs": "gzip", "healthz": "", "v1/analyse?fen=B:W21-32:B1-12&depth=9": ""} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+path, http.NoBody)
		require.NoError(t, err)
		r.Header.Set("Accept-Encoding", "gzip")
		answer, err := http.DefaultTransport.RoundTrip(r) // which leaves it packed, because the header is the caller's
		require.NoError(t, err)
		_, err = io.Copy(io.Discard, answer.Body)
		require.NoError(t, errors.Join(err, answer.Body.Close()))
		require.Equal(t, want, answer.Header.Get("Content-Encoding"), path)
	}
}
