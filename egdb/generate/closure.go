package generate

// closure joins the copies of every position by OR. A position with several black kings has
// one copy for each king that takes the place of X. For fixed other kings, the bits by X and
// by one king of A are a 32 by 32 matrix, and the transposed matrix holds the copies with
// both kings exchanged; so joining each matrix with its transpose joins every pair of
// copies. rest are the sets of the fixed black kings, two fewer than Black has.
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
