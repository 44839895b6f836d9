package site

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// hearing keeps a transcript of all live regions: heard has what a reader of the screen says. Lost counts the times at which no element
// had the focus.
var hearing = run(`
	window.heard = [];
	window.lost = 0;
	const live = "[aria-live], [role=status], [role=alert]", said = new Map();
	new MutationObserver(changes => {
		const regions = new Set(changes.map(c => (c.target.nodeType === 1 ? c.target : c.target.parentElement)?.closest(live)).filter(r => r));
		for (const region of regions) {
			if (region.ariaLive === "off") continue;
			const text = region.textContent.trim();
			if (text && text !== said.get(region)) heard.push(text);
			said.set(region, text);
		}
	}).observe(document.body, {childList: true, characterData: true, subtree: true});
	let before = false;
	setInterval(() => {
		const now = document.activeElement === document.body;
		if (now && before) lost++; // twice: a browser takes the focus from what is switched off before the page can give it to the board
		before = now;
	}, 100);`)

// pressedNext presses by keyboard the first square to which the chosen piece can go, or else the first piece that can move, if there is one: in
// one step, for the game may end meanwhile.
var pressedNext = run(`
	const hit = document.querySelector('.hit[aria-label*="moved to"], .hit[aria-label*="ein Ziel"]') ?? document.querySelector(".hit.active");
	hit?.focus();
	hit?.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}));`)

// TestHeard: who plays a whole game by keyboard hears each move of both sides, with what it takes, and hints; the focus goes to the board
// at the start and never falls from the page.
func TestHeard(t *testing.T) {
	long(t)
	for _, language := range []struct{ name, you, zonda, takes, hint, result string }{
		{"en", "You play ", "Zonda plays ", ", takes? on ", `^Hint: a piece on \d+$`, "wins|Draw"},
		{"de", "Du ziehst ", "Zonda zieht ", ", schläg(?:t|st) auf ", `^Tipp: der Stein auf \d+$`, "gewinnt|Remis"},
	} {
		ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
		laid(t, ctx, s, table{game: from(""), settings: fmt.Sprintf(`{"language": %q, "game": {"side": "Black", "minutes": 0, "seconds": 0, "opening": "start", "level": 1}}`, language.name)})
		act(t, ctx, "begin", chromedp.KeyEvent("1", chromedp.KeyModifiers(chromedp.ModifierAlt)), holds(`!!document.querySelector("#start-game:not(:disabled)")`), hearing, chromedp.Focus("#start-game"), run("lost = 0"), chromedp.KeyEvent("\r"),
			holds(`document.activeElement.matches(".hit.active")`))
		act(t, ctx, "a hint", chromedp.Focus("#hint"), chromedp.KeyEvent("\r"), holds(fmt.Sprintf(`heard.some(text => /%s/.test(text))`, language.hint)),
			holds(`[...document.querySelectorAll(".hit")].some(hit => /, (hint|Tipp)/.test(hit.ariaLabel))`))
		const over, maximum = `!!document.querySelector("#next-game")`, 400
		for range maximum {
			act(t, ctx, "the player's turn", holds(over+` || !!document.querySelector(".hit.active")`))
			if evaluated[bool](t, ctx, over) {
				break
			}
			act(t, ctx, "a press", pressedNext)
		}
		act(t, ctx, "the end", holds(over))
		moves, heard := movesOf(t, ctx), evaluated[[]string](t, ctx, "heard")
		require.Greater(t, len(moves), 10)
		plays := regexp.MustCompile("^(" + language.you + "|" + language.zonda + `)([0-9x-]+)(?: with a king| mit einer Dame)?(?:` + language.takes + `(\d+(?:(?:, | and | und )\d+)*))?`)
		var said []string
		g := board.NewGame(board.Start())
		for _, text := range heard {
			found := plays.FindStringSubmatch(text)
			if found == nil {
				continue
			}
			require.Equal(t, len(said)%2 == 0, found[1] == language.you, text)
			m, err := g.Position().ParseMove(found[2])
			require.NoError(t, err, text)
			taken := regexp.MustCompile(`\d+`).FindAllString(found[3], -1)
			require.Equal(t, g.Position().Side(g.Position().Turn.Opponent()).Count()-g.Position().Play(m).Side(g.Position().Turn.Opponent()).Count(), len(taken), text)
			said = append(said, found[2])
			g.Play(m)
		}
		require.Equal(t, moves, said, "%s", strings.Join(heard, "\n"))
		require.Regexp(t, "^("+language.you+"|"+language.zonda+")"+moves[len(moves)-1]+".*("+language.result+")", heard[len(heard)-1], "the end is heard with the last move, and not a second time")
		assert.Zero(t, evaluated[int](t, ctx, "lost"), "times without a focus")
	}
}

