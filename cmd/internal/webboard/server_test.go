package webboard

import (
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"
)

// started returns a server that runs until the end of the test.
func started(t *testing.T, o Options) *Server {
	t.Helper()
	if o.Listen == "" {
		o.Listen = "127.0.0.1:0"
	}
	if o.Folder == "" {
		o.Folder = t.TempDir()
	}
	ctx, cancel := context.WithCancel(context.Background())
	s, err := Listen(ctx, o)
	require.NoError(t, err)
	if inPage != "" {
		pages, err := os.OpenRoot(inPage)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, pages.Close()) })
		s.policy, s.routes = staticPolicy, staticFiles(pages)
	}
	if o.Kept == "" {
		require.NoError(t, s.kept.put("settings", []byte("{}")), "the user is not new")
	}
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-done)
	})
	return s
}

func get(t *testing.T, url string, change func(*http.Request)) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	require.NoError(t, err)
	if change != nil {
		change(r)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(r)
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(text)
}

func TestGuard(t *testing.T) {
	s := started(t, Options{})
	code, text := get(t, s.Address(), nil)
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, text, "app.js")
	code, _ = get(t, s.Address(), func(r *http.Request) { r.Host = "evil.example" })
	require.Equal(t, http.StatusMisdirectedRequest, code)
	for _, header := range []string{"http://evil.example", "null", "http://127.0.0.1:1"} {
		code, _ = get(t, s.Address()+"socket", func(r *http.Request) { r.Header.Set("Origin", header) })
		require.Equal(t, http.StatusForbidden, code, header)
	}
	code, _ = get(t, s.Address()+"go.mod", nil)
	require.Equal(t, http.StatusNotFound, code)
}

// The server draws the position that a page shows, and says what is wrong with one that cannot be.
func TestDiagram(t *testing.T) {
	address := started(t, Options{}).Address() + "diagram"
	code, text := get(t, address+".svg?fen=B:W32:B1&numbers=inside", nil)
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, text, ">32</text>")
	code, turned := get(t, address+".svg?fen=B:W32:B1&numbers=none&flip", nil)
	require.Equal(t, http.StatusOK, code)
	require.NotContains(t, turned, "</text>")
	code, text = get(t, address+".svg?fen=B:W32:BK1&numbers=inside&theme=slate&red&arrow=1-6&chalk=32-28&chalk=32", nil)
	require.Equal(t, http.StatusOK, code)
	for _, colour := range []string{"#5b7082", "#8f261d", "#123f78", "#45423c"} {
		require.Contains(t, text, colour)
	}
	code, text = get(t, address+".png?fen=B:W32:B1&numbers=none&chalk=32-28&chalk=32&arrow=1-6", nil)
	require.Equal(t, http.StatusOK, code)
	picture, err := png.Decode(strings.NewReader(text))
	require.NoError(t, err)
	require.Equal(t, pictureWidth, picture.Bounds().Dx())
	for query, message := range map[string]string{
		"fen=B:W1:B5&numbers=inside":                                          "White has a man on 1",
		"fen=B:W5:B5&numbers=inside":                                          "square 5 has two pieces",
		"numbers=inside":                                                      `FEN ""`,
		"fen=B:W32:B1&numbers=none&theme=x":                                   `theme "x" is none of tournament, walnut, slate`,
		"fen=B:W32:B1&numbers=none&arrow=1":                                   "want two squares or more",
		"fen=B:W32:B1&numbers=none&chalk=33":                                  `"33" is not a square`,
		"fen=B:W32:B1&numbers=none" + strings.Repeat("&chalk=1", mostMarks+1): "65 arrows and rings are more than 64",
		"fen=B:W32:B1&numbers=%3Cb>":                                          `numbers "<b>"`,
	} {
		code, text = get(t, address+".png?"+query, nil)
		require.Equal(t, http.StatusUnprocessableEntity, code)
		require.Contains(t, text, message)
	}
	code, _ = get(t, address+".svg?fen=B:W32:B1&numbers=none", func(r *http.Request) { r.Host = "evil.example" })
	require.Equal(t, http.StatusMisdirectedRequest, code)
}

