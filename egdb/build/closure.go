package build

// closure lets every copy of a position know what any other knows, by OR: a
// position is stored with each of the black kings for X, and in one pass every two
// copies meet where a 32 by 32 matrix of bits (X, one king of A) is joined with its
// transpose. rest are the sets of the other black kings, two fewer than Black has.
func closure(words []uint64, whites int, rest *sets) {
	var rows [squares][]uint64
	var matrix, turned [squares]uint64
	for r := range rest.members {
		for s, with := range rest.with[r*squares : (r+1)*squares] {
			rows[s] = nil
			if with != none {
				rows[s] = words[int(with)*whites:][:whites]
			}
		}
		for c := range whites {
			any := uint64(0)
			for s, row := range rows {
				word := uint64(0)
				if row != nil {
					word = row[c]
				}
				matrix[s] = word
				any |= word
			}
			if any == 0 {
				continue
			}
			turned = matrix
			transpose(&turned)
			for s, row := range rows {
				if row != nil {
					row[c] = matrix[s] | turned[s]
				}
			}
		}
	}
}
