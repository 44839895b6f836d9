// Package jobs has the kinds of work that this program gives to other machines, and does for them. For each kind
// there is the crew of its producer and the doer of a worker, with the input that stands in messages between them.
package jobs
