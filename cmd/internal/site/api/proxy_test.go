package api

import (
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

// Behind a proxy that is trusted, each address that the proxy names is a client of its own, and nobody can take another name.
func TestClientsBehindAProxy(t *testing.T) {
	t.Parallel()
	p, err := newProxies([]string{"10.0.0.0/8", "::1"})
	require.NoError(t, err)
	for _, row := range []struct {
		from, name, value, want string
	}{
		{"192.0.2.1:5", "", "", "192.0.2.1"},
		{"192.0.2.1:5", "X-Forwarded-For", "198.51.100.7", "192.0.2.1"}, // no proxy: a lie
		{"10.0.0.1:5", "", "", "10.0.0.1"},
		{"10.0.0.1:5", "X-Forwarded-For", "198.51.100.7", "198.51.100.7"},
		{"10.0.0.1:5", "X-Forwarded-For", "198.51.100.7:1234", "198.51.100.7"},
		{"10.0.0.1:5", "X-Forwarded-For", "203.0.113.9, 198.51.100.7, 10.2.3.4", "198.51.100.7"}, // two proxies
		{"10.0.0.1:5", "X-Forwarded-For", "nonsense", "10.0.0.1"},
		{"10.0.0.1:5", "Forwarded", "for=203.0.113.9, for=\"[2001:db8::7]:99\";proto=https", "2001:db8::7"},
		{"[::1]:5", "Forwarded", "for=198.51.100.7", "198.51.100.7"},
		{"10.0.0.1:5", "Forwarded", "for=_hidden", "10.0.0.1"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = row.from
		if row.name != "" {
			r.Header.Set(row.name, row.value)
		}
		require.Equal(t, row.want, p.of(r), "%+v", row)
	}
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr = "10.0.0.1:5"
	r.Header.Set("X-Forwarded-For", "198.51.100.7")
	r.Header.Set("Forwarded", "for=203.0.113.9")
	require.Equal(t, "10.0.0.1", p.of(r), "one of the headers is not the proxy's")
	for text, shown := range map[string]string{"x": "x", "": `""`, "10.0.0.1,": `""`} {
		_, err = newProxies([]string{text})
		require.ErrorContains(t, err, "--trust-proxy "+shown+" is neither an address nor a network")
	}
}
