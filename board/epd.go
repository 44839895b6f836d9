package board

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Operation is what a line of a file of positions says of its position, as in the Extended Position Description of chess: a code, such as
// id or bm, in lower case, and its operand.
type Operation struct{ Code, Operand string }

// codes are the codes of operations in the standard of chess, and result. The digits of c0 to c9 and v0 to v9 are left out.
var codes = strings.Fields(`acd acn acs am bm c ce dm draw_accept draw_claim draw_offer draw_reject eco fmvn hmvc id nic noop pm pv rc resign
	sm tcgs tcri tcsi v result`)

// CutEPD returns the FEN at the beginning of a line, as CutFEN does, and the operations behind it, with semicolons between them. The error
// says what stands behind the FEN and is none.
func CutEPD(line string) (fen string, operations []Operation, err error) {
	parts, closed := cutSemicolons(line)
	fen, parts[0] = CutFEN(parts[0])
	if !closed {
		return fen, nil, fmt.Errorf("a quote is not closed: %s", Quote(parts[len(parts)-1]))
	}
	if strings.Contains(fen, "/") {
		return fen, nil, errors.New("this is a position of chess, not of English draughts")
	}
	for _, part := range parts {
		code, operand := cutWord(part)
		code = strings.ToLower(code)
		switch {
		case code == "":
			continue
		case strings.Trim(code, "0123456789") == "":
			return fen, nil, fmt.Errorf("%s behind FEN %s is a square without a comma", code, Quote(fen))
		case !slices.Contains(codes, code) && !(len(code) == len("c0") && slices.Contains(codes, strings.TrimRight(code, "0123456789"))):
			return fen, nil, fmt.Errorf("%s behind FEN %s is no operation such as id", Quote(part), Quote(fen))
		}
		operations = append(operations, Operation{code, operand})
	}
	return fen, operations, nil
}

// cutSemicolons cuts a line at its semicolons that do not stand in quotes. It reports false if the last quote is not closed.
func cutSemicolons(line string) (parts []string, closed bool) {
	quoted, begin := false, 0
	for i := range len(line) {
		switch {
		case line[i] == '"':
			quoted = !quoted
		case line[i] == ';' && !quoted:
			parts = append(parts, strings.TrimSpace(line[begin:i]))
			begin = i + 1
		}
	}
	return append(parts, strings.TrimSpace(line[begin:])), !quoted
}
