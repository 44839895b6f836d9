package farm

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
)

// crowd is what producers need to know of the workers that are there, in one message. The server reads the presences for all producers;
// where nobody does, as in a cluster, each producer reads them.
type crowd struct {
	Abilities []Abilities   `json:"abilities"` // each once: most workers have the same
	Workers   []crowdMember `json:"workers"`
}

// crowdMember is a worker.
type crowdMember struct {
	Name      string            `json:"name"`
	Host      string            `json:"host"`
	Threads   int               `json:"threads"`
	Abilities int               `json:"abilities"` // their index
	Ill       map[string]string `json:"ill,omitempty"`
	Drained   bool              `json:"drained,omitempty"`
}

// crowdSubject is where the server answers with the crowd.
const crowdSubject = "zonda.crowd"

// crowdOf returns the crowd of workers.
func crowdOf(workers []Presence) (c crowd) {
	indexes := map[string]int{}
	for _, w := range workers {
		abilities, _ := json.Marshal(w.Abilities) // texts and numbers
		i, there := indexes[string(abilities)]
		if !there {
			i = len(c.Abilities)
			indexes[string(abilities)] = i
			c.Abilities = append(c.Abilities, w.Abilities)
		}
		c.Workers = append(c.Workers, crowdMember{w.Name, w.Host, w.Threads, i, w.Ill, w.Drained})
	}
	return c
}

// presences returns the workers of the crowd.
func (c crowd) presences() (all []Presence, err error) {
	for _, w := range c.Workers {
		if w.Abilities < 0 || w.Abilities >= len(c.Abilities) {
			return nil, errors.New("the server's list of workers is damaged")
		}
		p := Presence{Name: w.Name, Host: w.Host, Threads: w.Threads, Abilities: c.Abilities[w.Abilities], Ill: w.Ill, Drained: w.Drained}
		all = append(all, p)
	}
	return all, nil
}

// crowd returns the workers that are there, without what they are at.
func (l *Link) crowd(ctx context.Context) ([]Presence, error) {
	answer, err := l.conn.RequestWithContext(ctx, crowdSubject, nil)
	if errors.Is(err, nats.ErrNoResponders) {
		return l.Workers(ctx)
	}
	if err != nil {
		return nil, err
	}
	var c crowd
	if err := json.Unmarshal(answer.Data, &c); err != nil {
		return nil, err
	}
	return c.presences()
}

// crowdAge is how long the server gives the same answer.
const crowdAge = 2 * time.Second

// tellCrowd answers producers with the crowd until the link is closed.
func (l *Link) tellCrowd() error {
	var answer []byte
	var read time.Time
	_, err := l.conn.Subscribe(crowdSubject, func(m *nats.Msg) { // called for one message after the other
		if time.Since(read) > crowdAge {
			ctx, cancel := l.attempt(context.Background(), requestTimeout)
			defer cancel()
			workers, err := l.Workers(ctx)
			if err != nil {
				return // the producer asks again
			}
			answer, _ = json.Marshal(crowdOf(workers)) // texts and numbers
			read = time.Now()
		}
		_ = m.Respond(answer) // a producer that has left needs none
	})
	return err
}
