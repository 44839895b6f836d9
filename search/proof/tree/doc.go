// Package tree manages a proof tree: a graph of positions that grows from a goal until the goal is proven or disproven.
// A goal is a bound on the value of a position, such as "at least a draw for Black".
//
// The Manager chooses the positions that matter most and publishes an Item for each to a Queue. Workers behind the queue
// solve items and send a Result. The Manager keeps every result in a Store, one file, and goes on from it after any end
// of the program. Each answer comes with a certificate. Export writes the certificates that prove the goal.
//
//	store, err := tree.Create("white-doctor.proof", spec)
//	queue := tree.NewLocal(workers, solve)
//	m, err := tree.NewManager(store, claim, options)
//	err = m.Run(ctx, queue, report)
//
// The graph is turned so that the side that tries to win, the attacker, is Black. A known answer of a position never
// depends on the moves before it: repetitions appear only as closed sets, in which the attacker can wander but not win.
// docs/proofs.md describes the manager; the ideas are those of Schaeffer et al., Checkers Is Solved (2007).
package tree
