package pdn

import (
	"errors"
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/pattern"
)

// parser makes a Game from a rawGame.
type parser struct {
	text     string
	tokens   []token
	ending   int // the token that ends the game; the number of tokens if there is none
	game     *Game
	given    map[string]string // the values of the tags
	quoted   bool              // a mail quotes the lines
	placed   bool              // the position of the next move is known
	squares  chessSquares
	problems problems

	words      problems // what stands free among the moves and cannot be a move: doubts, but errors in a game without moves
	lastTag    int      // the line of the last tag
	numbered   int      // the line of the first number that belongs to no move, 0 if there is none
	strict     bool
	leniencies []Problem // if strict
	warnings   problems
}

// leniency notes a departure from the strict notation.
func (p *parser) leniency(line int, format string, args ...any) {
	if p.strict {
		p.leniencies = append(p.leniencies, Problem{line, fmt.Errorf(format, args...)})
	}
}

// parse reads the game that raw holds. The parser that it returns has the game, its problems, its
// warnings and, if strict is set, its leniencies.
func parse(raw *rawGame, strict bool) *parser {
	p := &parser{
		text:     string(raw.text),
		tokens:   raw.tokens,
		ending:   raw.ending,
		quoted:   raw.quoted,
		game:     &Game{Start: board.Start()},
		placed:   true,
		problems: raw.problems,
		given:    map[string]string{},
		strict:   strict,
	}
	if p.refuse(raw.tags) {
		return p
	}
	for _, t := range raw.tags {
		p.lastTag = t.line
		p.tag(t)
	}
	p.game.Tags = p.game.Tags.ordered()
	p.end()
	p.body()
	byLine := func(a, b Problem) int { return a.Line - b.Line }
	slices.SortStableFunc(p.problems, byLine)
	slices.SortStableFunc(p.leniencies, byLine)
	slices.SortStableFunc(p.warnings, byLine)
	return p
}

// refuse takes the tags of a game that is not English draughts, with one problem. It reports false for any other game.
func (p *parser) refuse(tags []rawTag) bool {
	at := slices.IndexFunc(tags, func(t rawTag) bool {
		return Tags{t.proper()}.foreign() != ""
	})
	if at < 0 {
		return false
	}
	tag := tags[at].proper()
	err := fmt.Errorf("the game is %s (%s %s), not English draughts", Tags{tag}.foreign(), tag.Name, board.Quote(tag.Value))
	p.problems = problems{{tags[at].line, fmt.Errorf("%w; all but its tags is left out", err)}}
	for _, raw := range tags {
		if t := raw.proper(); t.Name != "" && t.Value != "" && t.Name != tagSetUp && t.Name != tagResult {
			p.game.Tags = append(p.game.Tags, t)
		}
	}
	p.game.Tags = p.game.Tags.ordered()
	return true
}

// tag stores a tag in the game: as the starting position, the result or one of the tags.
func (p *parser) tag(t rawTag) {
	tag := t.proper()
	name, value := tag.Name, tag.Value
	if !t.sound {
		p.problems.add(t.line, "tag %s: the closing quote is missing", board.Quote(t.Name))
	}
	if name != t.Name && name != "" {
		p.leniency(t.line, "tag %s is %s in PDN", board.Quote(t.Name), name)
	}
	switch {
	case name == "":
		p.problems.add(t.line, "%w; the tag is kept as a comment", fmt.Errorf("%s cannot name a tag", board.Quote(t.Name)))
		p.comment(&p.game.Line, t.line, t.Name+": "+value)
	case value == "" || name == tagSetUp:
		p.leniency(t.line, "tag %s says nothing", name)
		if value == "" {
			p.warnings.add(t.line, "tag %s has no value and is left out", name)
		}
		if len(value) > len("0") {
			p.comment(&p.game.Line, t.line, name+": "+value)
		}
	case p.twice(name, value, t.line):
	case name == tagGameType && value == englishDraughts:
	case name == tagFEN:
		p.fen(value, t.line)
	case name == tagResult:
		p.result(value, t.line)
	default:
		p.game.Tags = append(p.game.Tags, tag)
	}
}

// twice reports whether a tag repeats one of the game, which is in doubt. Of the usual tags and those that the reader needs
// the first value counts. Of others all values count.
func (p *parser) twice(name, value string, line int) bool {
	first, given := p.given[name]
	single := rank(name) < usualTags || name == tagFEN || name == tagGameType
	switch {
	case !given:
		p.given[name] = value
	case first != value && single:
		p.warnings.add(line, "tag %s is given twice: %s is taken, and %s is kept as a comment", name, board.Quote(first), board.Quote(value))
		p.comment(&p.game.Line, line, name+": "+value)
	default:
		p.warnings.add(line, "tag %s is given twice", name)
	}
	return given && (single || first == value)
}

// fen sets the starting position. A FEN that cannot be read stays among the tags.
func (p *parser) fen(value string, line int) {
	start, err := board.ParseFEN(value)
	if err != nil {
		p.problems.add(line, "%w", err)
		p.game.Tags = append(p.game.Tags, Tag{tagFEN, value})
	}
	p.game.Start, p.placed = start, err == nil
	if strict := start.FEN(); err == nil && strict != value {
		p.leniency(line, "FEN %s is %s in PDN", board.Quote(value), strict)
	}
}

// result sets the result. Text of the tag that is no result becomes a comment before the first move.
func (p *parser) result(value string, line int) {
	result, ok := ParseResult(value)
	if strict := result.String(); ok && strict != value {
		p.leniency(line, "result %s is %s in PDN", board.Quote(value), strict)
	}
	if !ok || more().MatchString(value) {
		p.comment(&p.game.Line, line, "Result: "+value)
	}
	if !ok {
		if result, ok = roughResult(value); ok {
			p.warnings.add(line, "tag Result: %s is read as %s, and kept as a comment", board.Quote(value), result)
		} else {
			p.problems.add(line, "%w; it is kept as a comment", fmt.Errorf("tag Result: %s is no result", board.Quote(value)))
		}
	}
	p.game.Result = result
}

