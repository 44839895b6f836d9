package page

import "encoding/json"

// Request is a message of a page.
type Request struct {
	ID   int             `json:"id"`   // the reply has the same
	Kind string          `json:"kind"` // the name of a Kind
	Body json.RawMessage `json:"body"` // of the type of the kind's requests
}

// Reply answers a request.
type Reply struct {
	ID    int    `json:"id"`
	Body  any    `json:"body,omitempty"`
	Error string `json:"error,omitempty"` // empty if the request succeeded
}

// Event tells something that was not asked for at this moment.
type Event struct {
	Event string `json:"event"` // its name
	Body  any    `json:"body"`
}

// Nothing is a body without contents.
type Nothing struct{}
