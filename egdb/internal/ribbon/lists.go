package ribbon

// lists holds keys in any number of lists, so that nobody has to join the lists.
type lists [][]uint64

// len returns the number of keys.
func (k lists) len() (keys int) {
	for _, list := range k {
		keys += len(list)
	}
	return keys
}
