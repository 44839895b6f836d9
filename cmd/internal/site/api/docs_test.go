package api_test

import (
	"encoding/json"
	"html"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/site/api"
)

// TestDocs: the page has every field of every schema of the document, and loads nothing.
func TestDocs(t *testing.T) {
	t.Parallel()
	address := serve(t)
	page, status, _ := send(t, address, request{method: "GET", path: "docs"})
	require.Equal(t, 200, status)
	root, _, _ := send(t, address, request{method: "GET"})
	require.Equal(t, page, root)
	text, _, _ := send(t, address, request{method: "GET", path: "openapi.json"})
	var document struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Description string }
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(text), &document))
	for name, schema := range document.Components.Schemas {
		if !strings.HasSuffix(name, "Request") && name != "Place" { // the objects of requests have no names on the page
			require.Contains(t, page, `id="`+name+`"`)
		}
		for field, f := range schema.Properties {
			require.Regexp(t, "<code>"+field+"</code><td>.*<td>"+regexp.QuoteMeta(html.EscapeString(f.Description)), page, name)
		}
	}
	for _, link := range regexp.MustCompile(`href="#(\w+)"`).FindAllStringSubmatch(page, -1) {
		require.Equal(t, 1, strings.Count(page, `id="`+link[1]+`"`), link[1])
	}
	require.NotRegexp(t, `<script|src=|href="http`, page)
	require.Contains(t, page, "curl -s "+strings.TrimSuffix(address, "/")+"/v1/probe")
}

// TestExamplesOfErrors: the page shows errors as clients get them.
func TestExamplesOfErrors(t *testing.T) {
	t.Parallel()
	address := serve(t, func(o *api.Options) { o.Token, o.Origins, o.Engines, o.Queue = "secret", nil, 1, 0 })
	const token = "Bearer secret"
	page, _, _ := send(t, address, request{method: "GET", path: "docs", token: token})
	page = html.UnescapeString(page)
	stream, status := open(t, address, long, token)
	require.Equal(t, 200, status)
	defer stream.Close()
	for status, q := range map[int]request{
		400: {path: "v1/move", body: " ", token: token},
		401: {path: "v1/move", body: "{}"},
		403: {path: "v1/move", body: "{}", token: token, origin: "http://evil.example"},
		413: {path: "v1/move", body: strings.Repeat(" ", 70_000), token: token},
		415: {path: "v1/move", body: "{}", kind: "text/plain", token: token},
		422: {path: "v1/move", body: `{"moves":["11-15","1-2"]}`, token: token},
		503: {path: "v1/move", body: "{}", token: token},
	} {
		text, got, header := send(t, address, q)
		require.Equal(t, status, got, text)
		shown := regexp.MustCompile(`(?s)<tr id="` + strconv.Itoa(status) + `">.*?\n`).FindString(page)
		require.Contains(t, shown, strings.TrimSpace(text))
		if after := header.Get("Retry-After"); after != "" {
			require.Contains(t, shown, "Retry-After: "+after)
		}
	}
}
