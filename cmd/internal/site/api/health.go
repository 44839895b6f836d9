package api

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// healthTime is how long an API may take to say that it is well.
const healthTime = 5 * time.Second

// AskHealth asks the API that another process serves at an address, a host and a port, whether it takes searches. It returns what the API
// answers, and an error if that is no or nothing.
func AskHealth(ctx context.Context, listen string) (answer string, err error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "", err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost" // an API of all addresses answers there
	}
	ctx, cancel := context.WithTimeout(ctx, healthTime)
	defer cancel()
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+healthPath, nil)
	if err != nil {
		return "", err
	}
	r, err := http.DefaultClient.Do(q)
	if err != nil {
		return "", err
	}
	defer r.Body.Close()
	const maximum = 1 << 12 // bytes
	text, err := io.ReadAll(io.LimitReader(r.Body, maximum))
	answer = strings.TrimSpace(string(text))
	if err == nil && r.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", r.Status, answer)
	}
	return answer, err
}
