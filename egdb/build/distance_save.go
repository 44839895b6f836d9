package build

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/zonda-checkers/zonda/egdb"
)

// farHeader is the bytes before a block that is kept as it is: its place.
const farHeader = 8

// save writes the slice to a file that appears whole or not at all.
func (s *distanceSlice) save(name string, metric egdb.Metric) error {
	p := preamble{Material: s.material, Metric: uint32(metric), Counts: s.counts, Longest: s.longest}
	var far [][]byte
	for _, place := range slices.Sorted(maps.Keys(s.far)) {
		far = append(far, binary.NativeEndian.AppendUint64(nil, uint64(place)), bytesOf(s.far[place]))
	}
	var places []location
	var data [][]byte
	switch {
	case s.men != nil:
		data = [][]byte{bytesOf(s.men)}
	case s.flat != nil:
		data = [][]byte{bytesOf(s.flat)}
	default:
		places, data = s.packed.joined()
	}
	return p.save(name, places, data, far)
}

// openDistances maps the distances of a slice.
func openDistances(name string, m egdb.Material, metric egdb.Metric) (*distanceSlice, error) {
	w, err := openWorking(name, m, metric)
	if err != nil {
		return nil, err
	}
	s := &distanceSlice{form: formOf(m), mapped: w.mapped, counts: w.Counts, longest: w.Longest}
	sound := false
	switch {
	case m.Kings() == 0:
		s.men = numbersOf[uint32](w.data)
		sound = len(s.men) == s.configurations()
	case s.isFlat():
		s.flat = numbersOf[narrow](w.data)
		sound = len(s.flat) == s.configurations()*sides*s.words()
	default:
		s.packed = &arena{slabs: [][]uint64{numbersOf[uint64](w.data)}, at: w.places}
		sound = len(w.places) == s.configurations()*sides
	}
	if !sound || !s.readFar(w.far) {
		return nil, w.refuse(name)
	}
	return s, nil
}

// readFar takes up the blocks that are kept as they are.
func (s *distanceSlice) readFar(data []byte) bool {
	size := farHeader + s.words()*scoresBytes
	if len(data)%size != 0 {
		return false
	}
	for ; len(data) > 0; data = data[size:] {
		place := binary.NativeEndian.Uint64(data)
		if place >= uint64(s.configurations()*sides) {
			return false
		}
		s.keepFar(int(place), numbersOf[scores](data[farHeader:size]))
	}
	return true
}
