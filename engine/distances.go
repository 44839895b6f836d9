package engine

import "github.com/zonda-checkers/zonda/board"

// fault keeps a message about a file that has become unreadable.
func (d *databases) fault(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.messages = append(d.messages, err.Error())
}

// Distance returns the value of p for its side to move and the plies to the end of the game with perfect play, which are
// 0 for a draw. The value is Unknown if no database of distances has p: Probe may know it all the same. Distance takes no
// account of the move rule, and waits until the databases are open.
func (e *Engine) Distance(p board.Position) (value board.Result, plies int) {
	d := e.opened()
	d.using.RLock()
	defer d.using.RUnlock()
	d.library.Refresh()
	return d.library.Distance(p)
}
