package farm

import (
	"fmt"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

// health knows for which kinds of work a worker is ill: its host cannot do tasks that others may do, because a disk or the memory is
// full, or an engine does not start. An ill worker takes one task of the kind after a pause, which gets longer each time it fails, and
// is well again as soon as it has done one.
type health struct {
	say  Say
	pace pace

	mu   sync.Mutex
	dead *deaths
	ill  map[string]*illness // by the kind
	kind string              // of the last task
	last string              // the last error of a task
}

// illness is why a worker does not do a kind of work.
type illness struct {
	reason string
	pause  time.Duration
	until  time.Time // when it tries again
	trial  bool      // a thread tries
}

// newHealth returns the health of a worker that begins. A kind of which workers have died on this host begins as ill.
func newHealth(say Say, p pace, folder string, kinds []string) *health {
	h := &health{say: say, pace: p, dead: newDeaths(folder), ill: map[string]*illness{}}
	for _, kind := range kinds {
		n := h.dead.count(kind)
		if n == 0 {
			continue
		}
		i := &illness{reason: fmt.Sprintf("%s ended before the first task was done", cli.Count(n, "worker here", "workers here")), pause: p.minIll}
		for ; n > 1 && i.pause < p.maxIll; n-- {
			i.pause = min(2*i.pause, p.maxIll)
		}
		i.until = time.Now().Add(i.pause)
		h.ill[kind] = i
		say("this host cannot do tasks of %s, and tries one in %v: %s", kind, i.pause, i.reason)
	}
	return h
}

// end notes that the worker ends by itself.
func (h *health) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.dead.end()
}

// isIll notes that a task of a kind has failed at this worker.
func (h *health) isIll(kind string, reason error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.dead.lives(kind)
	i := h.ill[kind]
	switch {
	case i == nil:
		i = &illness{pause: h.pace.minIll}
		h.ill[kind] = i
	case !i.trial:
		return // the thread was at its task when another one failed
	default:
		i.pause = min(2*i.pause, h.pace.maxIll)
	}
	if i.reason != reason.Error() {
		h.say("this host cannot do tasks of %s, and tries again in %v or later: %v", kind, i.pause, reason)
	}
	i.reason, i.until, i.trial = reason.Error(), time.Now().Add(i.pause), false
}

// isWell notes that a task of a kind was done.
func (h *health) isWell(kind string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.dead.lives(kind)
	if h.ill[kind] != nil {
		delete(h.ill, kind)
		h.say("this host can do tasks of %s again", kind)
	}
}

// tries notes that the worker tries a task of a kind.
func (h *health) tries(kind string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kind = kind
	h.dead.tries(kind)
}

// describe says what the worker is at, and why it is ill, by the kind.
func (h *health) describe(p *Presence) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p.Kind, p.LastError = h.kind, h.last
	for kind, i := range h.ill {
		if p.Ill == nil {
			p.Ill = map[string]string{}
		}
		p.Ill[kind] = i.reason
	}
}

// fails notes the error of a task.
func (h *health) fails(kind string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last = kind + ": " + err.Error()
}

// able returns the queues of which a thread may take a task now. After the pause of an ill kind one thread may, and another one after
// a pause more.
func (h *health) able(served []queue) (able []queue) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now, tries := time.Now(), map[string]bool{}
	for _, q := range served {
		kind := q.needs.Kind
		i := h.ill[kind]
		if i != nil && now.After(i.until) {
			i.until, i.trial, tries[kind] = now.Add(i.pause), true, true
		}
		if i == nil || tries[kind] {
			able = append(able, q)
		}
	}
	return able
}

// isTried reports whether the worker takes tasks of the kind of a queue only one by one, because it is ill.
func (h *health) isTried(q queue) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.ill[q.needs.Kind] != nil
}
