package pdn

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/pattern"
)

// MaxDepth is the largest number of variations within each other. A Reader keeps those that are
// nested deeper as comments.
const MaxDepth = 64

// errNoStart ends the reading of a game whose starting position could not be read. The FEN is
// reported as a problem; therefore this error is not reported.
var errNoStart = errors.New("the starting position is unknown")

// lineReader reads the tokens of a line: the game itself or a variation. A variation that has a
// token out of place is taken for a comment.
type lineReader struct {
	*parser
	line         *Line
	before, next board.Position // before and after the last move; before the first move only next is set
	depth        int            // 0 for the game itself
	number       int            // of the next move
	plain        bool           // the last move is written without a separator, as in 11 15
	short        bool           // the move last looked at is a capture whose last squares are missing
	starred      bool           // a star is attached to the next move

	end    int                // of the tokens
	played int                // the tokens before it belong to the moves played
	told   int                // the words before it belong to comments
	chosen map[int]board.Move // the moves chosen for ambiguous tokens, by token
	ahead  struct {           // the squares of the move that was looked at last
		token int
		spelling
	}
}

// read reads the tokens from first to end-1. At a token that cannot be read it stops, and returns
// the token and the error.
func (r *lineReader) read(first, end int) (int, error) {
	r.end = end
	for i := first; i < end; i++ {
		t := r.tokens[i]
		if err := r.take(i, t); err != nil {
			return i, err
		}
		if t.kind == kindOpen {
			i = int(t.closing)
		}
	}
	r.unstar()
	return end, nil
}

// unstar makes a comment of a star before a move that did not follow.
func (r *lineReader) unstar() {
	if r.starred {
		r.starred = false
		r.line.comment("*")
	}
}

func (r *lineReader) take(i int, t token) error {
	switch t.kind {
	case kindNumber, kindMove, kindSquare:
		return r.part(i, t)
	case kindUnknown:
		return r.dash(i, t)
	case kindStar:
		r.unstar()
		r.starred = true
		return nil
	case kindRemark:
		r.behind(t)
		return nil
	case kindEscape:
		r.say(t, r.text[t.start+1:t.end])
		return nil
	case kindComment:
		r.say(t, r.unquoted(r.text[t.start+1:t.end-1]))
		return nil
	case kindRest:
		r.rest(t)
		return nil
	case kindUnclosed:
		r.problems.add(int(t.line), "the comment has no closing brace")
		r.say(t, r.text[t.start+1:t.end])
		return nil
	case kindNAG:
		return r.glyph(t)
	case kindStrength:
		return r.strength(t)
	case kindOpen:
		return r.bracket(i, t)
	case kindSetup:
		return r.setup(r.word(t))
	case kindWord:
		return r.prose(i, t)
	}
	return r.stray(t)
}

// say keeps a text of token t as a comment.
func (r *lineReader) say(t token, text string) { r.comment(r.line, int(t.line), text) }

// behind reads words behind the result.
func (r *lineReader) behind(t token) {
	text := r.remark(t)
	r.contradict(t, text)
	r.say(t, text)
}

// contradict says it if words name another result than that of the game.
func (r *lineReader) contradict(t token, text string) {
	if result, _, ok := cutVerdict(text); ok && result != r.game.Result && r.game.Result != board.Unfinished {
		r.warnings.add(int(t.line), "the game has a second result, %s, which is kept as a comment", board.Quote(text))
	}
}

var (
	onlyMoves = pattern.Of(`^[\s\d.,;:xX×‐‑–—−!?-]*$`)
	firstMove = pattern.Of(`\d\d?[xX×‐‑–—−-]\d\d?`)
)

// rest reads a comment that begins with a semicolon. It is in doubt if it has nothing but moves, of which the first is legal.
func (r *lineReader) rest(t token) {
	text := r.text[t.start+1 : t.end]
	if first := firstMove().FindString(text); first != "" && r.placed && onlyMoves().MatchString(text) {
		if _, err := r.next.ParseMove(first); err == nil {
			r.warnings.add(int(t.line), "the moves from %s on stand behind a semicolon; they are kept as a comment", first)
		}
	}
	r.say(t, text)
}

