package ribbon

import "math/rand/v2"

// sample returns n distinct keys, the same for each seed.
func sample(n int, seed uint64) []uint64 {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = r.Uint64()
	}
	return keys
}

// shuffled returns the keys in another order.
func shuffled(keys []uint64, seed uint64) []uint64 {
	r := rand.New(rand.NewPCG(seed, 0))
	other := make([]uint64, len(keys))
	for i, j := range r.Perm(len(keys)) {
		other[i] = keys[j]
	}
	return other
}
