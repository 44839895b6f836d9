// Package engine is an engine for English draughts: a search with an evaluation, endgame databases and a book.
//
//	e, err := engine.New(engine.Config{})
//	if err != nil {
//		return err
//	}
//	defer e.Close()
//	best, err := e.Play(ctx, game, engine.Limits{MoveTime: time.Second})
//
// docs/api.md shows whole programs; what the protocols need on top is in package session.
//
// Who may hold which lock, in which order:
//
//   - A session's lock comes before the engine's (Engine.mu), and that before none: what is called with Engine.mu held takes no other lock.
//   - An evaluation, a book, a function that watches and Config.Failed are called without Engine.mu, so each may call every method. Endings and
//     Avoid may be asked with it, and call none.
//   - busy, set under Engine.mu, belongs to one search: until it is cleared, only that search's goroutines use the Searcher and the level's player.
//   - A Run is read under Engine.mu; its Stop and PonderHit take no lock and may be called from anywhere.
//   - The solver beside a search holds solver.mu while it calls the receiver of lines, and so does the search: one call at a time. Nobody asks for solver.mu with
//     Engine.mu held.
//   - Configure waits for solvers that go on after their search (Engine.solving) before the endings change; these take no lock of the engine, and what has
//     failed is told after the wait.
package engine
