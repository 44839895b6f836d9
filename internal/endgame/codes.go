package endgame

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"sort"
)

// Codes are canonical Huffman codes of the symbols of a slice of distances, one code for each
// context. The prediction for a position selects its context.
type Codes struct {
	bounds []int16 // predictions from bounds[c-1] to below bounds[c] belong to context c
	codes  []code
}

// code is a canonical prefix code (Schwartz and Kallick 1964): code words are ordered by length,
// those of equal length by symbol.
type code struct {
	count   [maxCodeBits + 1]uint32 // number of code words by length
	symbols []uint16                // in the order of the codes
}

const (
	maxCodeBits = 31
	maxContexts = 64
	maxSymbols  = 1 << 14
)

// EncodeCodes returns the section of codes: for each context its first symbol, and the
// lengths of the code words from that symbol on, 0 for symbols that do not occur.
func EncodeCodes(bounds []int16, first []int, lengths [][]uint8) []byte {
	data := []byte{uint8(len(lengths))}
	for _, b := range bounds {
		data = binary.LittleEndian.AppendUint16(data, uint16(b))
	}
	for c, l := range lengths {
		data = binary.LittleEndian.AppendUint16(data, uint16(first[c]))
		data = binary.LittleEndian.AppendUint16(data, uint16(len(l)))
		data = append(data, l...)
	}
	return data
}

// OpenCodes reads the section of codes. The error says that it is damaged.
func OpenCodes(data []byte) (*Codes, error) {
	damaged := errors.New("impossible codes")
	if len(data) < 1 || data[0] == 0 || data[0] > maxContexts || len(data) < 1+2*(int(data[0])-1) {
		return nil, damaged
	}
	c := &Codes{codes: make([]code, data[0])}
	data = data[1:]
	for range len(c.codes) - 1 {
		c.bounds = append(c.bounds, int16(binary.LittleEndian.Uint16(data)))
		data = data[2:]
	}
	if !slices.IsSorted(c.bounds) {
		return nil, damaged
	}
	for i := range c.codes {
		if len(data) < 4 {
			return nil, damaged
		}
		first, n := int(binary.LittleEndian.Uint16(data)), int(binary.LittleEndian.Uint16(data[2:]))
		if len(data) < 4+n || first+n > maxSymbols || !c.codes[i].open(first, data[4:4+n]) {
			return nil, damaged
		}
		data = data[4+n:]
	}
	if len(data) > 0 {
		return nil, damaged
	}
	return c, nil
}

// open reads the lengths of code words and reports whether they make a code.
func (c *code) open(first int, lengths []uint8) bool {
	for length := uint8(1); length <= maxCodeBits; length++ {
		for i, l := range lengths {
			if l == length {
				c.symbols = append(c.symbols, uint16(first+i))
				c.count[length]++
			}
		}
	}
	if len(c.symbols) == 1 { // a single symbol needs no bit
		return c.count[1] == 1
	}
	space := uint64(0)
	for length, n := range c.count {
		space += uint64(n) << (maxCodeBits - length)
	}
	return space == 1<<maxCodeBits && len(c.symbols) == len(lengths)-bytes.Count(lengths, []byte{0}) || len(c.symbols) == 0
}

// Context returns the context of a prediction.
func (c *Codes) Context(prediction int) int {
	return sort.Search(len(c.bounds), func(i int) bool { return int(c.bounds[i]) > prediction })
}

// Symbol returns the symbol whose code word in a context begins at bit(0), false if there is
// none.
func (c *Codes) Symbol(context int, bit func(i int) bool) (symbol int, ok bool) {
	own := &c.codes[context]
	if len(own.symbols) < 2 {
		if len(own.symbols) == 0 {
			return 0, false
		}
		return int(own.symbols[0]), true
	}
	var word, first, before uint32
	for length := 1; length <= maxCodeBits; length++ {
		word <<= 1
		if bit(length - 1) {
			word |= 1
		}
		n := own.count[length]
		if word-first < n {
			return int(own.symbols[before+word-first]), true
		}
		before += n
		first = (first + n) << 1
	}
	return 0, false
}

// Word returns the code word of a symbol in a context, its first bit highest, and its length
// in bits. The length is 0 if the symbol has no code word or is the only one.
func (c *Codes) Word(context, symbol int) (word uint32, length int) {
	own := &c.codes[context]
	if len(own.symbols) < 2 {
		return 0, 0
	}
	var first, before uint32
	for length := 1; length <= maxCodeBits; length++ {
		n := own.count[length]
		for i := range n {
			if int(own.symbols[before+i]) == symbol {
				return first + i, length
			}
		}
		before += n
		first = (first + n) << 1
	}
	return 0, 0
}
