package page

import (
	"context"
	_ "embed" // for the files beside this one
	"fmt"
	"html/template"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/diagram"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/explain"
	"github.com/zonda-checkers/zonda/engine/explain/prose"
	"github.com/zonda-checkers/zonda/engine/judge"
	"github.com/zonda-checkers/zonda/engine/lesson"
	"github.com/zonda-checkers/zonda/internal/svg"
)

// game is a section of the report.
type game struct {
	Number   int
	Result   string
	Facts    string // event, site, date, round, opening
	Tags     string // the other tags
	Sides    [2]side
	Chart    chart
	Corridor bool     // it was counted how many moves keep the result
	Words    []string // of the author, before the first move
	Moves    []move   // the first is the start, without a move
	Faults   []fault
}

// side is a player and how he played.
type side struct {
	Colour, Name string
	judge.Sheet
}

// move is a move of the game and the position after it.
type move struct {
	Ply           int    // 0 for the start
	Number        string // "12." before Black's move, or before the first
	Text, Sign    string
	Mark          string // of judge.Mark, for the style
	Verdict       string
	Pieces        string // a letter a square: b, w, B, W or a dot
	From, To      int    // squares, 1 to 32; 0 at the start
	X             string // in the chart
	Forced, Fault bool
	Words         words
}

// fault is a move that gave something away.
type fault struct {
	move
	Before string // verdict before it
	After  string // verdict after it
	Player string
	Better []string // the moves
	Lost   float64
	Why    [][]string    // what is wrong with it, and with others that look natural, if the databases know: sentences as words
	Board  template.HTML // the elements of an SVG
	Film   []scene       // what follows, as far as it is forced
}

// scene is a picture of a film.
type scene struct {
	Position string        // for those who do not see it
	Board    template.HTML // the elements of an SVG
}

func newGame(s *judge.Study, endings explain.Distances) game {
	judgements := s.Judgements()
	sheets := judge.Sheets(judgements)
	g := game{Number: s.Number, Result: s.Game.Result.String(), Facts: facts(s.Game.Tags, s.Opening()), Tags: otherTags(s.Game.Tags, s.Opening())}
	for colour := range g.Sides {
		name := board.Color(colour).String()
		g.Sides[colour] = side{Colour: name, Name: s.Game.Tags.Get(name), Sheet: sheets[colour]}
		if g.Sides[colour].Name == "" {
			g.Sides[colour].Name = name
		}
	}
	g.Chart = newChart(s, judgements)
	g.Corridor = slices.ContainsFunc(judgements, func(j judge.Judgement) bool { return s.Corridor(j.Ply).Narrow() })
	p, v := s.Position(0)
	g.Moves = []move{{Text: "start", Verdict: v.Text(p.Turn), Pieces: p.Letters(), X: svg.Number(g.Chart.x(0))}}
	author := judge.Unjudged(s.Game)
	g.Words = spoken(author.Comments)
	for i, j := range judgements {
		m := newMove(j)
		m.X = svg.Number(g.Chart.x(m.Ply))
		m.Words = newWords(author.Moves[i], j.At, j.Ply, j.First, m.Sign)
		if i == 0 || !g.Moves[i].Words.None() {
			m.Number = j.Numeral()
		}
		g.Moves = append(g.Moves, m)
		if j.Mark.Fault() {
			g.Faults = append(g.Faults, newFault(j, m, g.Sides[j.At.Turn].Name, endings))
		}
	}
	return g
}

func newMove(j judge.Judgement) move {
	m := move{
		Ply: j.Ply + 1, Text: j.At.MoveText(j.Move), Sign: j.Mark.Sign(), Mark: j.Mark.String(),
		Verdict: j.Text(), Pieces: j.At.Play(j.Move).Letters(), From: j.Move.From.Number(), To: j.Move.To.Number(),
		Forced: j.Mark == judge.Forced, Fault: j.Mark.Fault(),
	}
	if j.At.Turn == board.Black {
		m.Number = j.Numeral()
	}
	return m
}

func newFault(j judge.Judgement, m move, player string, endings explain.Distances) fault {
	m.Number = j.Numeral()
	told := j.Lesson()
	return fault{
		move: m, Before: j.Before.Text(j.At.Turn), After: j.After.Text(j.At.Turn.Opponent()),
		Player: player, Better: strings.Fields(j.BetterText()), Lost: j.Lost, Why: why(j, told, endings),
		Board: newBoard(j.At, j.Move, j.Before.Better()[0]), Film: newFilm(told.Film),
	}
}

