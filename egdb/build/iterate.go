package build

// start sets every placement to not a win and not a loss: the values from which
// iterate only takes away.
func (w *worker) start() {
	for rA, a := range w.blackSets.members {
		row := rA * w.whites
		for rC, c := range w.whiteSets.members {
			word := uint64(0)
			if c&a == 0 && (a|c)&w.men == 0 {
				word = uint64(^(a | c | w.men)) << squares
			}
			w.values[blackToMove][row+rC] = word
			w.values[whiteToMove][row+rC] = word
			w.placed[row+rC] = uint32(word >> squares)
			flag := uint8(0)
			if word != 0 {
				flag = 1
			}
			w.dirty[blackToMove][row+rC] = flag
			w.dirty[whiteToMove][row+rC] = flag
		}
	}
}

// iterate computes the words from their successors until nothing changes. Bits of N
// are only taken away and bits of L only added, so any order of evaluation reaches
// the same, least fixpoint: what is still undecided then is a draw. Only words with
// a changed successor are looked at, in rows up and down in turn.
func (w *worker) iterate() {
	for changed := true; changed; {
		changed = false
		for rA := range w.blacks {
			changed = w.row(rA) || changed
		}
		if !changed {
			return
		}
		changed = false
		for rA := w.blacks - 1; rA >= 0; rA-- {
			changed = w.row(rA) || changed
		}
	}
}

// row evaluates the words of one set A for both sides to move.
func (w *worker) row(rA int) bool {
	white := w.whiteRow(rA)
	return w.blackRow(rA) || white
}

// evaluate returns the new word of positions with a mover's successors: constant
// parts and the OR of the others, which count where there is no capture.
func evaluate(constant, successors uint64, captures, placed uint32) uint64 {
	all := constant | successors&^dup(captures)
	lost := placed &^ uint32(all>>squares)
	notWon := placed &^ uint32(all)
	return uint64(notWon)<<squares | uint64(lost)
}

func (w *worker) whiteRow(rA int) (changed bool) {
	at := rA * w.whites
	black := w.values[blackToMove][at:][:w.whites]
	white := w.values[whiteToMove][at:][:w.whites]
	constant := w.constant[whiteToMove][at:][:w.whites]
	captures := w.captures[at:][:w.whites]
	placed := w.placed[at:][:w.whites]
	dirty := w.dirty[whiteToMove][at:][:w.whites]
	mine := w.dirty[blackToMove][at:][:w.whites]
	nearA := w.blackSets.nearOf(rA)
	sets := w.whiteSets
	for rC := range dirty {
		if dirty[rC] == 0 {
			continue
		}
		dirty[rC] = 0
		old := white[rC]
		if uint32(old>>squares)&^uint32(old) == 0 {
			continue
		}
		var successors uint64
		for _, to := range sets.nearOf(rC) {
			successors |= black[to]
		}
		word := evaluate(constant[rC], successors, uint32(captures[rC]>>squares), placed[rC])
		if word == old {
			continue
		}
		white[rC] = word
		changed = true
		mine[rC] = 1
		for _, from := range nearA {
			w.dirty[blackToMove][int(from)*w.whites+rC] = 1
		}
	}
	return changed
}

func (w *worker) blackRow(rA int) (changed bool) {
	at := rA * w.whites
	black := w.values[blackToMove][at:][:w.whites]
	white := w.values[whiteToMove][at:][:w.whites]
	constant := w.constant[blackToMove][at:][:w.whites]
	captures := w.captures[at:][:w.whites]
	placed := w.placed[at:][:w.whites]
	dirty := w.dirty[blackToMove][at:][:w.whites]
	theirs := w.dirty[whiteToMove][at:][:w.whites]
	nearA := w.blackSets.nearOf(rA)
	sets := w.whiteSets
	for rC := range dirty {
		if dirty[rC] == 0 {
			continue
		}
		dirty[rC] = 0
		old := black[rC]
		if uint32(old>>squares)&^uint32(old) == 0 {
			continue
		}
		successors := spread(white[rC])
		for _, to := range nearA {
			successors |= w.values[whiteToMove][int(to)*w.whites+rC]
		}
		word := evaluate(constant[rC], successors, uint32(captures[rC]), placed[rC])
		if word == old {
			continue
		}
		black[rC] = word
		changed = true
		for _, from := range sets.nearOf(rC) {
			theirs[from] = 1
		}
	}
	return changed
}
