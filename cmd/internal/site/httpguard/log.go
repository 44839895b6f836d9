package httpguard

import (
	"log"
	"net/http"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/internal/logfile"
)

// logged answers requests as next does and writes a line for each: method, path, status, milliseconds and the client's address; of a
// client behind a proxy, see NameClient, the address of the connection too. What follows the path is left out, since it may hold a token.
func logged(next http.Handler, to logfile.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, answer := time.Now(), &Watched{ResponseWriter: w, Status: http.StatusOK}
		defer func() { // also after a panic
			fields := []any{"method", r.Method, "path", r.URL.Path, "status", answer.Status, "ms", time.Since(began).Milliseconds()}
			if answer.client != "" {
				fields = append(fields, "client", answer.client, "connection", r.RemoteAddr)
			} else {
				fields = append(fields, "client", r.RemoteAddr)
			}
			to.Info("request", fields...)
		}()
		next.ServeHTTP(answer, r)
	})
}

// Watched keeps the status of an answer.
type Watched struct {
	http.ResponseWriter
	Status int
	client string
}

// NameClient tells the log of an answer for whom a proxy asks.
func NameClient(w http.ResponseWriter, client string) {
	for {
		if watched, ok := w.(*Watched); ok {
			watched.client = client
		}
		wrapped, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return
		}
		w = wrapped.Unwrap()
	}
}

// WriteHeader is a part of http.ResponseWriter.
func (w *Watched) WriteHeader(status int) {
	w.Status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController find what is below.
func (w *Watched) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// failures is where a server writes what goes wrong beside the answers, such as a panic.
type failures struct{ to logfile.Logger }

// Write is a part of io.Writer.
func (f failures) Write(text []byte) (int, error) {
	f.to.Error("server", "text", strings.TrimSpace(string(text)))
	return len(text), nil
}

// errorLog returns the logger of package net/http that writes to a log.
func errorLog(to logfile.Logger) *log.Logger { return log.New(failures{to}, "", 0) }
