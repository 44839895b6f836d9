package work

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The codes of errors of a server that nats.go has no names for.
const (
	codeNoResources = 10023
	codeNoStorage   = 10047
	codeNotStored   = 10077 // with the reason in the text
)

// The reasons with codeNotStored, as the server writes them.
const (
	reasonThere = "maximum messages per subject exceeded"
	reasonBytes = "maximum bytes exceeded"
)

// isThere reports whether the server refused a piece because it has the piece already.
func isThere(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == codeNotStored && strings.Contains(api.Description, reasonThere)
}

// isFull reports whether the store of the server has no room.
func isFull(err error) bool {
	var api *jetstream.APIError
	if !errors.As(err, &api) {
		return false
	}
	return api.ErrorCode == codeNoResources || api.ErrorCode == codeNoStorage ||
		api.ErrorCode == codeNotStored && strings.Contains(api.Description, reasonBytes)
}

// storeError returns the error of a message that was not stored, in words.
func storeError(err error) error {
	switch {
	case isFull(err):
		return errors.New("the store of the server is full: it needs room, or producers that take their results")
	case errors.Is(err, nats.ErrNoResponders), errors.Is(err, jetstream.ErrNoStreamResponse),
		errors.Is(err, jetstream.ErrJetStreamNotEnabled):
		return errors.New("the server does not store messages: its disk may be full, or it starts")
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout):
		return errors.New("the server does not answer")
	}
	return fmt.Errorf("the server does not take a message: %w", err)
}
