package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// The library keeps these settings in variables.
func init() {
	huma.ValidateStrictCasing = true // otherwise FEN passes for fen
	huma.DefaultArrayNullable = false
	huma.NewError = newProblem
}

// What an error repeats of a request.
const (
	maxValueBytes = 200 // of a wrong value
	maxErrors     = 10
)

// unnamed is the sentence of the library for a request that does not fit its schema.
const unnamed = "validation failed"

// newProblem returns an error as RFC 9457 describes it. Its detail names the first field that was wrong, and says what was wrong with
// it. A value that was wrong is repeated, but no more than its beginning.
func newProblem(status int, message string, errs ...error) huma.StatusError {
	p := &huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: message}
	for _, err := range errs[:min(len(errs), maxErrors)] {
		if err != nil {
			p.Add(err)
		}
	}
	if message == unnamed && len(p.Errors) > 0 {
		p.Detail = p.Errors[0].Location + ": " + p.Errors[0].Message
	}
	for i, e := range p.Errors {
		if text, err := json.Marshal(e.Value); err != nil || len(text) > maxValueBytes {
			short := *e
			short.Value = strings.ToValidUTF8(string(text[:min(len(text), maxValueBytes)]), "") + "..."
			p.Errors[i] = &short
		}
	}
	return p
}

// wrong returns the error for a field that the engine does not take.
func wrong(location string, value any, err error) error {
	return newProblem(http.StatusUnprocessableEntity, err.Error(), &huma.ErrorDetail{Message: err.Error(), Location: location, Value: value})
}

// Seconds after which a client may ask again.
const (
	retryOwn  = "1"  // who has too many searches
	retryFull = "2"  // when the queue is full
	retryEnd  = "10" // when the server ends
)

// refused returns the error for a request that gets no engine.
func refused(err error) error {
	status, after := http.StatusServiceUnavailable, retryFull
	switch {
	case errors.Is(err, errBusy):
		status, after = http.StatusTooManyRequests, retryOwn
	case errors.Is(err, errShutdown):
		after = retryEnd
	}
	return huma.ErrorWithHeaders(newProblem(status, err.Error()), http.Header{"Retry-After": {after}})
}

// fail answers a request outside of the library.
func fail(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(newProblem(status, message)) // the client has disconnected
}

// plainErrors answers requests that fit no route as all others: package net/http would answer in plain text.
func plainErrors(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h, pattern := mux.Handler(r)
		if pattern != "" {
			mux.ServeHTTP(w, r)
			return
		}
		var answer discarded
		h.ServeHTTP(&answer, r)
		if answer.status == http.StatusMethodNotAllowed {
			w.Header().Set("Allow", answer.Header().Get("Allow"))
			fail(w, answer.status, r.Method+" is not for "+shortPath(r)+", but "+answer.Header().Get("Allow"))
			return
		}
		fail(w, http.StatusNotFound, shortPath(r)+" is nothing here: GET /docs lists what is")
	})
}

func shortPath(r *http.Request) string {
	return strings.ToValidUTF8(r.URL.Path[:min(len(r.URL.Path), maxValueBytes)], "")
}

// discarded takes an answer of which only the head counts.
type discarded struct {
	header http.Header
	status int
}

// Header is a part of http.ResponseWriter.
func (d *discarded) Header() http.Header {
	if d.header == nil {
		d.header = http.Header{}
	}
	return d.header
}

// Write is a part of http.ResponseWriter.
func (d *discarded) Write(data []byte) (int, error) { return len(data), nil }

// WriteHeader is a part of http.ResponseWriter.
func (d *discarded) WriteHeader(status int) { d.status = status }

// inQuery returns the error for a field of a body as one for a value of the address.
func inQuery(err error) error {
	var p *huma.ErrorModel
	if errors.As(err, &p) {
		for _, e := range p.Errors {
			e.Location = strings.Replace(e.Location, "body.", "query.", 1)
		}
	}
	return err
}