// steppedThrough steps through a judged game by keyboard and hears each move, its sign, and what is wrong with it. The chart is a slider
// that says its value.
func steppedThrough(t *testing.T, ctx context.Context, words map[string]string) {
	t.Helper()
	heardLast := func(text string) action {
		return holds(fmt.Sprintf(`document.querySelector("#spoken").innerText.startsWith(%q)`, words[text]))
	}
	act(t, ctx, "judge", pasted(judgedGame), has(5), pressSeen(`[role=tab]`, `b === b.parentElement.lastChild`), judged)
	act(t, ctx, "steps", chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight), heardLast("22-17"), chromedp.KeyEvent(kb.ArrowRight), heardLast("30-26"),
		chromedp.KeyEvent(kb.ArrowLeft), heardLast("22-17"), chromedp.KeyEvent(kb.Home), heardLast("start"), chromedp.KeyEvent("n"), heardLast("17-22"))
	require.Contains(t, evaluated[string](t, ctx, `document.querySelector("#spoken").innerText`), evaluated[string](t, ctx, `document.querySelector(".tp .told").innerText`))
	require.Regexp(t, `^\S+ \S+ \S+ 2\. 17-22$`, evaluated[string](t, ctx, `[...document.querySelectorAll(".tp, .sides th[aria-label]")].map(e => e.ariaLabel.replace(/ /g, e.matches("th") ? "_" : " ")).join(" ")`), "the heads of the table, and a card")
	act(t, ctx, "the chart", chromedp.Focus(".chart"), holds(`document.activeElement.matches(".chart") && document.activeElement.ariaValueText === document.querySelector(".values").innerText`),
		chromedp.KeyEvent(kb.ArrowLeft), holds(`document.activeElement.ariaValueNow === "2"`))
}

// TestStepsAreHeard in both languages.
func TestStepsAreHeard(t *testing.T) {
	ofBoard(t)
	for language, words := range map[string]map[string]string{
		"en": {"22-17": "22-17", "30-26": "30-26", "start": "Start", "17-22": "17-22 with a king, a blunder. "},
		"de": {"22-17": "22-17", "30-26": "30-26", "start": "Anfang", "17-22": "17-22 mit einer Dame, ein grober Fehler. "},
	} {
		ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
		fewNodes(t, ctx)
		laid(t, ctx, s, inLanguage(language))
		steppedThrough(t, ctx, words)
	}
}

// TestEndIsHeard: the last move and the end of the game are one text, which no other region says too; who comes back to the end hears it.
func TestEndIsHeard(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
	laid(t, ctx, s, table{game: from("B:W22:B18"), settings: `{"game": {"side": "Black", "minutes": 0, "seconds": 0, "opening": "here", "level": 1}}`})
	const move, end = "You play 18x25, take on 22. ", "Black wins. White has no pieces left."
	act(t, ctx, "play", chromedp.KeyEvent("1", chromedp.KeyModifiers(chromedp.ModifierAlt)), press("#start-game"), shows("you must capture"), hearing, square(18), square(25), shows("Black wins"), holds(`heard.length > 0`))
	require.Equal(t, []string{move + end + " The button “See what happened” makes the report."}, evaluated[[]string](t, ctx, "heard"))
	act(t, ctx, "back and forth", press(`[aria-label="Back"]`), holds(`heard.includes("Start")`), run("heard = []"), press(`[aria-label="Forward"]`), holds("heard.length > 0"))
	require.Equal(t, []string{"18x25, takes on 22. " + end}, evaluated[[]string](t, ctx, "heard"))
}

// TestNothingPasses: a pair of moves is heard as four texts, without those that a moment later are wrong.
func TestNothingPasses(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	yours := holds(`/^Your move/.test(heard.at(-1))`)
	act(t, ctx, "a typed move", chromedp.Navigate(s.Address()), playing("Black", "1", "none", "start"), shows("Your move"), hearing, typed("11-15"), has(2), yours)
	require.Equal(t, []string{"Your move", "You play 11-15", "Zonda to move"}, evaluated[[]string](t, ctx, "heard.slice(0, 3)"), "the state is back when the field closes")
	act(t, ctx, "taken back", press("#take-back"), has(0), holds(`heard.includes("11-15 is taken back.")`))
	act(t, ctx, "a pressed move", holds(`document.querySelector(".state").innerText === "Your move"`), run("heard.length = 0"), square(11), square(15), has(2), yours)
	heard := evaluated[[]string](t, ctx, "heard")
	require.Len(t, heard, 4, "%v", heard)
	require.Equal(t, []string{"You play 11-15", "Zonda to move"}, heard[:2])
	require.Regexp(t, "^Zonda plays ", heard[2])
}

