package engine

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search"
)

// openDistances opens the databases of distances to the end of the game, which need the library's values.
func (d *databases) openDistances(s settings) {
	set, problems := egdb.OpenDistanceSet(egdb.DTW, egdb.Options{
		BuiltIn: true, Directory: s.EGDBPath, Pieces: s.EGDBPieces, Memory: uint64(s.EGDBMemory) * megabyte,
	}, d.library)
	set.Fault = d.fault
	d.distances = set
	d.messages = append(d.messages, texts(problems)...)
}

// fault keeps a message about a file that has become unreadable.
func (d *databases) fault(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.messages = append(d.messages, err.Error())
}

// forSearch returns the distances that a search may probe, nil if there are none.
func (d *databases) forSearch() search.Distances {
	if d.distances == nil {
		return nil
	}
	d.distances.Refresh()
	return distanceProber{d.distances}
}

// distanceProber gives a search the distances of positions from the databases.
type distanceProber struct{ set *egdb.Distances }

func (p distanceProber) Distance(position board.Position) (board.Result, int) {
	d := p.set.Distance(position)
	return d.Value, d.Plies
}

// Distance returns the value of p for its side to move and the plies to the end of the game with perfect play, which are
// 0 for a draw. The value is Unknown if no database of distances has p: Probe may know it all the same. Distance takes no
// account of the move rule, and waits until the databases are open.
func (e *Engine) Distance(p board.Position) (value board.Result, plies int) {
	d := e.opened()
	d.using.RLock()
	defer d.using.RUnlock()
	if d.distances == nil {
		return board.Unknown, 0
	}
	d.distances.Refresh()
	found := d.distances.Distance(p)
	return found.Value, found.Plies
}
