package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// example is an error as a client gets it.
type example struct {
	Status     int
	When       string
	RetryAfter string // seconds, if the header stands there
	Body       string // JSON
}

// Title returns the name of the status.
func (e example) Title() string { return http.StatusText(e.Status) }

// problemType is what all errors are.
var problemType = reflect.TypeFor[huma.ErrorModel]()

// examples returns an example of each error, in the order of statuses.
func examples() []example {
	_, illegal := Place{Moves: []string{"11-15", "1-2"}}.game()
	return []example{
		newExample("The body is no JSON, or it is empty.", newProblem(http.StatusBadRequest, noBody)),
		newExample("The server has a token, and the request does not.", newProblem(http.StatusUnauthorized, noToken)),
		newExample("A web page of another server asks, which zonda api --allow-origin does not name.", newProblem(http.StatusForbidden, foreignPage)),
		newExample("The body does not come in time.", newProblem(http.StatusRequestTimeout, slowBody)),
		newExample("The body is larger than zonda api --max-body, or than 4 MiB with a game.", newProblem(http.StatusRequestEntityTooLarge, largeBody(MaxBody))),
		newExample("The header Content-Type is missing, or names something else than JSON.", newProblem(http.StatusUnsupportedMediaType, noJSON)),
		newExample("The request names another host than this server.", newProblem(http.StatusMisdirectedRequest, foreignHost)),
		newExample("A field is unknown, has a wrong type or is out of its range, or the rules of the game forbid it.", illegal),
		newExample("This client has as many searches as it may have, with those that wait: zonda api --per-client.", refused(errBusy)),
		newExample("All engines work and the queue is full, or the server ends.", refused(errFull)),
	}
}

func newExample(when string, err error) example {
	var p *huma.ErrorModel
	errors.As(err, &p)
	body, _ := json.Marshal(p) // of strings and numbers, which have no errors
	e := example{Status: p.Status, When: when, Body: string(body)}
	var with huma.HeadersError
	if errors.As(err, &with) {
		e.RetryAfter = with.GetHeaders().Get("Retry-After")
	}
	return e
}