// dash reads a dash. Before a move it is in doubt, and else it stands in place of a move.
func (r *lineReader) dash(i int, t token) error {
	if !r.moveFollows(i) {
		return errors.New("the move is unknown")
	}
	r.warnings.add(int(t.line), "%s before a move is left out", board.Quote(r.word(t)))
	return nil
}

// part reads a move or a number.
func (r *lineReader) part(i int, t token) error {
	switch {
	case i < r.played:
		return nil
	case !r.placed && t.kind == kindNumber:
		return nil
	case !r.placed:
		return errNoStart
	}
	moves, last := r.moves(i)
	switch {
	case len(moves) > 0:
		return r.move(i, last, moves)
	case t.kind == kindNumber:
		return r.numbering(i, t)
	case t.kind == kindSquare:
		if _, last := r.pair(i); last >= 0 && r.plain { // where moves have no separators, the square begins an illegal one
			return illegal(r.next, file.OneLine(r.text[t.start:r.tokens[last].end]), r.squares)
		}
		return r.stray(t)
	}
	word := r.word(t) // without pieces of one side the game is over, though the other side could move
	return cmp.Or(illegal(r.next, word, r.squares), fmt.Errorf("move %s is illegal: the game is over", bare(word)))
}

// moves returns the moves that the text from token i on can name, and the last token of that text. Captures that stop
// short count only if no other move fits.
func (r *lineReader) moves(i int) (moves []board.Move, last int) {
	r.short = false
	if r.next.Finished() {
		return nil, -1
	}
	last = r.phrase(i, func(s spelling) bool {
		found := s.named(r.next, &r.squares, board.Position.FindMoves)
		if len(found) == 0 {
			found = s.named(r.next, &r.squares, board.Position.Longer)
			r.short = len(found) > 0 || r.short
		} else {
			r.short = false
		}
		if len(found) > 0 {
			moves = found
		}
		return len(found) > 0
	})
	return moves, last
}

// move plays the move that the tokens from i to last name, one of moves.
func (r *lineReader) move(i, last int, moves []board.Move) error {
	m, text := moves[0], file.OneLine(r.text[r.tokens[i].start:r.tokens[last].end])
	if len(moves) == 1 && r.short {
		r.warnings.add(int(r.tokens[i].line), "move %s stops short: %s is taken, for the capture goes on", board.Quote(text), r.paths(moves))
	}
	if len(moves) > 1 {
		var err error
		if m, err = r.choose(i, text, moves); err != nil {
			return err
		}
	}
	if r.strict {
		if strict := r.next.MoveText(m); text != strict {
			r.leniency(int(r.tokens[i].line), "move %s is %s in PDN", board.Quote(text), strict)
		}
	}
	n := r.line.Add(m)
	if r.starred {
		n.NAGs, r.starred = append(n.NAGs, Forced), false
	}
	for _, t := range r.tokens[i : last+1] {
		r.attached(t)
	}
	r.before, r.next, r.played = r.next, r.next.Play(m), last+1
	r.plain = r.tokens[i].kind != kindMove
	if r.next.Turn == board.Black {
		r.number++
	}
	return nil
}

// attached makes a comment of letters and signs that stand directly behind a move, such as </b>. Punctuation but … has no meaning.
func (r *lineReader) attached(t token) {
	text := r.word(t)
	junk := text[strings.LastIndexAny(text, "0123456789")+1:]
	if t.kind == kindMove && strings.ContainsFunc(junk, func(r rune) bool { return !unicode.IsPunct(r) && r != '`' && !isBlank(r) || r == '…' }) {
		r.warnings.add(int(t.line), "%s behind %s is kept as a comment", board.Quote(junk), strings.TrimSuffix(text, junk))
		r.say(t, strings.TrimLeft(junk, ",.:"))
	}
}

