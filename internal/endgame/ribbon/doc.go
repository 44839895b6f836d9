// Package ribbon has two static structures for sets of 64-bit keys, which must be strong
// hashes. A [Filter] answers whether a key is in the set, with few wrong answers for keys
// outside. [Bits] holds one bit for each key of the set. Both take little more space than
// the information that they store.
//
// Both are bumped ribbons. Every key is a linear equation modulo 2 between 128 neighbouring
// slots, and the file holds the values of the slots. A layer has fewer slots than keys, so
// that almost no slot stays empty; the other keys go to the next, smaller layer.
//
// # Format
//
// Integers are little-endian, arithmetic is modulo 2^64, ^ is exclusive or,
// >> shifts in zeros and mulhi(a, b) is the upper half of the product of 128
// bits. A file is
//
//	4 bytes  "rbf1" for a Filter, "rbb1" for Bits
//	1 byte   width, 1 to 16 bits a key; 1 for Bits
//	1 byte   number of layers, 0 to 12
//	1 byte   tail bytes, 0 to 32
//	1 byte   tail seed
//	4 bytes  for each layer its shape: in the low 28 bits starts/64, at least
//	         1; in the high 4 bits the bucket shift - 6, at most 10
//	         zeros up to a multiple of 8
//	         for each layer its cells
//	         for each layer its cut codes
//	         the tail: width columns of tail bytes
//
// A file has no other bytes. A layer has shards = max(1, starts>>16) shards. Shard
// number i < shards-1 has starts i<<16 to ((i+1)<<16)-1, the last all others.
// A shard has a slot for each start and 128 more. The slots of all shards follow
// each other. Cells are, for each 64 slots, width words of 64 bits, one
// for each column: bit i of word c is bit c of the value of slot i of the 64.
// A bucket is 1<<shift starts, the last may be shorter; the cut code of bucket
// i is 2 bits of byte i/4 of the codes, from bit i%4*2 on. The codes 0 to 3
// mean the cuts 0, 32, min(80, 1<<shift) and 1<<shift.
//
// # Query
//
//	mix(x):  x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
//	         x = (x ^ x>>27) * 0x94d049bb133111eb
//	         return x ^ x>>31
//	fold(x, f) = mulhi(x, f) ^ x*f
//	salt = mix(the file's first 4 bytes as an integer | width<<32)
//
// Let hash be the key. For each layer in turn, hash = mix(hash ^ salt) and
// start = mulhi(hash, starts). If start modulo 1<<shift is less than the cut of
// bucket start>>shift, the key is not in this layer: go on to the next. If it
// is, its first slot is start + 128*min(start>>16, shards-1). The coefficients
// of the 128 slots from there, lowest bit first, are fold(hash,
// 0x9e3779b97f4a7c15) | 1 for 64 and fold(hash, 0xd6e8feb86659fd93) for the
// other 64. Bit c of the key's value is the parity of coefficients & column c.
//
// A key that is in no layer is in the tail: hash = mix((hash ^ salt) + seed). Its
// equation spans all slots, 8 times tail bytes: the coefficients of slots 64*i
// to 64*i+63 are mix(hash + (i+1)*0x9e3779b97f4a7c15), and slot j of column c is bit
// j%8 of byte j/8 of the column. A tail without bytes has no keys.
//
// The bit of a key is bit 0 of its value. A Filter has a key if the value is equal to the low
// width bits of the hash with which the value was found. A key in a tail without keys is
// never in the Filter.
//
// # Building
//
// A layer for n keys has n - n/40 slots, rounded down to whole words. Buckets
// are filled from the first to the last, each from its last start to its
// first, until a key contradicts the equations before it; the smallest cut
// that leaves this key out is the cut of the bucket. The tail takes up to 256 keys.
// The cuts, the buckets of 512 starts and the share n/40 took the least space of
// those measured: Bits take half a percent more than one bit a key, four fifths of
// it for cut codes. A Filter with more columns takes less.
package ribbon
