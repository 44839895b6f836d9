// Package session is an engine with what the protocols need on top of package engine: options by name, the game on a board, a
// search in the background, messages for the user, and a log.
//
//	s := session.New()
//	defer s.Close()
//	if err := s.SetOption("Hash", "128"); err != nil {
//		return err
//	}
//	err := s.Start(ctx, search.Limits{MoveTime: time.Second}, report, done)
//
// # The life of a search
//
// Type life (life.go) alone knows whether a search runs:
//
//	        Start, Do, Await
//	  +-------------------------> searching ----+
//	  |                               ^         |
//	idle                    PonderHit |         +----> idle: the work has returned, and done is called
//	  |                               |         |
//	  +-------------------------> pondering ----+
//	      Start, Await to ponder
//
// A search that was told to end is searching until it has returned. Who may call what:
//
//	                                           idle                     searching, pondering
//	Start, StartHurried, Do, Await             begin                    ErrSearching
//	NewGame, SetGame, SetOption, Tune, Renew   change                   ErrSearching
//	PonderHit                                  nothing                  starts the clock if pondering
//	Stop                                       nothing                  tells the work to end
//	Wait                                       waits for done           waits for the work and done
//	Searching                                  waits for done: false    true
//	Close                                      closes                   stops, waits, closes
//	all others                                 answer                   answer
//
// Report, which is called while a search runs, must not call Wait; done must call neither Wait nor Searching.
package session