// numbering reads a number that begins no legal move. It is in doubt unless it has a dot or is the number of the move
// behind it. Where moves have no separators, it may begin an illegal move.
func (r *lineReader) numbering(i int, t token) error {
	text := r.word(t)
	digits := digitsOf(text)
	n, _ := strconv.Atoi(digits)
	if pair, last := r.pair(i); last >= 0 && r.plain && !r.moveFollows(i) {
		_, err := r.next.FindMove(pair.paths[0])
		return err
	}
	switch {
	case digits != text && n > 0:
		r.number = n
	case digits == "" && r.apart(i):
		r.warnings.add(int(t.line), "%s belongs to no move; it is kept as a comment", text)
		r.say(t, text)
	case digits != text, n == r.number && r.moveFollows(i):
	default:
		r.warnings.add(int(t.line), "the number %s belongs to no move; it is kept as a comment", text)
		r.say(t, text)
		r.numbered = cmp.Or(r.numbered, int(t.line))
	}
	return nil
}

// apart reports whether the dots of token i stand neither behind the number of a move nor, as ... does, before a move of White.
func (r *lineReader) apart(i int) bool {
	if i > 0 && r.tokens[i-1].kind == kindNumber {
		return false
	}
	return strings.Contains(r.word(r.tokens[i]), "…") || r.next.Turn == board.Black || !r.moveFollows(i)
}

// moveFollows reports whether the next part of the line behind token i begins a legal move.
func (r *lineReader) moveFollows(i int) bool {
	next := r.nextPart(i)
	if next < 0 {
		return false
	}
	moves, _ := r.moves(next)
	return len(moves) > 0
}

// glyph adds a numeric annotation glyph to the last move. Before the first move the glyph becomes a comment.
func (r *lineReader) glyph(t token) error {
	n, err := strconv.ParseUint(r.text[t.start+1:t.end], 10, 8)
	if err != nil {
		return r.stray(t)
	}
	r.mark(NAG(n), t)
	return nil
}

// strength adds the glyph of a sign such as ! to the last move. A sign without a glyph becomes a
// comment.
func (r *lineReader) strength(t token) error {
	if n, ok := strengthNAG(r.word(t)); ok {
		if n == Forced {
			r.leniency(int(t.line), "the star behind the move is $%d in PDN", Forced)
		}
		r.mark(n, t)
		return nil
	}
	r.say(t, r.word(t))
	return nil
}

func (r *lineReader) mark(n NAG, t token) {
	if len(r.line.Moves) == 0 {
		r.say(t, r.word(t))
		return
	}
	last := &r.line.Moves[len(r.line.Moves)-1]
	last.NAGs = append(last.NAGs, n)
}

// bracket reads a round bracket: a variation of the last move, or else a comment.
func (r *lineReader) bracket(i int, t token) error {
	if t.closing == 0 {
		return errors.New("the bracket is never closed")
	}
	if len(r.line.Moves) > 0 {
		v, at, err := r.variation(i+1, int(t.closing))
		if err == nil {
			last := &r.line.Moves[len(r.line.Moves)-1]
			last.Variations = append(last.Variations, v)
			return nil
		}
		if r.placed && r.meant(i+1, int(t.closing), v) {
			r.warnings.add(int(r.tokens[at].line), "%w; the variation is kept as a comment", err)
		}
	}
	r.leniency(int(t.line), "the bracket holds no variation and is a comment")
	r.say(t, r.unquoted(r.text[t.end:r.tokens[t.closing].start]))
	return nil
}

// variation reads the tokens of a bracket as a variation of the last move. If that fails, it returns the moves that were
// read, the token that could not be read, and the error.
func (r *lineReader) variation(first, end int) (line Line, at int, err error) {
	if r.depth == MaxDepth {
		return line, first, fmt.Errorf("variations are nested deeper than %d", MaxDepth)
	}
	v := lineReader{parser: r.parser, line: &line, next: r.before, depth: r.depth + 1, number: r.number}
	if r.next.Turn == board.Black {
		v.number-- // the number of White's move before
	}
	squares, leniencies, warnings := r.squares, len(r.leniencies), len(r.warnings)
	at, err = v.read(first, end)
	if err == nil && len(line.Moves) == 0 {
		at, err = first, errors.New("the variation has no moves")
	}
	if err != nil {
		r.squares, r.leniencies, r.warnings = squares, r.leniencies[:leniencies], r.warnings[:warnings]
	}
	return line, at, err
}

