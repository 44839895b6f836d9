// Package talk is the conversation with the page of the analysis board: JSON messages about one engine. A page sends
// Requests, each of a Kind; a Session answers each with a Reply, and tells the lines of a running search by Events.
// The package knows no network: package cmd/internal/site carries the messages.
//
//	s := talk.NewSession(e, send, talk.Kinds())
//	defer s.Close()
//	for each message of the page {
//		s.Take(ctx, message)
//	}
//
// The rules live here: a page asks for legal moves and guesses none. A Session keeps no game: every request that is
// about a game carries its start and its moves, so that a page whose server was restarted simply asks again.
package talk