// newFilm returns the pictures behind the first one, which shows the fault.
func newFilm(film []lesson.Picture) (scenes []scene) {
	for _, picture := range film[min(1, len(film)):] {
		b := svg.New(diagram.Side, diagram.Side)
		b.Use("board", 0, 0)
		diagram.Place(b, picture.Position, false)
		const thick = 1.7
		for _, a := range picture.Arrows {
			diagram.Arrow(b, diagram.Way(a.Way), false, thick, "class", "arrow line")
		}
		for _, s := range picture.Taken {
			diagram.Cross(b, s, false)
		}
		scenes = append(scenes, scene{picture.Position.String(), template.HTML(b.Elements())})
	}
	return scenes
}

// why says what is wrong with a move, and of one that loses a draw or a win that the databases know also how others do that look natural
// there: a sentence each, in words that no line may break.
func why(j judge.Judgement, told lesson.Lesson, endings explain.Distances) (all [][]string) {
	mistakes := explain.MistakesWith(context.Background(), endings, j.At, j.Move)
	if len(mistakes) == 0 || told.Kind != lesson.Result {
		all = append(all, strings.Fields(prose.Lesson(told)))
	}
	for _, m := range mistakes {
		all = append(all, strings.Fields(prose.Mistake(j.At.Turn.String(), m)))
	}
	return all
}

// facts returns where and when a game was played, and its opening. A round that is a number alone is called a round.
func facts(tags pdn.Tags, opening string) string {
	round := tags.Get("Round")
	if _, err := strconv.Atoi(round); err == nil {
		round = "round " + round
	}
	known := []string{tags.Get("Event"), tags.Get("Site"), dated(tags.Get("Date")), round, opening}
	return strings.Join(slices.DeleteFunc(known, func(fact string) bool { return fact == "" || fact == "?" }), " · ")
}

// otherTags returns the tags that facts and names do not show, each with its name. An opening is shown if its tag names another one.
func otherTags(tags pdn.Tags, opening string) string {
	var others []string
	for _, t := range tags {
		switch t.Name {
		case "Event", "Site", "Date", "Round", "Black", "White":
			continue
		case "Opening":
			if t.Value == opening {
				continue
			}
		}
		others = append(others, t.Name+": "+t.Value)
	}
	return strings.Join(others, " · ")
}

var pdnDate = regexp.MustCompile(`^(\d{4})(?:[./-](\d\d|\?\?))?(?:[./-](\d\d|\?\?))?$`)

// dated writes a date as people do, as far as it is known: 2026.03.14 is 14 Mar 2026, 1992.08.?? is Aug 1992. Nothing is known of
// ????.??.??. A text that is no date stays.
func dated(date string) string {
	found := pdnDate.FindStringSubmatch(date)
	if found == nil {
		if strings.Trim(date, "?./- ") == "" {
			return ""
		}
		return date
	}
	day, _ := strconv.Atoi(found[3])
	month, _ := strconv.Atoi(found[2])
	switch {
	case month < 1 || month > 12:
		return found[1]
	case day == 0:
		return time.Month(month).String()[:3] + " " + found[1]
	}
	return fmt.Sprintf("%d %s %s", day, time.Month(month).String()[:3], found[1])
}

// short writes a result as people do: 1–0, ½–½.
func short(result string) string { return strings.NewReplacer("1/2", "½", "-", "–").Replace(result) }

// stock defines the board and the pieces that the boards of a page use. Their colours change between light and dark screens.
func stock() template.HTML {
	p := svg.New(0, 0)
	diagram.Stock(p, diagram.Colours{Light: "var(--sq-light)", Dark: "var(--sq-dark)", Number: "var(--sq-num, #f8f3e2)"})
	return template.HTML(p.Elements())
}

// newBoard returns a picture of a position with arrows for the move that was played and for a better one. The page has the stock.
func newBoard(p board.Position, played, better board.Move) template.HTML {
	b := svg.New(diagram.Side, diagram.Side)
	b.Use("board", 0, 0)
	diagram.Place(b, p, false)
	const thick = 1.7
	diagram.Arrow(b, p.Path(better), false, thick, "class", "arrow better")
	diagram.Arrow(b, p.Path(played), false, thick, "class", "arrow played")
	return template.HTML(b.Elements())
}

//go:embed page.html
var layout string

// gameLayout has the pictures of pieces, and a game.
//
//go:embed game.html
var gameLayout string

//go:embed page.css
var style string

//go:embed page.js
var script string

// report is what the layout shows.
type report struct {
	Title, Settings string
	Engine          string
	Style           template.CSS
	Script          template.JS
	Stock           template.HTML
	Faults          []judge.Mark // from the least to the worst
	Slower          int          // plies by which a win must become longer to be a fault
	Games           []game
	Total           [2]judge.Sheet
}

