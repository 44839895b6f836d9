//go:build js

package main

// queue is work for one goroutine, in its order. What JavaScript calls may not wait, so that add never does; only one
// thread runs, so that nothing is locked.
type queue struct {
	works []func()
	more  chan struct{} // has a place for the news that there is work
}

func newQueue() *queue { return &queue{more: make(chan struct{}, 1)} }

// add puts work at the end.
func (q *queue) add(work func()) {
	q.works = append(q.works, work)
	select {
	case q.more <- struct{}{}:
	default:
	}
}

// next waits for work and takes the first.
func (q *queue) next() func() {
	for len(q.works) == 0 {
		<-q.more
	}
	work := q.works[0]
	q.works = q.works[1:]
	return work
}