// TestProblemIsHeard: who asks for the next problem hears its task, and who is shown a move hears it.
func TestProblemIsHeard(t *testing.T) {
	ofBoard(t)
	const list = `{"id":"a","fen":"B:W19,20,21,22,24:B3,8,11,13,14","result":"unknown","claim":"man","key_moves":["8-12"],"line":"8-12 21-17 14x21"}
{"id":"b","fen":"W:W6,28:B19,22,26,K30","result":"unknown","claim":"ground","key_moves":["6-2"],"line":"6-2"}
{"id":"c","fen":"B:W32:BK1","result":"draw","claim":"value"}
`
	for language, words := range map[string]struct{ panel, man, shown, ground, draw string }{
		"en": {"Problems", "Black to move: win a man", "The move is 14×21.", "White to move: find the best move", "Black to move and draw"},
		"de": {"Aufgaben", "Schwarz am Zug: gewinne einen Stein", "Der Zug ist 14×21.", "Weiß am Zug: finde den besten Zug", "Schwarz am Zug und hält remis"},
	} {
		ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
		laid(t, ctx, s, inLanguage(language))
		hears := func(text string) action { return holds(fmt.Sprintf("heard.some(text => text.includes(%q))", text)) }
		show := press("#show-move")
		act(t, ctx, language, button(words.panel), press("#panel [data-value=list]"), hearing, uploaded(".problems-file", "three.jsonl", list), hears(words.man),
			show, holds(solution+` === "8-12 21-17"`), show, hears(words.shown), press("#next-problem"), hears(words.ground), run("heard.length = 0"), problemRow(3), hears(words.draw))
	}
}

// TestMovesAreOneStop: Tab passes the list of moves by one step, in which the keys that step through the game lead on. The stop goes with the board.
func TestMovesAreOneStop(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
	laid(t, ctx, s, table{game: from("")})
	stops := func(moves string) action {
		return holds(fmt.Sprintf(`[...document.querySelectorAll(".sheet, .sheet *")].filter(e => e.tabIndex === 0).map(e => e.innerText).join() === %q`, moves))
	}
	const focused = `document.activeElement.matches(".sheet .move") && document.activeElement.tabIndex === 0`
	act(t, ctx, "the last move", pasted("1. 11-15 23-19 2. 8-11 (2. 9-14 22-17) 22-17 *"), has(6), chromedp.KeyEvent(kb.End), stops("22-17"), chromedp.KeyEvent(kb.Home), stops("11-15"))
	act(t, ctx, "steps", chromedp.Focus(".sheet .move"), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight), stops("23-19"), holds(focused), chromedp.KeyEvent(kb.End), stops("22-17"), holds(focused),
		chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(chromedp.ModifierShift)), holds(focused), chromedp.KeyEvent(kb.Home), stops("11-15"), holds(focused))
}

// TestReportIsOffered: who resigns by keyboard has the focus on the button of the report, and from the board it is a few steps away.
func TestReportIsOffered(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
	act(t, ctx, "resign", chromedp.Navigate(s.Address()), button("Play"), button("Two players at this board"), typed("11-15"), typed("23-19"), typed("8-11"), typed("22-17"), has(4),
		chromedp.Focus("#resign"), chromedp.KeyEvent("\r"), holds(`document.activeElement.id === "yes"`), chromedp.KeyEvent("\r"), holds(`document.activeElement.id === "report-game"`))
	const few = 12
	act(t, ctx, "the board", chromedp.Focus(`[data-square="11"]`))
	for n := 0; !evaluated[bool](t, ctx, `document.activeElement.id === "report-game"`); n++ {
		require.Less(t, n, few)
		act(t, ctx, "a step", chromedp.KeyEvent(kb.Tab))
	}
}

// TestResignationIsHeard also while the answer to an offer stands in the place of the state.
func TestResignationIsHeard(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "offer and resign", chromedp.Navigate(s.Address()), playing("Black", "1", "none", "start"), shows("Your move"), hearing, press("#offer"), shows("Declined: it is too early."), resigned,
		holds(`heard.at(-1) === "White wins. You resigned."`), holds(`!document.body.innerText.includes("Declined")`))
}

// TestPositionIsHeard: a key says where the pieces stand and whose move it is, in each view with a game.
func TestPositionIsHeard(t *testing.T) {
	ofBoard(t)
	for language, words := range map[string]struct{ position, problems, start string }{
		"en": {"White: men 12, 13, king 6. Black: king 3. White to move.", "Problems", "White: men 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32. Black: men 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12. Black to move."},
		"de": {"Weiß: Steine 12, 13, Dame 6. Schwarz: Dame 3. Weiß am Zug.", "Aufgaben", "Weiß: Steine 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32. Schwarz: Steine 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12. Schwarz am Zug."},
	} {
		ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
		laid(t, ctx, s, table{game: from("W:W12,13,K6:BK3"), settings: fmt.Sprintf(`{"language": %q}`, language)})
		says := func(pattern string) action {
			return chromedp.Steps(run(`heard = []`), chromedp.KeyEvent("b"), holds(fmt.Sprintf(`heard.some(text => new RegExp(%q).test(text))`, pattern)))
		}
		act(t, ctx, language, hearing, says("^"+words.position+"$"), chromedp.KeyEvent("1", chromedp.KeyModifiers(chromedp.ModifierAlt)), press("#start-game"), shows("Zonda"), says("^"+words.start+"$"),
			button(words.problems), holds(`!!document.querySelector("#hint")`), says(`: .*\d\. .*: .*\d\. `))
	}
}

