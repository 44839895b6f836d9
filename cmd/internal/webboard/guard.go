package webboard

import (
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// tokenName is the name of the query's value and of the cookie that hold the token.
const tokenName = "token"

func escapedToken(token string) string { return url.QueryEscape(token) }

// policy lets a page load and reach nothing but this server, and no other page hold it in a frame.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guarded lets through only requests that the user's own page can have made: to this host, from this origin, with the
// token if there is one.
func (s *Server) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{
			"Content-Security-Policy":      policy,
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
		} {
			w.Header().Set(name, value)
		}
		switch {
		case !s.hostAllowed(r.Host):
			http.Error(w, "this server does not answer to that host", http.StatusMisdirectedRequest)
		case !sameOrigin(r):
			http.Error(w, "only the board's own page may ask this", http.StatusForbidden)
		case s.takesToken(w, r):
		case !s.knowsToken(r):
			http.Error(w, "the token is missing or wrong: open the address that zonda board has printed", http.StatusUnauthorized)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// hostAllowed reports whether a request's Host names this server. On the loopback other names are refused: a foreign
// page could have made its own name point here (DNS rebinding). Beyond the loopback the token protects the server.
func (s *Server) hostAllowed(host string) bool {
	if !s.loopback {
		return true
	}
	_, port, err := net.SplitHostPort(s.listener.Addr().String())
	if err != nil {
		return false
	}
	name, given, err := net.SplitHostPort(host)
	if err != nil {
		name, given = host, "80"
	}
	ip := net.ParseIP(strings.Trim(name, "[]"))
	return given == port && (strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback())
}

// sameOrigin reports whether a request does not come from a page of another origin. A browser names the origin of every
// WebSocket and of every request that sends something.
func sameOrigin(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" && r.Header.Get("Sec-Fetch-Mode") != "navigate" {
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	from, err := url.Parse(origin)
	return err == nil && strings.EqualFold(from.Host, r.Host)
}

// takesToken answers a request whose query has the right token: the browser keeps the token in a cookie and asks again
// without it, so that the token stays in no history.
func (s *Server) takesToken(w http.ResponseWriter, r *http.Request) bool {
	if s.options.Token == "" || r.Method != http.MethodGet || !s.isToken(r.URL.Query().Get(tokenName)) {
		return false
	}
	http.SetCookie(w, &http.Cookie{
		Name: tokenName, Value: escapedToken(s.options.Token), Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return true
}

func (s *Server) knowsToken(r *http.Request) bool {
	if s.options.Token == "" {
		return true
	}
	cookie, err := r.Cookie(tokenName)
	if err != nil {
		return false
	}
	value, err := url.QueryUnescape(cookie.Value)
	return err == nil && s.isToken(value)
}

func (s *Server) isToken(text string) bool {
	return subtle.ConstantTimeCompare([]byte(text), []byte(s.options.Token)) == 1
}