// The server makes a page of the games that it is sent, which a browser keeps as a file and does not open in its place.
func TestGamesAsAPage(t *testing.T) {
	address := started(t, Options{}).Address() + "page"
	post := func(text string) (int, string, http.Header) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(text))
		require.NoError(t, err)
		response, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer response.Body.Close()
		data, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		return response.StatusCode, string(data), response.Header
	}
	code, text, header := post("[Black \"<b>A\"]\n1. 11-15 $201 {a <i>comment</i>} *\n")
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, header.Get("Content-Disposition"), "attachment")
	require.Contains(t, text, "<title>&lt;b&gt;A – White</title>")
	require.Contains(t, text, "a &lt;i&gt;comment&lt;/i&gt;")
	require.Contains(t, text, `class="figure"`)
	code, text, _ = post("")
	require.Equal(t, http.StatusUnprocessableEntity, code)
	require.NotContains(t, text, "<html")
}

func TestToken(t *testing.T) {
	_, err := Listen(t.Context(), Options{Listen: "0.0.0.0:0", Folder: t.TempDir()})
	require.ErrorContains(t, err, "give --token")
	s := started(t, Options{Token: "se cret"})
	code, _ := get(t, s.Address(), nil)
	require.Equal(t, http.StatusUnauthorized, code)
	code, _ = get(t, s.Address()+"?token=wrong", nil)
	require.Equal(t, http.StatusUnauthorized, code)
	code, _ = get(t, s.AddressWithToken(), nil)
	require.Equal(t, http.StatusSeeOther, code)
	code, _ = get(t, s.Address(), func(r *http.Request) { r.AddCookie(&http.Cookie{Name: tokenName, Value: escapedToken("se cret")}) })
	require.Equal(t, http.StatusOK, code)
}

// dial opens a page's socket.
func dial(t *testing.T, s *Server) *websocket.Conn {
	t.Helper()
	conn, response, err := websocket.Dial(t.Context(), strings.Replace(s.Address(), "http", "ws", 1)+"socket", nil)
	require.NoError(t, err)
	if response.Body != nil {
		require.NoError(t, response.Body.Close())
	}
	conn.SetReadLimit(1 << 20)
	t.Cleanup(func() { _ = conn.CloseNow() })
	return conn
}

// asked sends a request and returns the body of its reply, or its error.
func asked(t *testing.T, conn *websocket.Conn, message string) (body json.RawMessage, failed string) {
	t.Helper()
	require.NoError(t, conn.Write(t.Context(), websocket.MessageText, []byte(message)))
	for {
		_, data, err := conn.Read(t.Context())
		require.NoError(t, err)
		var reply struct {
			Event string          `json:"event"`
			Body  json.RawMessage `json:"body"`
			Error string          `json:"error"`
		}
		require.NoError(t, json.Unmarshal(data, &reply))
		if reply.Event == "" {
			return reply.Body, reply.Error
		}
	}
}

// The limit of pages holds, and a place that is given back is taken again.
func TestPlaces(t *testing.T) {
	s := started(t, Options{Pages: 1})
	first := dial(t, s)
	code, text := get(t, s.Address()+"socket", nil)
	require.Equal(t, http.StatusServiceUnavailable, code)
	require.Contains(t, text, "close a page first")
	require.NoError(t, first.CloseNow())
	_, failed := asked(t, dial(t, s), `{"id":1,"kind":"hello"}`)
	require.Empty(t, failed)
}

