// Package farm shares long work among hosts, through a server of NATS JetStream. A producer is a command that has
// many independent tasks; a worker is a process that does them. [Pool] is the producer's side, [Worker] the
// worker's side, and [Server] runs the server inside a process.
//
//	producer --task--> stream WORK    --task--> worker
//	producer <-result-- stream RESULTS <-result-- worker
//
// The server delivers a task until a worker acknowledges it, and a worker acknowledges a task only after the server
// has stored the result. So a task may be done twice when a worker dies, but it is never lost; the results of a task
// have one subject, of which the stream keeps one message, and a producer takes one result for each task that it
// asked for.
//
// The packages below it:
//
//	jobs     what can be shared: games of a match, self-play, searches, problems, proofs
//	monitor  a page about the server
//
// It serves the shelves match, learn, proofs and problems by small interfaces; none of them knows it.
package farm
