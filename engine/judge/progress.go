package judge

// usualDoubts are the shares of the moves, and of those with a first closer look, that get a closer look: in the games of famous.pdn, of
// which TestAgreement prints how many positions each look has.
var usualDoubts = [len(closerLooks)]float64{0.16, 0.36}

// Left returns how much of a study is left to search, in searches of a position: as far as that is known, and beyond that as games usually
// need. It is 0 for a study that is done.
func (s *Study) Left() (left float64) {
	for _, q := range s.open() {
		left += q.cost()
	}
	for ply := range s.Game.Moves {
		left += s.leftOf(ply)
	}
	return left
}

// leftOf returns how much of a move is left to search beyond the verdicts on its positions.
func (s *Study) leftOf(ply int) (left float64) {
	if q, missing := s.counted(ply); missing && s.of.corridor {
		left += q.cost()
	}
	_, before := s.of.found.verdict(s.positions[ply])
	_, after := s.of.found.verdict(s.positions[ply+1])
	chance, known := 1., before && after
	for i := range closerLooks {
		look := question{s.positions[ply], s.Game.Moves[ply].Move, i + 1}
		if known {
			_, missing := s.doubt(ply, look.Look)
			_, answered := s.of.found[look]
			if known = answered; !answered && !missing {
				return left
			}
			if answered {
				continue
			}
		} else {
			chance *= usualDoubts[i]
		}
		left += chance * look.cost()
	}
	return left
}

// Cost returns how much was searched for a finding, in the unit of Study.Left.
func (f Finding) Cost() float64 { return f.cost() }

// cost returns how much is searched for an answer, in searches of a position.
func (q question) cost() float64 {
	if q.Look == 0 || q.Look == corridorLook {
		return 1
	}
	const searches = 2
	return searches * float64(closerLooks[q.Look-1].nodes)
}
