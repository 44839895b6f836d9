package farm

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
)

// crowd is what producers need to know of the workers that are there, in as few messages as they fit into: pages. The server reads the
// presences for all producers; where nobody does, as in a cluster, each producer reads them.
type crowd struct {
	Pages     int           `json:"pages"`
	Abilities []Abilities   `json:"abilities"` // each once: most workers have the same
	Workers   []crowdMember `json:"workers"`
}

// crowdMember is a worker.
type crowdMember struct {
	Name      string            `json:"name"`
	Host      string            `json:"host"`
	Threads   int               `json:"threads"`
	Busy      int               `json:"busy,omitempty"`
	Abilities int               `json:"abilities"` // their index
	Ill       map[string]string `json:"ill,omitempty"`
	Drained   bool              `json:"drained,omitempty"`
}

// crowdSubject is where the server answers with a page of the crowd, whose number is asked for.
const crowdSubject = "zonda.crowd"

// maxPage is the number of bytes of a page. What a single worker says of itself is shorter: see maxPresence.
const maxPage = maxInline

// crowdPages returns the crowd of workers in messages; one at least.
func crowdPages(workers []Presence) (pages [][]byte) {
	var parts []crowd
	var indexes map[string]int // of abilities in the last part
	size := maxPage
	for _, w := range workers {
		abilities, _ := json.Marshal(w.Abilities) // texts and numbers, as all here
		member, _ := json.Marshal(crowdMember{w.Name, w.Host, w.Threads, w.Busy, len(workers), w.Ill, w.Drained})
		if size += len(abilities) + len(member); size > maxPage {
			parts, indexes, size = append(parts, crowd{}), map[string]int{}, len(abilities)+len(member)
		}
		c := &parts[len(parts)-1]
		i, there := indexes[string(abilities)]
		if there {
			size -= len(abilities)
		} else {
			i = len(c.Abilities)
			indexes[string(abilities)] = i
			c.Abilities = append(c.Abilities, w.Abilities)
		}
		c.Workers = append(c.Workers, crowdMember{w.Name, w.Host, w.Threads, w.Busy, i, w.Ill, w.Drained})
	}
	if len(parts) == 0 {
		parts = []crowd{{}}
	}
	for _, c := range parts {
		c.Pages = len(parts)
		page, _ := json.Marshal(c)
		pages = append(pages, page)
	}
	return pages
}

// presences returns the workers of the crowd.
func (c crowd) presences() (all []Presence, err error) {
	for _, w := range c.Workers {
		if w.Abilities < 0 || w.Abilities >= len(c.Abilities) {
			return nil, errors.New("the server's list of workers is damaged")
		}
		all = append(all, Presence{
			Name: w.Name, Host: w.Host, Threads: w.Threads, Busy: w.Busy, Abilities: c.Abilities[w.Abilities], Ill: w.Ill, Drained: w.Drained,
		})
	}
	return all, nil
}

// crowd returns the workers that are there, with what a producer needs to know of them.
func (l *Link) crowd(ctx context.Context) (all []Presence, err error) {
	for page, pages := 0, 1; page < pages; page++ {
		answer, err := l.conn.RequestWithContext(ctx, crowdSubject, []byte(strconv.Itoa(page)))
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
		some, err := c.presences()
		if err != nil {
			return nil, err
		}
		all, pages = append(all, some...), c.Pages
	}
	return all, nil
}

// crowdAge is how long the server gives the same answer.
const crowdAge = 2 * time.Second

// tellCrowd answers producers with the crowd until the link is closed.
func (l *Link) tellCrowd() error {
	var pages [][]byte
	var read time.Time
	_, err := l.conn.Subscribe(crowdSubject, func(m *nats.Msg) { // called for one message after the other
		if time.Since(read) > crowdAge {
			ctx, cancel := l.attempt(context.Background(), requestTimeout)
			defer cancel()
			workers, err := l.Workers(ctx)
			if err != nil {
				return // the producer asks again
			}
			pages, read = crowdPages(workers), time.Now()
		}
		page, err := strconv.Atoi(string(m.Data))
		if err != nil || page < 0 || page >= len(pages) {
			page = len(pages) - 1 // there were more a moment ago
		}
		_ = m.Respond(pages[page]) // a producer that has left needs none
	})
	return err
}
