package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/internal/pool"
)

// A share of the tasks, by chance, is done by a second worker too. If the results differ, other workers do the task until two results are
// the same. Who gave another one has lied, or has a host that computes wrongly: none of its results counts any more, and those that were
// taken are given back to who asked for them as a pool.Forged. A task for a certain worker waits in a queue of its own.

// trust is what a pool knows of its workers.
type trust struct {
	share  float64                    // of the tasks that are verified, from 0 to 1
	bad    map[string]map[string]bool // the tasks of which a party gave bad results, by their identities
	banned map[string]bool            // parties whose results do not count
	taken  map[string]takenResult     // by the identities of their tasks, results that were taken
}

// takenResult is a result that was taken.
type takenResult struct {
	task   any
	worker string
	output json.RawMessage // nil if it is not to be used again
}

func newTrust(share float64) *trust {
	return &trust{share: share, bad: map[string]map[string]bool{}, banned: map[string]bool{}, taken: map[string]takenResult{}}
}

// partyOf returns what tells workers apart who may have agreed on what they say: the user of a worker's name, or the whole name if many
// share the user.
func partyOf(worker string) string {
	user, _, _ := strings.Cut(worker, ".")
	switch user {
	case sharedUser, producerUser, tokenUser:
		return worker
	}
	return user
}

// isBanned reports whether the results of a worker do not count.
func (t *trust) isBanned(worker string) bool { return t.banned[partyOf(worker)] }

// forged is the error of a producer that has taken results of a worker who gave a wrong one.
type forged struct{ worker string }

func (f forged) Error() string { return "worker " + f.worker + " has given wrong results" }

// takeBack returns the tasks whose results a worker gave, which are given no more.
func takeBack[P any](t *trust, worker string) *pool.Forged[P] {
	f := &pool.Forged[P]{Worker: worker}
	for identity, r := range t.taken {
		if partyOf(r.worker) == partyOf(worker) {
			f.Tasks = append(f.Tasks, r.task.(P))
			delete(t.taken, identity)
		}
	}
	return f
}

// vote is the result of a worker for a task that is verified.
type vote struct {
	subject string
	result  Result
}

// stored returns where the result is on the server.
func (v vote) stored() stored { return stored{v.subject, v.result.Large} }

// maxVotes is after how many different results a task is not one that can be verified.
const maxVotes = 5

// verify decides about the result of a task, which is a vote of its worker. It returns the result to take, or none if another worker is asked.
func (p *producer) verify(ctx context.Context, subject string, o *order, r Result) (*vote, error) {
	mine := vote{subject, r}
	if r.Failed != "" {
		if len(o.votes) == 0 {
			return &mine, nil
		}
		o.refused = append(o.refused, partyOf(r.Worker))
		p.remove <- mine.stored()
		return p.askMore(ctx, o)
	}
	if err := o.check(r); err != nil {
		return &mine, nil // taking it tells what is wrong
	}
	for _, v := range o.votes {
		if partyOf(v.result.Worker) == partyOf(r.Worker) {
			p.remove <- mine.stored()
			return nil, nil // who is asked is another one
		}
	}
	if len(o.votes) == 0 && rand.Float64() >= p.trust.share {
		return &mine, nil
	}
	o.votes = append(o.votes, mine)
	for _, v := range o.votes[:len(o.votes)-1] {
		if o.same(v.result, r) {
			return &v, p.banOthers(o, v.result)
		}
	}
	if len(o.votes) == maxVotes {
		return nil, fmt.Errorf("task %s of %s has %d different results from as many workers: it cannot be verified, and --verify 0 leaves that out",
			short(o.task.Identity), o.task.Kind, maxVotes)
	}
	right, err := p.askMore(ctx, o)
	if n := len(o.votes); n > 1 {
		third := "another one decides"
		if o.addressee == "" {
			third += ", which is not there yet"
		}
		p.link.say("workers %s and %s have different results of task %s of %s: %s",
			o.votes[0].result.Worker, o.votes[n-1].result.Worker, short(o.task.Identity), o.task.Kind, third)
	}
	return right, err
}

// askMore asks another worker for a task that has results. If there is none, the only result is taken; results that differ wait for
// another worker.
func (p *producer) askMore(ctx context.Context, o *order) (*vote, error) {
	asked, err := p.askOther(ctx, o)
	if !asked && err == nil && len(o.votes) == 1 {
		return &o.votes[0], nil
	}
	return nil, err
}

// pass passes a task from the worker that was asked to another one, as askMore does.
func (p *producer) pass(ctx context.Context, o *order) error {
	first, err := p.askMore(ctx, o)
	if first == nil {
		return err
	}
	return p.accept(ctx, first.subject, o, first.result, nil)
}

