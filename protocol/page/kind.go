package page

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
)

// Kind is a kind of request.
type Kind struct {
	Name           string
	Request, Reply reflect.Type // of the bodies, from which the page's types are generated
	Slow           bool         // it is answered beside other requests, perhaps after later ones

	run func(ctx context.Context, s *Session, body json.RawMessage) (any, error)
}

// EventKind is a kind of event.
type EventKind struct {
	Name string
	Body reflect.Type
}

// NewKind returns a kind whose requests are answered at once, in their order.
func NewKind[Q, A any](name string, answer func(ctx context.Context, s *Session, q Q) (A, error)) Kind {
	return Kind{
		Name: name, Request: reflect.TypeFor[Q](), Reply: reflect.TypeFor[A](),
		run: func(ctx context.Context, s *Session, body json.RawMessage) (any, error) {
			q, err := decoded[Q](body)
			if err != nil {
				return nil, err
			}
			return answer(ctx, s, q)
		},
	}
}

// NewSlowKind returns a kind whose requests may take long: requests that come later do not wait for them.
func NewSlowKind[Q, A any](name string, answer func(ctx context.Context, s *Session, q Q) (A, error)) Kind {
	k := NewKind(name, answer)
	k.Slow = true
	return k
}

// NewEventKind returns a kind of event with a body of type B.
func NewEventKind[B any](name string) EventKind { return EventKind{name, reflect.TypeFor[B]()} }

// decoded reads the body of a request. A field that the type does not have is an error.
func decoded[Q any](body json.RawMessage) (q Q, err error) {
	if len(body) == 0 {
		return q, nil
	}
	in := json.NewDecoder(bytes.NewReader(body))
	in.DisallowUnknownFields()
	if err := in.Decode(&q); err != nil {
		return q, fmt.Errorf("the message cannot be read: %w", err)
	}
	if _, err := in.Token(); err != io.EOF {
		return q, fmt.Errorf("the message cannot be read: text after its end")
	}
	return q, nil
}

// Kinds returns the kinds of requests that need nothing but the engine.
func Kinds() []Kind {
	return []Kind{
		NewKind("hello", hello),
		NewKind("set", setOption),
		NewKind("position", position),
		NewKind("walk", walk),
		NewKind("analyze", analyze),
		NewKind("stop", stop),
		NewSlowKind("think", think),
		NewSlowKind("offer", offer),
		NewSlowKind("database", database),
		NewSlowKind("perfect", perfect),
		NewSlowKind("book", bookMoves),
		NewKind("read", readGame),
		NewKind("write", writeGame),
		NewKind("deal", deal),
	}
}

// EventKinds returns the kinds of events that a Session sends by itself.
func EventKinds() []EventKind {
	return []EventKind{NewEventKind[Lines](linesEvent), NewEventKind[Nothing](databasesEvent)}
}