func TestCollection(t *testing.T) {
	var text strings.Builder
	for i := range 300 {
		fmt.Fprintf(&text, "[Event \"<b>%d</b>\"]\n[Black \"A%d\"]\n[White \"B\"]\n[Result \"1-0\"]\n1. 11-15 23-19 2. 8-11 22-17 *\n\n", i, i)
	}
	c, err := newCollection("x.pdn", []byte(text.String()))
	require.NoError(t, err)
	require.Equal(t, 300, c.Games)
	g, _, err := c.read(123)
	require.NoError(t, err)
	require.Equal(t, "A122", g.Tags.Get("Black"))
	l := &library{room: libraryBytes}
	l.add(c)
	page, err := (&visit{server: &Server{library: l}}).games(t.Context(), nil, GamesRequest{
		Collection: c.ID, Text: "a12 11-15 23-19", Position: "W:W21-32:B1-10,12,15", Count: 5})
	require.NoError(t, err)
	require.Equal(t, 11, page.Found) // A12 and A120 to A129
	require.Len(t, page.Games, 5)
	named, err := newCollection("x.pdn", []byte("1. 11-16 21-17 2. 9-14 25-21 *\n\n[Opening \"My line\"]\n1. 9-14 22-17 2. 11-16 25-22 8-11 *\n\n1. 9-14 *\n"))
	require.NoError(t, err)
	l.add(named)
	page, err = (&visit{server: &Server{library: l}}).games(t.Context(), nil, GamesRequest{Collection: named.ID, Text: " pioneer", Field: "opening", Count: 5})
	require.NoError(t, err)
	require.Equal(t, 2, page.Found, "by another order of moves, and by the name that the tag does not have")
	require.Equal(t, []string{"Pioneer", "My line", "Double Corner"}, []string{page.Games[0].Opening, page.Games[1].Opening, named.games[2].head.Opening})
	_, err = newCollection("x.pdn", nil)
	require.Error(t, err)
	_, err = newCollection("x.pdn", []byte("good morning"))
	require.ErrorContains(t, err, "x.pdn: no game in it: line 1: ")
	c, err = newCollection("x.pdn", []byte("1. 11-15 *\n\n[GameType \"25\"]\n[Result \"2-0\"]\n1. c3-d4 f6-g5 2-0\n"))
	require.NoError(t, err)
	require.Equal(t, "Russian draughts, not English draughts", c.games[1].head.Moves)
	require.Equal(t, "*", c.games[1].head.Result)
	_, _, err = c.read(2)
	require.ErrorContains(t, err, "Russian draughts")
}

// What is wrong with a game and what is in doubt is told with the game, by the lines of its file.
func TestProblemsOfGame(t *testing.T) {
	c, err := newCollection("x.pdn", []byte("1. 11-15 *\n\n1. 11-15\n(1. 1-32)\n23-19 hm *\n"))
	require.NoError(t, err)
	l := &library{room: libraryBytes}
	l.add(c)
	found, err := (&visit{server: &Server{library: l}}).game(t.Context(), nil, GameRequest{c.ID, 2})
	require.NoError(t, err)
	require.Len(t, found.Problems, 2)
	require.Contains(t, found.Problems[0], `line 5: "hm" is neither a move nor a comment`)
	require.Contains(t, found.Problems[1], "line 4: ")
	require.Contains(t, found.Problems[1], "the variation is kept as a comment")
}

// TestAnswersWhileSearching: a request does not wait for the search of the engine, which has no end.
func TestAnswersWhileSearching(t *testing.T) {
	conn := dial(t, started(t, Options{}))
	_, failed := asked(t, conn, `{"id":1,"kind":"analyze","body":{"search":1,"multiPV":3}}`)
	require.Empty(t, failed)
	const requests = 20
	for range requests {
		_, failed = asked(t, conn, `{"id":2,"kind":"position","body":{"moves":["11-15"]}}`)
		require.Empty(t, failed)
	}
}

