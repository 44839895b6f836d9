package work

import "time"

// pace says how often workers and producers talk to the server. Tests have a faster one.
type pace struct {
	ackWait   time.Duration // a piece whose worker says nothing for so long is given to another one
	alive     time.Duration // a worker that does a piece says so this often
	idle      time.Duration // a thread without a piece asks again after so long
	rest      time.Duration // a thread that has found no piece for so long ends its doers
	retry     time.Duration // from a failed attempt until the piece comes again, for each attempt so far
	reconcile time.Duration // between two comparisons of the pieces asked for with those of the server
}

func defaultPace() pace {
	return pace{
		ackWait: 30 * time.Second, alive: 10 * time.Second, idle: 5 * time.Second, rest: time.Minute,
		retry: time.Second, reconcile: 30 * time.Second,
	}
}