// TestMovesAreHeardByTheirWay: what is taken is heard in the order in which it is jumped, and that a king moves.
func TestMovesAreHeardByTheirWay(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
	laid(t, ctx, s, table{game: from("")})
	hears := func(text string) action { return holds(fmt.Sprintf("heard.includes(%q)", text)) }
	const game, three = "[FEN \"W:W26,31:B22,14,7,K1\"]\n1. 26x3 1-6 2. 3-7 6-2 *", "takes on 22, 14 and 7, gets a king"
	act(t, ctx, "steps", pasted(game), has(4), hearing, chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight), hears("26x3, "+three), chromedp.KeyEvent(kb.ArrowRight), hears("1-6 with a king"))
	laid(t, ctx, s, table{game: from("W:W26,31:B22,14,7,K1"), settings: `{"game": {"side": "White", "minutes": 0, "seconds": 0, "opening": "here", "level": 1}}`})
	act(t, ctx, "a game", chromedp.KeyEvent("1", chromedp.KeyModifiers(chromedp.ModifierAlt)), press("#start-game"), shows("you must capture"), hearing, typed("26x3"),
		hears("You play 26x3, take on 22, 14 and 7, get a king"), holds(`heard.some(text => /^Zonda plays 1-[56] with a king$/.test(text))`))
}

// TestStepsOfAGameAreHeard in Play, as in Analyse: the move that a step leads to, and the end.
func TestStepsOfAGameAreHeard(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "a game of two", chromedp.Navigate(s.Address()), button("Play"), button("Two players at this board"), hearing, typed("11-15"), typed("22-18"), typed("15x22"), has(3), shows("White to move"))
	hears := func(key, text string) action {
		return chromedp.Steps(run("heard = []"), chromedp.KeyEvent(key), holds(fmt.Sprintf("heard.includes(%q)", text)))
	}
	require.Equal(t, 1, evaluated[int](t, ctx, `heard.filter(text => text.includes("22-18")).length`), "a move that is played is heard once")
	act(t, ctx, "steps", hears(kb.ArrowLeft, "22-18"), hears(kb.ArrowRight, "15x22, takes on 18"), hears(kb.Home, "Start"), hears(kb.End, "15x22, takes on 18"))
}

// TestChosenPieceIsHeard with where it can move, and a typed move leaves the focus where it was.
func TestChosenPieceIsHeard(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	const chosen = "The piece on 11 can move to 15 or 16."
	act(t, ctx, "choose", chromedp.Navigate(s.Address()), shows("Black to move"), hearing, chromedp.Focus(`[data-square="11"].active`), chromedp.KeyEvent("\r"), holds(fmt.Sprintf("heard.includes(%q)", chosen)))
	act(t, ctx, "put back", run("heard = []"), chromedp.KeyEvent("\r"), holds(`document.activeElement.ariaPressed === "false"`))
	act(t, ctx, "a typed move", chromedp.KeyEvent("9-14"), chromedp.KeyEvent("\r"), shows("White to move"), holds(`!document.querySelector("#move")`))
	require.NotContains(t, evaluated[[]string](t, ctx, "heard"), chosen)
	require.Equal(t, "11", evaluated[string](t, ctx, "document.activeElement.dataset.square"))
	act(t, ctx, "a button", chromedp.Focus("#game-menu"), chromedp.KeyEvent("22-18"), chromedp.KeyEvent("\r"), shows("Black to move"), holds(`document.activeElement.id === "game-menu"`))
}

// TestTaskIsHeardOnce: the task of the next problem is not heard with the position of the one before.
func TestTaskIsHeardOnce(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "train", chromedp.Navigate(s.Address()), button("Problems"), shows("3 questions"), hearing)
	giveUp := holds(`(document.querySelector("#show-move:enabled")?.click(), !!document.querySelector("#next-problem"))`)
	const tasks = `heard.filter(text => /^(Black|White) to move.*(: | and (win|draw|lose))/.test(text))`
	for range 4 {
		act(t, ctx, "next", giveUp, run("heard = []"), press("#next-problem"), holds(`!!document.querySelector("#hint") && document.querySelectorAll(".hit.active").length > 0`), holds(tasks+".length > 0"))
		require.Len(t, evaluated[[]string](t, ctx, tasks), 1)
	}
}
