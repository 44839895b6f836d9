package book

import (
	"bytes"
	"errors"
	"regexp"
	"strconv"
	"strings"
)

// In a file of version 1 a sentence, the source, says how a position was searched and whether its best move has
// settled. A header of 24 bytes holds the number of positions and moves, the bytes of the sources, and the
// checksum; the last byte of a position says nothing, and there are no origins.
const (
	magic1      = "ZONDABK1"
	headerSize1 = 24
)

// parse1 checks a file of version 1 and returns its sections, as a file of the present version has them.
func parse1(data []byte) (sections, error) {
	if len(data) < headerSize1 {
		return sections{}, errors.New("this is not a book of this version")
	}
	parts, err := split(data, headerSize1, positionSize, moveSize, 1)
	if err != nil {
		return sections{}, err
	}
	s := sections{positions: bytes.Clone(parts[0]), moves: parts[1]}
	var flags []byte // of the origins
	for _, sentence := range strings.Split(string(parts[2]), "\n") {
		e := parseSource(sentence)
		s.origins = append(s.origins, origin{e.Search, e.Source})
		flags = append(flags, 0)
		if e.Settled {
			flags[len(flags)-1] = settledFlag
		}
	}
	for i := range s.len() {
		record := s.record(i)
		record[19] = 0
		if number := int(record[18]); number < len(flags) { // others are refused below
			record[19] = flags[number]
		}
	}
	return s, s.check()
}

// sentence is a source that the program wrote of a search.
var sentence = regexp.MustCompile(`^search ([0-9]+) nodes, ([0-9]+) moves, ([^,]+)(?:, (.*))?$`)

// settledMark ends the source of a position whose best move has settled.
const settledMark = "settled"

// parseSource returns the fields of an entry that a source of version 1 tells of. A source that the program did not
// write of a search is the entry's Source, unchanged.
func parseSource(source string) (e Entry) {
	words := sentence.FindStringSubmatch(source)
	if words == nil {
		return Entry{Source: source}
	}
	nodes, err := strconv.ParseUint(words[1], 10, 64)
	const byteBits = 8
	moves, movesErr := strconv.ParseUint(words[2], 10, byteBits)
	if errors.Join(err, movesErr) != nil {
		return Entry{Source: source}
	}
	e = Entry{Search: Search{Nodes: nodes, Moves: int(moves), Engine: words[3]}, Source: words[4]}
	if e.Source == settledMark {
		e.Settled, e.Source = true, ""
	}
	return e
}
