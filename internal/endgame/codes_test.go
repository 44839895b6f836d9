package endgame

import (
	"os"
	"testing"

	"github.com/zonda-checkers/zonda/board"
)

// FuzzOpenCodes: codes that open answer every symbol in bounded time, whatever the bits.
func FuzzOpenCodes(f *testing.F) {
	f.Add(EncodeCodes([]int16{3}, []int{0, 5}, [][]uint8{{1, 2, 2}, {1}}))
	f.Add([]byte{1, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := OpenCodes(data)
		if err != nil {
			return
		}
		for context := range c.codes {
			for _, bit := range []bool{false, true} {
				if symbol, ok := c.Symbol(context, func(int) bool { return bit }); ok && symbol >= maxSymbols {
					t.Fatalf("symbol %d", symbol)
				}
			}
		}
	})
}

// FuzzDistanceSections: a file whose checksums are right but whose sections are anything
// is refused, or answers something.
func FuzzDistanceSections(f *testing.F) {
	for _, material := range []string{"1Cv1C", "1Kv1C", "1Kv1K", "1K1Cv1C"} {
		data, err := os.ReadFile("../../egdb/data/" + material + ".dtw")
		if err != nil {
			f.Fatal(err)
		}
		_, sections, err := distanceFormat(DTW).decode(data)
		if err != nil {
			f.Fatal(err)
		}
		seed := [distanceKinds][]byte{}
		for _, section := range sections {
			if section.Half == 0 {
				seed[section.Kind] = section.Data
			}
		}
		f.Add(seed[SectionLevels], seed[SectionCodes], seed[SectionBits], seed[SectionLongest])
	}
	p := board.Position{Black: 1 << 5, White: 1 << 20, Kings: 1<<5 | 1<<20}
	f.Fuzz(func(t *testing.T, levels, codes, bits, maximum []byte) {
		var sections []Section
		for kind, data := range [][]byte{levels, codes, bits, maximum} {
			if len(data) > 0 {
				sections = append(sections, Section{Kind: uint8(kind), Data: data})
			}
		}
		file := EncodeDistances(DTW, Header{Material: MaterialOf(p)}, sections)
		s, err := OpenDistances("name", DTW, file)
		if err == nil {
			s.Stored(p)
		}
	})
}
