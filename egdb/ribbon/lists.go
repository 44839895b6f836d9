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

// part returns the keys of a worker, about as many for each.
func (k lists) part(worker, workers int) (own lists) {
	all := k.len()
	from, to := all*worker/workers, all*(worker+1)/workers
	for _, list := range k {
		first, last := min(max(from, 0), len(list)), min(max(to, 0), len(list))
		if first < last {
			own = append(own, list[first:last])
		}
		from, to = from-len(list), to-len(list)
	}
	return own
}
