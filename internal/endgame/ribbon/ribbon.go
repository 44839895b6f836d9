package ribbon

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

// MaxWidth is the largest number of bits for each key of a Filter.
const MaxWidth = 16

const (
	filterMagic = "rbf1"
	bitsMagic   = "rbb1"

	widthAt     = 4
	layersAt    = 5
	tailAt      = 6
	seedAt      = 7
	headerBytes = 8

	// The shape of a layer in the header is a number of 32 bits: starts/64, and above it
	// the shift of the buckets minus minShift.
	shapeBytes = 4
	shapeBits  = 28

	// maxLayers is the largest number of layers. No number of distinct keys needs more,
	// because a layer leaves about one of 40 keys to the next.
	maxLayers = 12
)

// ribbon holds the layers and the tail of a Filter or of Bits.
type ribbon struct {
	width  int
	salt   uint64
	layers []layer
	tail   tail
}

// newRibbon returns an empty ribbon. Each magic and width has its own salt, so that the hashes
// of a key in different ribbons are independent.
func newRibbon(magic string, width int) ribbon {
	kind := uint64(binary.LittleEndian.Uint32([]byte(magic)))
	return ribbon{width: width, salt: mix(kind | uint64(width)<<32)}
}

// find returns the layer that a key belongs to, nil for the tail, with the hash and the start
// of the key in it.
func (r *ribbon) find(key uint64) (l *layer, hash, start uint64) {
	hash = key
	for i := range r.layers {
		l = &r.layers[i]
		hash = mix(hash ^ r.salt)
		start = l.start(hash)
		if l.keeps(start) {
			return l, hash, start
		}
	}
	return nil, r.tail.hash(hash ^ r.salt), 0
}

// open checks the header and the length of data, so that no query reads outside data.
func open(data []byte, magic string) (ribbon, error) {
	if len(data) < headerBytes {
		return ribbon{}, fmt.Errorf("ribbon: %d bytes are too few for a header", len(data))
	}
	if found := data[:len(magic)]; string(found) != magic {
		return ribbon{}, fmt.Errorf("ribbon: magic is %q, not %q", found, magic)
	}
	r := newRibbon(magic, int(data[widthAt]))
	r.tail = tail{seed: uint64(data[seedAt]), bytes: int(data[tailAt])}
	layers := int(data[layersAt])
	switch {
	case r.width < 1 || r.width > MaxWidth || magic == bitsMagic && r.width != 1:
		return ribbon{}, fmt.Errorf("ribbon: impossible width %d", r.width)
	case layers > maxLayers:
		return ribbon{}, fmt.Errorf("ribbon: %d layers, more than %d", layers, maxLayers)
	case r.tail.bytes > tailKeys/8:
		return ribbon{}, fmt.Errorf("ribbon: tail of %d bytes, more than %d", r.tail.bytes, tailKeys/8)
	case len(data) < headerBytes+layers*shapeBytes:
		return ribbon{}, errors.New("ribbon: too short for the shapes of its layers")
	}
	for i := range layers {
		shape := binary.LittleEndian.Uint32(data[headerBytes+i*shapeBytes:])
		starts := uint64(shape%(1<<shapeBits)) * wordBits
		shift := minShift + uint(shape>>shapeBits)
		if starts == 0 || shift > maxShift {
			return ribbon{}, fmt.Errorf("ribbon: impossible shape %#x of layer %d", shape, i)
		}
		r.layers = append(r.layers, newLayer(starts, shift))
	}
	if want := r.size(); want != uint64(len(data)) {
		return ribbon{}, fmt.Errorf("ribbon: %d bytes, not %d", len(data), want)
	}
	for _, unused := range data[headerBytes+layers*shapeBytes : r.headerSize()] {
		if unused != 0 {
			return ribbon{}, errors.New("ribbon: padding of the header is not zero")
		}
	}
	r.attach(data)
	return r, nil
}

// headerSize returns the number of bytes before the first cells: whole words.
func (r *ribbon) headerSize() uint64 {
	return (uint64(headerBytes+len(r.layers)*shapeBytes) + wordBytes - 1) / wordBytes * wordBytes
}

// size returns the length of the file.
func (r *ribbon) size() uint64 {
	size := r.headerSize() + uint64(r.tail.bytes*r.width)
	for i := range r.layers {
		size += r.layers[i].cellBytes(r.width) + r.layers[i].codeBytes()
	}
	return size
}

// attach sets the cells and cut codes of the layers, and the cells of the tail, in data.
func (r *ribbon) attach(data []byte) {
	tailFrom := len(data) - r.tail.bytes*r.width
	r.tail.cells = data[tailFrom-tailGuard:]
	data = data[r.headerSize():]
	take := func(bytes uint64) (part []byte) {
		part, data = data[:bytes:bytes], data[bytes:]
		return part
	}
	for i := range r.layers {
		r.layers[i].cells = take(r.layers[i].cellBytes(r.width))
	}
	for i := range r.layers {
		r.layers[i].cutCodes = take(r.layers[i].codeBytes())
	}
}

// appendTo appends the file that open reads.
func (r *ribbon) appendTo(data []byte, magic string) []byte {
	data = append(data, magic...)
	data = append(data, byte(r.width), byte(len(r.layers)), byte(r.tail.bytes), byte(r.tail.seed))
	for i := range r.layers {
		l := &r.layers[i]
		data = binary.LittleEndian.AppendUint32(data, uint32(l.starts/wordBits)|uint32(l.shift-minShift)<<shapeBits)
	}
	if len(r.layers)%2 != 0 {
		data = append(data, make([]byte, wordBytes-shapeBytes)...)
	}
	for i := range r.layers {
		data = append(data, r.layers[i].cells...)
	}
	for i := range r.layers {
		data = append(data, r.layers[i].cutCodes...)
	}
	return append(data, r.tail.cells...)
}

const (
	wordBits  = 64
	wordBytes = wordBits / 8
)

// word returns the i-th word of data, which may lie at any address.
func word(data []byte, i int) uint64 { return binary.LittleEndian.Uint64(data[i*wordBytes:]) }

// putWord sets the i-th word of data.
func putWord(data []byte, i int, value uint64) {
	binary.LittleEndian.PutUint64(data[i*wordBytes:], value)
}

// parity returns the exclusive or of all bits.
func parity(x uint64) uint64 { return uint64(bits.OnesCount64(x)) & 1 }

// The multipliers are odd numbers without a pattern. They are part of the format.
const (
	mixFirst  = 0xbf58476d1ce4e5b9
	mixSecond = 0x94d049bb133111eb
	lowFold   = 0x9e3779b97f4a7c15
	highFold  = 0xd6e8feb86659fd93
)

// mix returns a hash of x. It is a bijection, so distinct keys stay distinct from layer to
// layer.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * mixFirst
	x = (x ^ x>>27) * mixSecond
	return x ^ x>>31
}

// fold multiplies to 128 bits and returns the exclusive or of both halves.
func fold(x, factor uint64) uint64 {
	high, low := bits.Mul64(x, factor)
	return high ^ low
}

// coefficients returns the 128 coefficients of the equation of a hash. The first is always 1.
func coefficients(hash uint64) (low, high uint64) {
	return fold(hash, lowFold) | 1, fold(hash, highFold)
}

// fingerprint returns the value that a filter stores for a hash: the low bits, because the
// high bits choose the slot.
func fingerprint(hash uint64, width int) uint16 { return uint16(hash & (1<<width - 1)) }
