package cbhost

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/pattern"
)

// info is what a status says of a search.
type info struct {
	depth, selDepth int
	score           string // as info lines have it, "" for none
	nodes           string // a number, "" for none
	time            time.Duration
	line            []board.Move
}

// told reports whether anything could be read.
func (i info) told() bool { return i.depth > 0 || i.score != "" || i.nodes != "" || len(i.line) > 0 }

// text returns the words after info.
func (i info) text(p board.Position) string {
	text := fmt.Sprintf("depth %d", i.depth)
	if i.selDepth > 0 {
		text += fmt.Sprintf(" seldepth %d", i.selDepth)
	}
	if i.score != "" {
		text += " score " + i.score
	}
	if i.nodes != "" {
		text += " nodes " + i.nodes
	}
	text += fmt.Sprintf(" time %d", i.time.Milliseconds())
	if len(i.line) > 0 {
		text += " pv " + p.LineText(i.line)
	}
	return text
}

var (
	depthWord = pattern.Of(`(?i)\bdepth[ =:]*(\d{1,3})(?:/(\d{1,3}))?`)
	valueWord = pattern.Of(`(?i)\b(?:value|eval|score)[ =:]*(?:([-+]?\d{1,6}(?:\.\d+)?)|(draw|(?:win|loss)(?: \d{1,4})?))\b`)
	nodesWord = pattern.Of(`(?i)\bnodes[ =:]*(\d{1,18})\b`)
	lineWord  = pattern.Of(`(?i)\bpv[ =:]*((?:\d+[-x]\d+(?:x\d+)*\s*)+)`)
)

// readStatus reads what libraries write about a search of p: words as in "depth 25/43 value=56 nodes 61024 pv 24-20 16-19".
// A value with a decimal point is in men, one without in hundredths.
func readStatus(p board.Position, status string) (i info) {
	if found := depthWord().FindStringSubmatch(status); found != nil {
		i.depth, _ = strconv.Atoi(found[1])
		i.selDepth, _ = strconv.Atoi(found[2])
	}
	if found := valueWord().FindStringSubmatch(status); found != nil {
		i.score = found[2]
		if found[1] != "" {
			value, _ := strconv.ParseFloat(found[1], 64)
			if strings.Contains(found[1], ".") {
				value *= 100
			}
			i.score = fmt.Sprintf("cp %d", int(math.Round(value)))
		}
	}
	if found := nodesWord().FindStringSubmatch(status); found != nil {
		i.nodes = found[1]
	}
	if found := lineWord().FindStringSubmatch(status); found != nil {
		for text := range strings.FieldsSeq(found[1]) {
			m, err := p.ParseMove(text)
			if err != nil {
				break
			}
			i.line, p = append(i.line, m), p.Play(m)
		}
	}
	return i
}
