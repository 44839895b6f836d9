package player

import "strconv"

// parseInfo reads the words after info. Unknown words are skipped.
func parseInfo(words []string) report {
	var r report
	for len(words) > 0 {
		key, value := words[0], ""
		if words = words[1:]; len(words) > 0 {
			value = words[0]
		}
		switch key {
		case "string":
			return r
		case "pv":
			r.principal = firstMoves(words)
			return r
		case "depth":
			r.depth = count(value)
		case "multipv":
			r.line = count(value)
		case "nodes":
			nodes, err := strconv.ParseUint(value, 10, 64)
			if err == nil {
				r.nodes, r.hasNodes = nodes, true
			}
		case "score":
			r.score, words = parseInfoScore(words)
		case "lowerbound", "upperbound":
			r.bound = true
		}
	}
	return r
}

// parseInfoScore reads a score at the beginning of words and returns the rest.
func parseInfoScore(words []string) (Score, []string) {
	if len(words) == 0 {
		return Score{}, nil
	}
	if words[0] != "cp" {
		return parseResult(words)
	}
	if len(words) > 1 {
		if cents, err := strconv.ParseInt(words[1], 10, 64); err == nil {
			return evaluation(float64(cents) / 100), words[2:]
		}
	}
	return Score{}, words[1:]
}

// count reads a whole number. It returns 0 if text is not a number or the number is negative.
func count(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0
	}
	return n
}
