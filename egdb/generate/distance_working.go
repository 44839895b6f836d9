package generate

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/zonda-checkers/zonda/egdb"
)

// wideHeader is the number of bytes before a block that is kept as words; they hold its place.
const wideHeader = 8

// save writes the slice to a working file. A file of that name is complete at any time.
func (s *distanceSlice) save(name string, metric egdb.Metric) error {
	p := preamble{Material: s.material, Metric: uint32(metric), Counts: s.counts, Longest: s.longest}
	var wide [][]byte
	for _, place := range slices.Sorted(maps.Keys(s.wide)) {
		wide = append(wide, binary.NativeEndian.AppendUint64(nil, uint64(place)), bytesOf(s.wide[place]))
	}
	places, data := s.parts()
	return p.save(name, places, data, wide)
}

// openDistances maps the distances of a slice.
func openDistances(name string, m egdb.Material, metric egdb.Metric) (*distanceSlice, error) {
	w, err := openWorking(name, m, metric)
	if err != nil {
		return nil, err
	}
	s := &distanceSlice{longest: w.Longest}
	if !s.read(w, m, 0) || !s.readWide(w.wide) {
		return nil, w.refuse(name)
	}
	return s, nil
}

// readWide reads the blocks that are kept as words and reports whether the data is sound.
func (s *distanceSlice) readWide(data []byte) bool {
	size := wideHeader + s.words()*scoresBytes
	if len(data)%size != 0 {
		return false
	}
	for ; len(data) > 0; data = data[size:] {
		place := binary.NativeEndian.Uint64(data)
		if place >= uint64(s.configurations()*sides) {
			return false
		}
		s.keepWide(int(place), numbersOf[scores](data[wideHeader:size]))
	}
	return true
}
