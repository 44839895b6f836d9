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
// A search that was told to end keeps its state until it has returned. Who may call what:
//
//	                                           idle                     searching, pondering
//	Start, StartHurried, Do, Await             begin                    ErrSearching
//	NewGame, SetGame, SetOption, Tune, Renew   change                   ErrSearching
//	PonderHit                                  nothing                  starts the clock if pondering
//	Stop                                       nothing                  tells the work to end
//	Wait                                       waits for done           waits for the work and done
//	Searching                                  waits for done: false    true
//	Close                                      closes                   stops, waits (not within report or done), closes
//	all others                                 answer                   answer; Ready, Probe and Distance wait for databases that open
//
// Report, which is called while a search runs, must not call Wait; done must call neither Wait nor Searching.
//
// # The order of locks
//
// Who holds a lock may take those below it and none above it. Who waits for a search may hold only what report and done do not take.
//
//	talk.Session.held              for writing while data of the program are swapped, for reading while a game is judged
//	talk.Session.mu                while a request begins a search or waits for its end
//	checkerboard.Library.thinking  during getmove
//	solver.mu of package engine    while lines are reported
//	Session.using                  for reading while databases are asked or a proof runs, for writing while they are closed
//	Session.mu                     while options, game or life are read or changed
//	engine.Engine.mu               type Engine has its rules
//	databases.mu, line.Output.mu, checkerboard.Library.mu and other locks of messages, which take no other
//
// Databases that an option replaces are closed before the next ones are opened, and a proof of Session.Prove that asks them delays
// both: searches and probes wait so long. Only problems on the page are proved so, for five seconds at most, and no page names files.
package session
