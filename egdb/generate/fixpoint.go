package generate

// start sets every placement to "does not win, does not lose". settle only removes bits of
// the first kind and adds bits of the second.
func (w *valueSolver) start() {
	clear(w.placed)
	for side := range sides {
		clear(w.values[side])
		clear(w.dirty[side])
	}
	w.each(func(i int, a, c uint32) {
		placed := ^(a | c | w.men)
		w.placed[i] = placed
		for side := range sides {
			w.values[side][i] = uint64(placed) << squares
			w.dirty[side][i] = 1
		}
	})
}

// settle computes the words from their successors until nothing changes. Bits N (does not
// win) are only removed and bits L (loses) only added. Therefore every order of evaluation
// ends at the same least fixpoint, where the positions still undecided are draws. Only words
// with a changed successor are computed, in rows up and down in turn.
func (w *valueSolver) settle() {
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

// row computes the words of one set A for both sides to move.
func (w *valueSolver) row(rA int) bool {
	white := w.whiteRow(rA)
	return w.blackRow(rA) || white
}

// evaluate returns the new word of positions: from the constant part, and from the OR of the
// king moves' successors, which count where there is no capture.
func evaluate(constant, successors uint64, captures, placed uint32) uint64 {
	all := constant | successors&^dup(captures)
	lost := placed &^ uint32(all>>squares)
	notWon := placed &^ uint32(all)
	return uint64(notWon)<<squares | uint64(lost)
}

// strip holds the words of one set A with one side to move, and the other data of the words.
type strip struct {
	words, constant []uint64
	captures        []uint64 // of both sides to move
	placed          []uint32
	dirty           []uint8
}

func (w *valueSolver) strip(side, rA int) strip {
	at, n := rA*w.whites, w.whites
	return strip{
		words: w.values[side][at:][:n], constant: w.constant[side][at:][:n],
		captures: w.captures[at:][:n], placed: w.placed[at:][:n], dirty: w.dirty[side][at:][:n],
	}
}

// pending returns the word at rC, and whether it must be computed: a successor has changed
// and a position of the word is undecided.
func (s *strip) pending(rC int) (word uint64, ok bool) {
	if s.dirty[rC] == 0 {
		return 0, false
	}
	s.dirty[rC] = 0
	word = s.words[rC]
	return word, uint32(word>>squares)&^uint32(word) != 0
}

func (w *valueSolver) whiteRow(rA int) (changed bool) {
	black, white := w.strip(blackToMove, rA), w.strip(whiteToMove, rA)
	nearA, sets := w.blackSets.nearOf(rA), w.whiteSets
	for rC := range white.dirty {
		old, ok := white.pending(rC)
		if !ok {
			continue
		}
		var successors uint64
		for _, to := range sets.nearOf(rC) {
			successors |= black.words[to]
		}
		word := evaluate(white.constant[rC], successors, uint32(white.captures[rC]>>squares), white.placed[rC])
		if word == old {
			continue
		}
		white.words[rC] = word
		changed = true
		black.dirty[rC] = 1
		for _, from := range nearA {
			w.dirty[blackToMove][int(from)*w.whites+rC] = 1
		}
	}
	return changed
}

func (w *valueSolver) blackRow(rA int) (changed bool) {
	black, white := w.strip(blackToMove, rA), w.strip(whiteToMove, rA)
	nearA, sets := w.blackSets.nearOf(rA), w.whiteSets
	for rC := range black.dirty {
		old, ok := black.pending(rC)
		if !ok {
			continue
		}
		successors := spread(white.words[rC])
		for _, to := range nearA {
			successors |= w.values[whiteToMove][int(to)*w.whites+rC]
		}
		word := evaluate(black.constant[rC], successors, uint32(black.captures[rC]), black.placed[rC])
		if word == old {
			continue
		}
		black.words[rC] = word
		changed = true
		for _, from := range sets.nearOf(rC) {
			white.dirty[from] = 1
		}
	}
	return changed
}
