// Package farm shares long work among machines, through a server of NATS JetStream. A producer is a command that has
// many independent pieces of work; a worker is a process that does them. [Pool] is the producer's side, [Worker] the
// worker's side, and [Server] runs the server inside a process.
//
//	producer --piece--> stream WORK    --piece--> worker
//	producer <-result-- stream RESULTS <-result-- worker
//
// The server delivers a piece until a worker acknowledges it, and a worker acknowledges a piece only after the server
// has stored the result. So a piece may be done twice when a worker dies, but it is never lost; the results of a piece
// have one subject, of which the stream keeps one message, and a producer takes one result for each piece that it
// asked for.
//
// The packages below it:
//
//	jobs     what can be shared: games of a match, self-play, searches, problems, proofs
//	monitor  a page about the server
//
// It serves the shelves match, learn, proofs and problems by small interfaces; none of them knows it.
package farm