// roughResult returns the result that a text begins with, if it holds no other one.
func roughResult(text string) (board.Winner, bool) {
	if result, behind, ok := cutVerdict(text); ok {
		other, scored := ParseResult(behind)
		return result, behind == "" || scored && other == result || !gameText().MatchString(strings.Trim(behind, "(). "))
	}
	score, remark := cutScore(text)
	result, ok := ParseResult(score)
	if ok = ok && score != "" && !strings.ContainsAny(remark, "0123456789"); !ok {
		return board.Unfinished, false
	}
	return result, true
}

// end reads the token that ends the game: a result or a star, the last token of a bracket that is never closed, too. If
// the result contradicts the tag Result, the tag counts and the contradiction is a problem.
func (p *parser) end() {
	if last := len(p.tokens) - 1; p.ending < 0 && last >= 0 && p.tokens[last].kind.ends() {
		p.ending = last
	}
	if p.ending < 0 {
		p.ending = len(p.tokens)
		line := p.lastTag
		if p.ending > 0 {
			line = int(p.tokens[p.ending-1].line)
		}
		p.leniency(line, "the game ends without *")
		return
	}
	last := p.tokens[p.ending]
	if behind := slices.IndexFunc(p.tokens[p.ending:], p.mayEnd); behind > 0 && last.kind == kindSeparator {
		last = p.tokens[p.ending+behind]
	}
	if result, _, ok := cutVerdict(p.remark(last)); ok && last.kind == kindRemark && p.game.Result == board.Unfinished {
		p.game.Result = result
	}
	if last.kind != kindResult {
		return
	}
	word := p.word(last)
	result, _ := endResult(word)
	if _, sure := ParseResult(word); !sure && isLetter(word[0]) {
		p.warnings.add(int(last.line), "%s is read as %s, and kept as a comment", board.Quote(word), result)
	}
	p.leniency(int(last.line), "the game ends with %s, not with *", board.Quote(word))
	if p.game.Result == board.Unfinished {
		p.game.Result = result
	}
	if p.game.Result != result {
		p.problems.add(int(last.line), "the game ends with %s, but tag Result says %s", result, p.game.Result)
	}
}

// mayEnd reports whether a token behind a star may say the result, or opens a bracket.
func (p *parser) mayEnd(t token) bool {
	if t.kind == kindRemark {
		_, _, verdict := cutVerdict(p.remark(t))
		return verdict
	}
	return t.kind == kindResult || t.kind == kindOpen
}

// endResult returns the result that ends a game, and the words that say more.
func endResult(word string) (result board.Winner, behind string) {
	if result, ok := ParseResult(word); ok && more().MatchString(word) {
		return result, word
	} else if ok {
		return result, ""
	}
	if result, _, ok := cutVerdict(word); ok {
		return result, word
	}
	score, behind := cutScore(word)
	result, _ = ParseResult(score)
	return result, strings.TrimLeft(behind, ".,;:")
}

// body reads the moves, and the remarks behind the result. From the first token that cannot be read on, the text
// becomes a comment.
func (p *parser) body() {
	r := &lineReader{parser: p, line: &p.game.Line, next: p.game.Start, number: 1}
	r.section(0, p.ending)
	if p.ending < len(p.tokens) && p.tokens[p.ending].kind == kindResult {
		_, behind := endResult(p.word(p.tokens[p.ending]))
		r.say(p.tokens[p.ending], behind)
	}
	r.section(p.ending+1, len(p.tokens))
	if p.squares.turned && p.given[tagGameType]+p.given[tagVariant] == "" {
		p.warnings.add(int(p.tokens[0].line), "the squares are named as in Russian draughts, and no tag GameType says that the game is English draughts")
	}
	if len(p.game.Moves)+len(p.problems) == 0 && p.numbered > 0 {
		p.problems.add(p.numbered, "the game has numbers, but no move")
	}
	if len(p.game.Moves) > 0 {
		p.warnings = append(p.words, p.warnings...)
	} else {
		p.problems = append(p.problems, p.words...)
	}
}

// section reads the tokens from first to end-1 of a game.
func (r *lineReader) section(first, end int) {
	stop, err := r.read(first, end)
	if err == nil {
		return
	}
	if !errors.Is(err, errNoStart) {
		r.problems.add(int(r.tokens[stop].line), "%w; the rest of the game is kept as a comment", err)
	}
	r.placed = false
	r.say(r.tokens[stop], r.text[r.tokens[stop].start:r.tokens[end-1].end])
}

var quotedLine = pattern.Of(`\n[ \t]*>[> \t]*`)

// comment adds a comment to a line.
func (p *parser) comment(l *Line, line int, text string) {
	if strings.Contains(text, "}") {
		p.warnings.add(line, "the curly brackets within a comment become round ones")
	}
	l.comment(text)
}

// unquoted returns text without the signs > with which a mail quotes its lines. A game that is not quoted keeps them.
func (p *parser) unquoted(text string) string {
	if !p.quoted {
		return text
	}
	return quotedLine().ReplaceAllString(text, "\n")
}

// remark returns the text of a token that stands behind the result, without the signs before it.
func (p *parser) remark(t token) string {
	return strings.TrimLeftFunc(p.word(t), func(r rune) bool { return isBlank(r) || isDash(r) || strings.ContainsRune(".,:", r) })
}

// word returns the text of a token.
func (p *parser) word(t token) string {
	return html.UnescapeString(file.Decoded(p.text[t.start:t.end]))
}
