package eval

// Parts holds the contribution of each heuristic and of each pattern to an evaluation for Black, in
// hundredths of a man. The heuristics come first, in their order. The contribution of a pattern is
// the sum for both sides.
type Parts [int(heuristics) + len(patterns)]float32

// PartNames returns the names of the parts in their order.
func PartNames() (names []string) {
	for _, h := range descriptions {
		names = append(names, h.Name)
	}
	for _, pt := range patterns {
		names = append(names, "pattern "+pt.name)
	}
	return names
}

// Parts returns the parts of the evaluation of f by the weights in l.
func (l *Learned) Parts(f *Features) (parts Parts) {
	shares := HeuristicShares(f.Pieces)
	for h, count := range f.Counts {
		if count == 0 {
			continue
		}
		for ph, share := range shares {
			parts[h] += float32(count) * share * float32(l.Heuristics[h][ph]) * LearnedUnit
		}
	}
	early, late := PatternShares(f.Pieces)
	for i, table := range l.Patterns {
		own, foe := 2*f.Black[i], 2*f.White[i]
		parts[int(heuristics)+i] = LearnedUnit * (early*(float32(table[own])-float32(table[foe])) +
			late*(float32(table[own+1])-float32(table[foe+1])))
	}
	return parts
}

// Sum returns the evaluation for Black, in hundredths of a man.
func (p *Parts) Sum() (sum float32) {
	for _, part := range p {
		sum += part
	}
	return sum
}