// meant reports whether the bracket with the tokens from first to end-1, of which the moves of read were legal, was meant
// for a variation: it has a move and nothing but moves, their numbers, signs, comments and brackets.
func (r *lineReader) meant(first, end int, read Line) bool {
	moves := len(read.Moves)
	for _, t := range r.tokens[first:end] {
		switch t.kind {
		case kindMove:
			if strings.ContainsFunc(r.word(t), board.IsSeparator) {
				moves++
			}
		case kindWord, kindSquare, kindUnknown, kindSetup, kindResult, kindSeparator:
			return false
		}
	}
	return moves > 0
}

// setup reads a starting position that stands among the moves, such as /FEN "B:W21:B1"/. It must come before the first move
// of the game.
func (r *lineReader) setup(text string) error {
	if r.depth > 0 || len(r.line.Moves) > 0 {
		return fmt.Errorf("position %s is set up within the game", board.Quote(text))
	}
	words := strings.FieldsFunc(strings.Trim(text, "/"), func(r rune) bool { return isBlank(r) || isQuote(r) })
	if len(words) < 2 || !strings.EqualFold(words[0], tagFEN) {
		return fmt.Errorf("%s sets up no position", board.Quote(text))
	}
	start, err := board.ParseFEN(strings.Join(words[1:], ""))
	if err != nil {
		return err
	}
	r.game.Start, r.next, r.placed = start, start, true
	return nil
}

// stray reads a token that does not belong in a line. In the game itself the token becomes a
// comment; in a variation it is an error.
func (r *lineReader) stray(t token) error {
	word := r.word(t)
	switch {
	case t.kind.ends() && r.depth == 0:
		r.secondResult(t, word)
		return nil
	case t.kind.ends():
	case r.depth > 0:
		return fmt.Errorf("%s in a variation", board.Quote(word))
	default:
		r.free(t, word)
	}
	r.say(t, word)
	return nil
}

// free notes text that stands free among the moves. Words are in doubt; signs and words with a digit or a bracket are errors, for they may
// have been meant for a move, a comment or a tag.
func (r *lineReader) free(t token, text string) {
	list := &r.words
	if t.kind != kindWord || strings.ContainsAny(text, "0123456789{}[") {
		list = &r.problems
	}
	list.add(int(t.line), "%w; it is kept as a comment", fmt.Errorf("%s is neither a move nor a comment", board.Quote(text)))
}

// secondResult reads a result or a star behind the result of the game.
func (r *lineReader) secondResult(t token, word string) {
	if t.kind == kindSeparator {
		return
	}
	result, behind := endResult(word)
	if result != r.game.Result {
		r.warnings.add(int(t.line), "the game has a second result, %s, which is kept as a comment", word)
		behind = word
	}
	r.say(t, behind)
}

// prose reads a word, with the words behind it on its line. A word that ends with a dot is taken for the number of a move, which is in
// doubt, if it has a digit or stands before a move.
func (r *lineReader) prose(i int, t token) error {
	if i < r.told {
		return nil
	}
	last := i
	for last+1 < r.end && r.tokens[last+1].kind == kindWord && isGap(r.text[r.tokens[last].end:r.tokens[last+1].start]) {
		last++
	}
	r.told, t.end = last+1, r.tokens[last].end
	word := r.word(t)
	if r.depth == 0 && !r.moveFollows(last) {
		r.contradict(t, word)
	}
	numbered := strings.ContainsAny(word, "0123456789") || last+1 < r.end && r.tokens[last+1].kind == kindMove
	if r.depth > 0 || !numbered || !strings.HasSuffix(word, ".") || strings.Contains(word, " ") {
		return r.stray(t)
	}
	r.warnings.add(int(t.line), "%s is taken for the number of a move", board.Quote(word))
	r.say(t, word)
	return nil
}

// isGap reports whether a text is blanks on one line, one at least.
func isGap(text string) bool { return text != "" && strings.Trim(text, " \t") == "" }
