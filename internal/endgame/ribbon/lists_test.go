package ribbon

// inLists returns keys in a number of lists of about the same length.
func inLists(keys []uint64, number int) (all [][]uint64) {
	for i := range number {
		all = append(all, keys[len(keys)*i/number:len(keys)*(i+1)/number])
	}
	return all
}
