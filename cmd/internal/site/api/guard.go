package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/site/httpguard"
)

// anyOrigin stands for the web pages of all servers.
const anyOrigin = "*"

// policy lets a browser show /docs and nothing else.
const policy = "default-src 'none'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// What the guard says.
const (
	foreignHost = "this server does not answer to that host"
	foreignPage = "a page of another server may not ask: zonda api --allow-origin lets it"
	noToken     = "the token is missing or wrong: send the header Authorization: Bearer TOKEN"
	noJSON      = "the body must be JSON: send the header Content-Type: application/json"
	noBody      = "the body is empty: GET /docs shows what it holds"
)

var slowBody = fmt.Sprintf("the body did not come within %s", bodyTime)

func largeBody(maximum int64) string { return fmt.Sprintf("the body is larger than %d bytes", maximum) }

// guarded lets through only requests of those who may ask: to this host, with the token if there is one, and from no web page of
// another server that was not named.
func (s *Server) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		client := s.proxies.of(r)
		if len(s.options.Proxies) > 0 {
			httpguard.NameClient(w, client)
		}
		origin := r.Header.Get("Origin")
		anyone := slices.Contains(s.options.Origins, anyOrigin)
		named := origin != "" && (anyone || slices.Contains(s.options.Origins, origin))
		switch {
		case anyone:
			w.Header().Set("Access-Control-Allow-Origin", anyOrigin)
		case named:
			w.Header().Set("Access-Control-Allow-Origin", origin)
			w.Header().Add("Vary", "Origin")
		}
		switch {
		case !s.guard.HostAllowed(r.Host):
			fail(w, http.StatusMisdirectedRequest, foreignHost)
		case !named && !httpguard.SameOrigin(r):
			fail(w, http.StatusForbidden, foreignPage)
		case named && r.Method == http.MethodOptions:
			w.Header().Set("Access-Control-Allow-Methods", "GET, POST")
			w.Header().Set("Access-Control-Allow-Headers", "Authorization, Content-Type")
			w.WriteHeader(http.StatusNoContent)
		case !s.knowsToken(r):
			w.Header().Set("WWW-Authenticate", "Bearer")
			message := noToken
			if r.URL.Query().Has("token") {
				message = "the token does not belong into the address: send the header Authorization: Bearer TOKEN"
			}
			fail(w, http.StatusUnauthorized, message)
		default:
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), clientKey{}, client)))
		}
	})
}

// openPaths need no token: they say how the server is asked, and whether it lives. A browser asks for an icon by itself; there is none.
var openPaths = []string{"/", "/docs", "/docs/", "/favicon.ico", "/openapi.json", healthPath}

// knowsToken reports whether a request has the token, or needs none.
func (s *Server) knowsToken(r *http.Request) bool {
	if s.options.Token == "" || slices.Contains(openPaths, r.URL.Path) {
		return true
	}
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.EqualFold(scheme, "Bearer") && s.guard.IsToken(token)
}

// bodyTime is how long a body may take.
const bodyTime = 5 * time.Second

// received reads the bodies of requests: JSON of a limited size, which comes in time. The library reads them afterwards; a deadline of
// its own would end long answers, too.
func (s *Server) received(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			next.ServeHTTP(w, r)
			return
		}
		if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
			fail(w, http.StatusUnsupportedMediaType, noJSON)
			return
		}
		maximum := s.options.MaxBody
		if r.URL.Path == judgePath {
			maximum = max(maximum, maxGameBody)
		}
		connection := http.NewResponseController(w)
		_ = connection.SetReadDeadline(time.Now().Add(bodyTime))
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maximum))
		var over *http.MaxBytesError
		switch {
		case errors.As(err, &over):
			w.Header().Set("Connection", "close")
			fail(w, http.StatusRequestEntityTooLarge, largeBody(maximum))
			return
		case errors.Is(err, os.ErrDeadlineExceeded):
			w.Header().Set("Connection", "close")
			fail(w, http.StatusRequestTimeout, slowBody)
			return
		case err != nil:
			fail(w, http.StatusBadRequest, "the body did not arrive")
			return
		case len(bytes.TrimSpace(body)) == 0:
			fail(w, http.StatusBadRequest, noBody)
			return
		}
		_ = connection.SetReadDeadline(time.Time{})
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}
