// Package session is an engine with what the protocols need on top of package engine: options by name, the game on a board, a
// search in the background, messages for the user, and a log.
//
//	s := session.New()
//	defer s.Close()
//	if err := s.SetOption("Hash", "128"); err != nil {
//		return err
//	}
//	err := s.Start(ctx, search.Limits{MoveTime: time.Second}, report, done)
package session