// Write writes the report of studies that are done. Title says what they are, settings how they
// were judged, and endings explain what lost a draw or a win. The same studies give the same bytes.
func Write(w io.Writer, title, settings string, studies []*judge.Study, endings explain.Distances) error {
	r := report{
		Title: title, Settings: settings, Engine: engine.Name + " " + engine.Version,
		Style: template.CSS(style), Script: template.JS(positionScript + script),
		Stock: stock(), Faults: []judge.Mark{judge.Inaccuracy, judge.Mistake, judge.Blunder}, Slower: judge.Slower,
	}
	for _, s := range studies {
		g := newGame(s, endings)
		r.Games = append(r.Games, g)
		for side := range r.Total {
			r.Total[side] = r.Total[side].Plus(g.Sides[side].Sheet)
		}
	}
	t, err := layouts()
	if err != nil {
		return err
	}
	return t.Execute(w, r)
}

func layouts() (*template.Template, error) {
	t, err := template.New("page").Funcs(template.FuncMap{"points": points}).Parse(gameLayout)
	if err != nil {
		return nil, err
	}
	return t.Parse(layout)
}

// points returns expected points with two digits.
func points(p float64) string { return fmt.Sprintf("%.2f", p) }

// words are what the author of a game wrote about a move.
type words struct {
	Glyphs     string // "!", "?!", "±", "$146"
	Apart      bool   // they stand apart from the move
	Comments   []string
	Variations []line
	Picture    *picture // of the position after the move, if the author wants one
}

// line is a variation.
type line struct {
	Comments []string // before its first move
	Moves    []lineMove
}

// lineMove is a move of a variation.
type lineMove struct {
	Number, Text string
	Pieces       string // after it, for a page that plays it; empty for one that does not
	From, To     int    // squares, 1 to 32
	Marks        string // arrows and rings of its comments: "11-15 14"
	words
}

// newWords returns the words about a move that is played from p as ply of the game, 0 for the first, if first began it. A
// glyph whose sign the engine gave too is left out, and so is a second one with the same sign.
func newWords(n pdn.Node, p board.Position, ply int, first board.Color, sign string) words {
	w := words{Comments: spoken(n.Comments)}
	var glyphs []string
	if pictured(n) {
		w.Picture = newPicture(p.Play(n.Move), n.Comments)
	}
	for _, glyph := range n.NAGs {
		if glyph == here {
			continue
		}
		if text := glyph.Sign(); (text != sign || sign == "") && !slices.Contains(glyphs, text) {
			glyphs = append(glyphs, text)
		}
	}
	w.Glyphs = strings.Join(glyphs, " ")
	w.Apart = w.Glyphs != "" && !strings.ContainsAny(w.Glyphs[:1], "!?")
	for _, v := range n.Variations {
		w.Variations = append(w.Variations, newLine(v, p, ply, first))
	}
	return w
}

var (
	// "[%emt 0:00:01.250]": clocks, values and drawings, for programs. What a person wrote in such brackets has other names.
	commands = regexp.MustCompile(`\[%(?:clk|emt|egt|mct|eval|evp|depth|wdl|tqu|mdl|cal|csl)\b[^\]]*\]`)
	searched = regexp.MustCompile(`^\S+( [0-9]+)?/[0-9]+$`) // "+0.12/17", "win 11/20": a score and its depth
)

// spoken returns what people wrote: comments without the commands in them. A comment of commands alone is left out, and so is
// the score of a match that comes after them.
func spoken(comments []string) (kept []string) {
	for _, text := range comments {
		rest := strings.TrimSpace(commands.ReplaceAllString(text, ""))
		if !commands.MatchString(text) || rest != "" && !searched.MatchString(rest) {
			kept = append(kept, rest)
		}
	}
	return kept
}

// None reports whether the author wrote nothing behind the move.
func (w words) None() bool { return len(w.Comments)+len(w.Variations) == 0 && w.Picture == nil }

// newLine returns a variation that begins at p, after ply moves of the game.
func newLine(v pdn.Line, p board.Position, ply int, first board.Color) line {
	l := line{Comments: spoken(v.Comments)}
	numbered := true
	for p, n := range v.Walk(p) {
		m := lineMove{Text: p.MoveText(n.Move), words: newWords(*n, p, ply, first, "")}
		if numbered || p.Turn == board.Black {
			m.Number = judge.Judgement{Ply: ply, First: first}.Numeral()
		}
		numbered = !m.None()
		l.Moves = append(l.Moves, m)
		ply++
	}
	return l
}
