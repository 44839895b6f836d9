package engine

import (
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// openDistances opens the distances that belong to the library.
func (d *databases) openDistances(s settings) {
	set, problems := egdb.OpenDistanceSet(egdb.DTW, egdb.Options{
		BuiltIn: true, Directory: s.EGDBPath, Pieces: s.EGDBPieces, Memory: uint64(s.EGDBMemory) * megabyte,
	}, d.library)
	set.Fault = d.fault
	d.distances = set
	d.news = append(d.news, texts(problems)...)
}

// fault notes what is wrong with a file that has just become unreadable.
func (d *databases) fault(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.news = append(d.news, err.Error())
}

// asked returns the distances that a search may ask by the settings, nil for none.
func (d *databases) asked(s settings) search.Distances {
	if !s.UseDTW || d.distances == nil {
		return nil
	}
	d.distances.Refresh()
	return perfectPlay{d.distances}
}

// perfectPlay answers a search from distances.
type perfectPlay struct{ set *egdb.Distances }

func (p perfectPlay) Distance(position board.Position) (board.Result, int) {
	d := p.set.Distance(position)
	return d.Value, d.Plies
}