// banOthers bans the workers whose results of a task are not the right one. The error is a forged if results of them were taken.
func (p *producer) banOthers(o *order, right Result) (err error) {
	for _, v := range o.votes {
		if !o.same(v.result, right) {
			err = errors.Join(err, p.ban(v.result.Worker, o, fmt.Sprintf("a wrong result of task %s of %s", short(o.task.Identity), o.task.Kind)))
		}
	}
	return err
}

// maxBadTasks is of how many tasks a worker gives bad results until none of its results counts.
const maxBadTasks = 3

// isBad notes that a worker has given a bad result of a task: one that is none, or a refusal of what another one has done. It bans who does
// so again and again.
func (p *producer) isBad(o *order, worker string, why error) error {
	party := partyOf(worker)
	if p.trust.bad[party] == nil {
		p.trust.bad[party] = map[string]bool{}
	}
	p.trust.bad[party][o.task.Identity] = true
	if n := len(p.trust.bad[party]); n >= maxBadTasks {
		return p.ban(worker, nil, fmt.Sprintf("bad results of %d tasks of %s (%v)", n, o.task.Kind, why))
	}
	return nil
}

// ban makes the results of a worker count no more, because of what it has given, but for those of one order, which is decided. The error
// is a forged if results of it were taken.
func (p *producer) ban(worker string, decided *order, what string) error {
	taken, told := 0, "none of its results counts from now on"
	p.trust.banned[partyOf(worker)] = true
	for _, r := range p.trust.taken {
		if partyOf(r.worker) == partyOf(worker) {
			taken++
		}
	}
	if taken > 0 {
		told = "none of its results counts, and " + cli.Count(taken, "that was taken is asked for", "that were taken are asked for") + " again"
	}
	p.link.say("worker %s has given %s: %s", worker, what, told)
	for _, o := range p.asked {
		if o == decided {
			continue
		}
		o.votes = slices.DeleteFunc(o.votes, func(v vote) bool {
			if !p.trust.isBanned(v.result.Worker) {
				return false
			}
			p.remove <- v.stored()
			return true
		})
	}
	if taken > 0 {
		return forged{worker}
	}
	return nil
}

// refuseBanned removes the result of a worker whose results do not count, and asks another one for the task.
func (p *producer) refuseBanned(ctx context.Context, subject string, o *order, r Result) error {
	p.remove <- stored{subject, r.Large}
	if o.addressee != "" && partyOf(o.addressee) != partyOf(r.Worker) {
		return nil // another one is at it
	}
	_, err := p.askOther(ctx, o)
	return err
}

// askOther asks a worker for a task of whom the task has no result yet, and reports whether there is one. If not, those that could not do
// it may be asked again later.
func (p *producer) askOther(ctx context.Context, o *order) (asked bool, err error) {
	var others []string
	for _, w := range p.present {
		hasVoted := func(v vote) bool { return partyOf(v.result.Worker) == partyOf(w.Name) }
		if p.canVerify(w) && !slices.ContainsFunc(o.votes, hasVoted) && !slices.Contains(o.refused, partyOf(w.Name)) {
			others = append(others, w.Name)
		}
	}
	p.again = true
	o.addressee = ""
	if len(others) == 0 {
		o.refused = nil
		return false, nil
	}
	o.addressee, o.since = others[rand.IntN(len(others))], time.Now()
	if err := p.openAddressed(ctx, o.addressee); err != nil {
		return true, nil // reconcile finds that the task does not wait
	}
	return true, p.askAgain(ctx, o)
}

// jobFor returns the job of the tasks for a worker, "" for all workers.
func (p *producer) jobFor(worker string) Job {
	j := p.job
	if worker != "" {
		j.Priority, j.Needs.Worker = FirstPriority, worker
	}
	return j
}

// openAddressed opens the queue of the tasks for a worker.
func (p *producer) openAddressed(ctx context.Context, worker string) error {
	ctx, cancel := p.link.attempt(ctx, requestTimeout)
	defer cancel()
	_, _, err := p.link.openQueue(ctx, p.jobFor(worker))
	return err
}

// canVerify reports whether a worker can do the tasks now, and its results count.
func (p *producer) canVerify(w Presence) bool {
	return !p.trust.isBanned(w.Name) && w.Ill[p.job.Needs.Kind] == "" && w.serves(p.job.Needs)
}

// counting returns the workers whose results count.
func (p *producer) counting(workers []Presence) []Presence {
	return slices.DeleteFunc(slices.Clone(workers), func(w Presence) bool { return p.trust.isBanned(w.Name) })
}

// verifies reports whether the worker that is asked for a task is there and can do it.
func (p *producer) verifies(o *order) bool {
	return slices.ContainsFunc(p.present, func(w Presence) bool { return w.Name == o.addressee && p.canVerify(w) })
}

// recall returns the result of a task that was taken before, nil if there is none to use again.
func (t *trust) recall(identity string) *Result {
	if r, ok := t.taken[identity]; ok && r.output != nil {
		return &Result{Task: identity, Worker: r.worker, Output: r.output}
	}
	return nil
}