// A move is right if it keeps the value, whichever move of the problem is named as the key move.
func TestTry(t *testing.T) {
	conn := dial(t, started(t, Options{}))
	type judgement struct {
		Right, Solved, Forced bool
		Why, Value, Reply     string
	}
	try := func(fen, result, keys, avoid, moves, move string, expect float64) (j judgement) {
		body, failed := asked(t, conn, fmt.Sprintf(`{"id":1,"kind":"try","body":{"problem":{"fen":%q,"result":%q,"keys":[%s],"avoid":[%s],"expect":%v},"moves":[%s],"move":%q}}`,
			fen, result, keys, avoid, expect, moves, move))
		require.Empty(t, failed, move)
		require.NoError(t, json.Unmarshal(body, &j))
		return j
	}
	for _, c := range []struct {
		fen, result, keys, avoid, move, why, value string
		right                                      bool
	}{
		{"W:WK6,K9:BK15", "win", `"9-14"`, "", "9-14", isKey, "", true},
		{"W:WK6,K9:BK15", "win", `"9-14"`, "", "9-13", keeps, "win", true},
		{"W:WK6,K9:BK15", "win", `"9-14"`, "", "6-10", leadsTo, "loss", false},
		{"W:WK6,K9:BK15", "win", `"9-14"`, `"9-13"`, "9-13", toAvoid, "", false},
		{"W:WK6,K9:BK15", "win", "", "", "9-13", keeps, "win", true},
		{"W:WK6,K9:BK15", "unknown", `"9-14"`, "", "9-13", keeps, "win", true},
		{"W:WK6,K9:BK15", "unknown", `"9-14"`, "", "6-10", notKey, "", false},
		{"W:WK6,K9:BK15", "unknown", "", `"6-10"`, "9-13", isFree, "", true},
		{"W:WK11,K25,32:BK14,18,K19", "draw", `"32-27"`, "", "11-8", keeps, "draw", true},
		{"B:W30,K31,K32:BK20,21,K22,K23", "win", `"22-18"`, "", "23-26", notKey, "", false},
		{"W:WK2,16,22,K30:BK10,13,14,21", "win", `"30-25"`, "", "2-7", winFound, "", true},
		{"B:W32:B1", "loss", "", "", "1-5", keeps, "draw", true},
	} {
		j := try(c.fen, c.result, c.keys, c.avoid, "", c.move, 0)
		require.Equal(t, []any{c.right, c.why, c.value}, []any{j.Right, j.Why, j.Value}, c)
	}
	require.Equal(t, judgement{Right: true, Why: isKey, Reply: "10x3", Forced: true}, try("W:WK2,16,22,K30:BK10,13,14,21", "win", `"2-7"`, "", "", "2-7", 0))
	wrong := try("W:WK2,16,22,K30:BK10,13,14,21", "win", `"2-7"`, "", `"2-7","10x3"`, "30-25", 0)
	require.False(t, wrong.Right, "the second move is judged too: %v", wrong)
	require.Equal(t, judgement{Why: repeats}, try("W:WK6,K9:BK15", "win", "", "", `"9-13","15-18","13-9","18-15"`, "9-13", 0))
	const fault = "B:W26:BK17" // 17-22 throws the draw away
	require.Equal(t, judgement{Right: true, Why: seemsFine, Solved: true}, try(fault, "unknown", "", "", "", "17-13", 0.5))
	require.Equal(t, judgement{Why: unlikely}, try(fault, "unknown", "", "", "", "17-22", 0.5))
}

// TestSolution: the line of a solution wins a man or more, or ends the game, or has the most moves; every move of the solver is right.
func TestSolution(t *testing.T) {
	conn := dial(t, started(t, Options{}))
	body, failed := asked(t, conn, `{"id":1,"kind":"problems","body":{}}`)
	require.Empty(t, failed)
	var list ProblemList
	require.NoError(t, json.Unmarshal(body, &list))
	require.Equal(t, []string{"Fourth Position", "Payne 1756"}, []string{list.Problems[0].Name, list.Problems[0].Source})
	long(t)
	const every = 5
	for i := 0; i < len(list.Problems); i += every {
		p := list.Problems[i]
		q, err := json.Marshal(SolutionRequest{Problem: p, Moves: []string{}})
		require.NoError(t, err)
		body, failed := asked(t, conn, fmt.Sprintf(`{"id":1,"kind":"solution","body":%s}`, q))
		require.Empty(t, failed, p.ID)
		var s Solution
		require.NoError(t, json.Unmarshal(body, &s))
		t.Log(p.Name, "|", p.Source, p.Plies, s.Moves)
		require.Equal(t, 1, len(s.Moves)%2, p.ID)
		require.LessOrEqual(t, len(s.Moves), 2*mostSteps-1, p.ID)
		for i := 0; i < len(s.Moves); i += 2 {
			q, err := json.Marshal(Try{Problem: p, Moves: s.Moves[:i], Move: s.Moves[i]})
			require.NoError(t, err)
			body, failed := asked(t, conn, fmt.Sprintf(`{"id":1,"kind":"try","body":%s}`, q))
			require.Empty(t, failed, p.ID)
			require.Contains(t, string(body), `"right":true`, "%s %s", p.ID, s.Moves[i])
		}
	}
}
