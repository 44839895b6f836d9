package site

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
)

// table is what lies on the board of a page that is opened.
type table struct {
	game     talk.Game
	flipped  bool
	engine   bool
	settings string // JSON
	match    string // JSON; a game against the engine, "" for the analysis
}

// inLanguage is a table without a game for a user who reads this language.
func inLanguage(language string) table {
	return table{game: from(""), settings: fmt.Sprintf(`{"language": %q}`, language)}
}

// laid opens the page with a game on the board.
func laid(t *testing.T, ctx context.Context, s *Server, lies table) {
	t.Helper()
	if lies.game.Result == "" {
		lies.game.Result = "*"
	}
	game, err := json.Marshal(lies.game)
	require.NoError(t, err)
	if lies.settings == "" {
		lies.settings = "{}"
	}
	view, workspace, match := "analyse", "analysis", "null"
	if lies.match != "" {
		view, workspace, match = "play", "play", lies.match
	}
	state := fmt.Sprintf(`{"view": %q, "engineOn": %t, "match": %s, "games": {%q: {"game": %s, "path": [], "flipped": %t}}}`, view, lies.engine, match, workspace, game, lies.flipped)
	act(t, ctx, "put", chromedp.Navigate(s.Address()+"icon.svg"))
	evaluated[string](t, ctx, fmt.Sprintf(`fetch("/kept/settings", {method: "PUT", body: %q}).then(() => sessionStorage.setItem("zonda-game", %q)).then(() => "")`, lies.settings, state))
	act(t, ctx, "open", chromedp.Navigate(s.Address()), holds(`document.querySelector(".hit")?.getBoundingClientRect().width > 0`),
		holds(`document.querySelectorAll(".piece").length > 0`))
}

// from is a game without moves that begins with a position.
func from(fen string) talk.Game {
	return talk.Game{Start: fen, Tags: []talk.Tag{}, Comments: []string{}, Moves: []talk.Node{}}
}

// spotOf is the middle of a square on the screen.
func spotOf(t *testing.T, ctx context.Context, n int) (x, y float64) {
	t.Helper()
	place := evaluated[[]float64](t, ctx, fmt.Sprintf(`(b => [b.x + b.width / 2, b.y + b.height / 2])(document.querySelector('[data-square="%d"]').getBoundingClientRect())`, n))
	return place[0], place[1]
}

// pieceOn is an expression: whether a piece is drawn on a square.
func pieceOn(n int) string {
	return fmt.Sprintf(`[...document.querySelectorAll(".piece use")].some(u => {
		const p = u.getBoundingClientRect(), q = document.querySelector('[data-square="%d"]').getBoundingClientRect();
		return Math.abs(p.x + p.width / 2 - q.x - q.width / 2) < 4 && Math.abs(p.y + p.height / 2 - q.y - q.height / 2) < 4;
	})`, n)
}

// TestBoardArrows: the arrow of a double jump bends where the piece lands, on a turned board too.
func TestBoardArrows(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
	for _, flipped := range []bool{false, true} {
		laid(t, ctx, s, table{game: from("B:W18,26,32:B14,1"), flipped: flipped, engine: true})
		act(t, ctx, "arrow", holds(`!!document.querySelector('.arrow-best[data-path="14-23-30"]')`))
		inside := evaluated[[]bool](t, ctx, `(() => {
			const arrow = document.querySelector(".arrow-best"), point = (x, y) => arrow.isPointInFill(new DOMPoint(x, y));
			const [a, b, c] = [14, 23, 30].map(n => document.querySelector('[data-square="' + n + '"]')).map(r => [r.x.baseVal.value + 50, r.y.baseVal.value + 50]);
			const between = (p, q, far) => point(p[0] + (q[0] - p[0]) * far, p[1] + (q[1] - p[1]) * far);
			return [between(a, b, 0), between(a, b, 0.5), between(a, b, 1), between(b, c, 0.5), between(b, c, 1), between(a, c, 0.5)];
		})()`)
		require.Equal(t, []bool{false, true, true, true, true, false}, inside, "turned: %t; start, first jump, stop, second jump, end; the straight way", flipped)
	}
}

// boardPicture returns the pixels of the board.
func boardPicture(t *testing.T, ctx context.Context) image.Image {
	t.Helper()
	data, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	require.NoError(t, err)
	whole, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	b := evaluated[[]int](t, ctx, `(b => [Math.floor(b.x), Math.floor(b.y), Math.ceil(b.right), Math.ceil(b.bottom)])(document.querySelector(".board-svg").getBoundingClientRect())`)
	return whole.(interface {
		SubImage(image.Rectangle) image.Image
	}).SubImage(image.Rect(b[0], b[1], b[2], b[3]))
}

// differs tells whether two colours differ by more than a shade.
func differs(a, b image.Image, x, y int) bool {
	const shade = 24 << 8
	far := func(p, q uint32) bool { return max(p, q)-min(p, q) > shade }
	r1, g1, b1, _ := a.At(x, y).RGBA()
	r2, g2, b2, _ := b.At(x, y).RGBA()
	return far(r1, r2) || far(g1, g2) || far(b1, b2)
}

// TestBoardNumbers: no pixel of a number is touched by a piece or a ring on its square.
func TestBoardNumbers(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
	for _, size := range []struct{ width, height, square int64 }{{1400, 900, 99}, {390, 844, 48}} {
		for _, flipped := range []bool{false, true} {
			act(t, ctx, "size", chromedp.EmulateViewport(size.width, size.height))
			laid(t, ctx, s, table{game: from("B:W18,26:B14"), flipped: flipped, settings: `{"theme": "light"}`})
			side := evaluated[float64](t, ctx, `document.querySelector(".board-svg").getBoundingClientRect().width / 8`)
			require.InDelta(t, size.square, side, 2)
			act(t, ctx, "ring", holds(`!!document.querySelector(".ring.must")`), run(`
				const ring = document.querySelector(".ring.must").getAttribute("d"), on = document.querySelector('[data-square="14"]');
				window.style = document.createElement("div");
				const svg = document.querySelector(".board-svg");
				for (const e of [...svg.children]) if (!e.matches(".sq-l, .sq-d, .num, .hit")) e.remove();
				window.show = drawing => {
					document.querySelectorAll(".test").forEach(e => e.remove());
					for (const hit of document.querySelectorAll(".hit")) {
						const g = document.createElementNS("http://www.w3.org/2000/svg", "g"), x = hit.x.baseVal.value, y = hit.y.baseVal.value;
						g.setAttribute("class", "test");
						g.setAttribute("transform", "translate(" + (drawing.startsWith("<use") ? [x, y] : [x - on.x.baseVal.value, y - on.y.baseVal.value]) + ")");
						g.innerHTML = drawing;
						svg.querySelector(".num").before(g);
					}
				};
				window.ring = ring;`))
			numbers := boardPicture(t, ctx)
			act(t, ctx, "no numbers", run(`document.querySelector(".num").setAttribute("visibility", "hidden")`))
			empty := boardPicture(t, ctx)
			drawings := map[string]string{}
			for _, kind := range []string{"b", "B", "w", "W", "r", "R"} {
				drawings[kind] = fmt.Sprintf(`'<use href="#piece-%s" width="100" height="100" />'`, kind)
			}
			drawings["amber ring"] = "`<path class=\"ring-case\" d=\"${ring}\" /><path class=\"ring must\" d=\"${ring}\" />`"
			drawings["blue ring"] = "`<path class=\"ring-halo\" d=\"${ring}\" /><path class=\"ring-case\" d=\"${ring}\" /><path class=\"ring hint\" d=\"${ring}\" />`"
			for name, drawing := range drawings {
				act(t, ctx, name, run("show("+drawing+")"))
				drawn := boardPicture(t, ctx)
				touched, figures := 0, 0
				for y := drawn.Bounds().Min.Y; y < drawn.Bounds().Max.Y; y++ {
					for x := drawn.Bounds().Min.X; x < drawn.Bounds().Max.X; x++ {
						if differs(numbers, empty, x, y) {
							figures++
							if differs(drawn, empty, x, y) {
								touched++
							}
						}
					}
				}
				require.Greater(t, figures, 100)
				if touched > 0 {
					t.Errorf("%d pixels, turned %t: %s touches %d of %d pixels of the numbers", size.square, flipped, name, touched, figures)
				}
			}
		}
	}
}

// TestBoardNumbersOutside: numbers on the frame lie whole on it, for the squares at the edge, and where a diagram has them.
func TestBoardNumbersOutside(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
	for _, size := range []struct{ width, height int64 }{{1400, 900}, {820, 1180}, {390, 844}} {
		for _, flipped := range []bool{false, true} {
			act(t, ctx, "size", chromedp.EmulateViewport(size.width, size.height))
			laid(t, ctx, s, table{game: from("B:W18,26:B14"), flipped: flipped, settings: `{"numbers": "outside"}`})
			require.Empty(t, evaluated[string](t, ctx, `(() => {
				const squares = document.querySelector(".board-svg").getBoundingClientRect(), frame = document.querySelector(".board").getBoundingClientRect();
				return [...document.querySelectorAll(".num text")].filter(text => {
					const r = text.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
					const beyond = x < squares.x || x > squares.right || y < squares.y || y > squares.bottom, half = r.height * 0.36; // of a figure
					return !beyond || r.x < frame.x || r.right > frame.right || y - half < frame.y || y + half > frame.bottom;
				}).map(text => text.textContent).join();
			})()`), "%d pixels, turned %t: numbers that are not on the frame", size.width, flipped)
			address := "diagram.svg?numbers=outside&fen=B:W18,26:B14"
			if flipped {
				address += "&flip"
			}
			require.Equal(t, "14 alike", evaluated[string](t, ctx, fmt.Sprintf(`fetch(%q).then(answer => answer.text()).then(text => {
				const drawn = new DOMParser().parseFromString(text, "image/svg+xml"), all = [...document.querySelectorAll(".num text")];
				const half = 0.35 * 24, at = (text, up) => [text.textContent, Number(text.getAttribute("x")), Math.round(text.getAttribute("y") - up)].join(" ");
				const want = [...drawn.querySelectorAll("text")].map(text => at(text, half)).join(), is = all.map(text => at(text, 0)).join();
				return is === want ? all.length + " alike" : is + " / " + want;
			})`, address)))
		}
	}
}

// stopped stops all movement of the board, and lets it be looked at at any time: photo(ms) says where the piece that moves is, in
// squares from the first square of the move, and how much of what is taken and of the crown is seen.
var stopped = run(`
	window.running = [];
	const animate = Element.prototype.animate;
	Element.prototype.animate = function (...arguments) {
		const made = animate.apply(this, arguments);
		made.pause();
		running.push(made);
		return made;
	};
	window.photo = time => {
		const now = running.filter(a => a.playState !== "idle"), length = now[0].effect.getComputedTiming().duration;
		for (const a of now) a.currentTime = Math.min(time, length);
		const seen = selector => [...document.querySelectorAll(selector)].map(e => Math.round(100 * getComputedStyle(e).opacity));
		const middle = e => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
		const [x, y] = middle(document.querySelector(".mover use"));
		const on = [...document.querySelectorAll(".hit")].filter(hit => { const [u, v] = middle(hit); return Math.hypot(x - u, y - v) < 5; });
		return [on[0]?.dataset.square ?? "-", seen("[data-taken]").join(" "), seen(".crowned").join(" ")].join(" / ");
	};
	window.finish = () => running.forEach(a => { if (a.playState !== "idle") a.finish(); });`)

// TestBoardMotion: a capture goes square by square; what is taken fades after the last jump, and then the crown appears. Backwards
// it is the reverse.
func TestBoardMotion(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
	laid(t, ctx, s, table{game: from("B:W18,26,5:B14,3")})
	act(t, ctx, "capture", stopped, square(30), holds("running.length > 0"))
	film := func(times ...int) (photos []string) {
		for _, time := range times {
			photos = append(photos, evaluated[string](t, ctx, fmt.Sprintf("photo(%d)", time)))
		}
		return photos
	}
	forward := film(0, 180, 360, 520, 680)
	require.Equal(t, []string{"14 / 100 100 / 0", "23 / 34 100 / 0", "30 / 34 34 / 0", "30 / 0 0 / 0", "30 / 0 0 / 100"}, forward)
	for _, time := range []int{0, 90, 180, 270, 360, 440, 520, 600} {
		film(time)
		picture(t, ctx, fmt.Sprintf("capture-%03d", time))
	}
	act(t, ctx, "end", run("finish()"), holds(`!document.querySelector(".mover, [data-taken]") && document.querySelectorAll(".piece").length === 3`))
	act(t, ctx, "back", run("running = []"), press(`[aria-label="Back"]`), holds("running.length > 0"))
	require.Equal(t, []string{"30 / 0 0 / 100", "30 / 0 0 / 0", "30 / 34 34 / 0", "23 / 34 100 / 0", "14 / 100 100 / 0"}, film(0, 160, 320, 500, 680))
	act(t, ctx, "a new move ends it", run("running = []"), press(`[aria-label="Forward"]`), holds(`running.length > 0`))
	require.Equal(t, "14 / 100 100 / 0", film(0)[0])
	act(t, ctx, "ends at once", press(`[aria-label="Back"]`), holds(pieceOn(18)), run("finish(); running = []"), holds(pieceOn(14)))
	act(t, ctx, "step by step", square(23), holds("running.length > 0"))
	require.Equal(t, []string{"14 / 100 / ", "23 / 34 / "}, film(0, 180))
	act(t, ctx, "the second step", run("finish(); running = []"), square(30), holds("running.length > 0"))
	require.Equal(t, []string{"23 / 34 100 / 0", "30 / 34 34 / 0", "30 / 0 0 / 100"}, film(0, 180, 500))
	act(t, ctx, "a held key", run(`finish(); running = []; document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowLeft", repeat: true, bubbles: true}))`),
		holds(pieceOn(14)), holds("running.length === 0"))
	act(t, ctx, "no movement", run(`document.body.dispatchEvent(new KeyboardEvent("keyup", {key: "ArrowLeft", bubbles: true}))`),
		chromedp.DragAndDrop(`[data-square="14"]`, `[data-square="30"]`), holds(pieceOn(30)), holds(`running.every(a => a.effect.getComputedTiming().duration <= 320)`))
	require.Equal(t, []string{"30 / 34 34 / 0", "30 / 0 0 / 100"}, film(0, 320), "only what was taken and the crown move after a drag")
	for settings, scheme := range map[string]string{`{"motion": "none"}`: "no-preference", `{"motion": "calm"}`: "reduce"} {
		act(t, ctx, "the reader wants no movement", emulated("prefers-reduced-motion", scheme))
		laid(t, ctx, s, table{game: from("B:W18,26,5:B14,3"), settings: settings})
		act(t, ctx, "at once", stopped, square(30), holds(pieceOn(30)))
		require.Zero(t, evaluated[int](t, ctx, "running.length"), settings)
	}
	act(t, ctx, "the reader takes movement", emulated("prefers-reduced-motion", "no-preference"))
	laid(t, ctx, s, table{game: from("B:W18,26,5:B14,3"), settings: `{"motion": "calm"}`})
	act(t, ctx, "calm", stopped, square(30), holds("running.length > 0"))
	require.Equal(t, []string{"23 / 34 100 / 0", "30 / 34 34 / 0"}, film(260, 520))
}

// emulated lets the page find a wish of the reader.
func emulated(name, value string) action {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: name, Value: value}}})
		return err
	})
}

// drawnWith draws with the right button of the mouse.
func drawnWith(t *testing.T, ctx context.Context, from, to int) {
	t.Helper()
	x, y := spotOf(t, ctx, from)
	u, v := spotOf(t, ctx, to)
	act(t, ctx, "draw", chromedp.MouseEvent(chromedp.MousePressed, x, y, chromedp.ButtonRight), chromedp.MouseEvent(chromedp.MouseMoved, (x+u)/2, (y+v)/2, chromedp.ButtonRight),
		chromedp.MouseEvent(chromedp.MouseMoved, u, v, chromedp.ButtonRight), chromedp.MouseEvent(chromedp.MouseReleased, u, v, chromedp.ButtonRight))
}

// drawnPaths is an expression: what the user has drawn.
const drawnPaths = `[...document.querySelectorAll(".chalk, .arrow-chalk")].map(e => e.dataset.path).join(" ")`

// TestBoardDrawings: rings and arrows that the user draws stand in the game, and come back with its text.
func TestBoardDrawings(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
	game := from("")
	game.Comments = []string{"Old ideas [%csl 10]"}
	laid(t, ctx, s, table{game: game})
	act(t, ctx, "those of the game", holds(drawnPaths+` === "10"`))
	drawnWith(t, ctx, 11, 15)
	drawnWith(t, ctx, 22, 18)
	drawnWith(t, ctx, 14, 14)
	act(t, ctx, "drawn", holds(drawnPaths+` === "10 14 22-18 11-15"`))
	picture(t, ctx, "drawings")
	drawnWith(t, ctx, 10, 10)
	act(t, ctx, "one less", holds(drawnPaths+` === "14 22-18 11-15"`))
	act(t, ctx, "a move", square(11), square(15), shows("White to move"), holds(drawnPaths+` === ""`), press(`[aria-label="Back"]`), holds(drawnPaths+` === "14 22-18 11-15"`))
	kept := func() (g talk.Game) {
		t.Helper()
		act(t, ctx, "kept", holds(`JSON.parse(sessionStorage.getItem("zonda-game")).games.analysis.path.length === 0`), run(`dispatchEvent(new Event("pagehide"))`))
		text := evaluated[string](t, ctx, `JSON.stringify(JSON.parse(sessionStorage.getItem("zonda-game")).games.analysis.game)`)
		require.NoError(t, json.Unmarshal([]byte(text), &g))
		return g
	}
	written := kept()
	require.Equal(t, []string{"Old ideas", "[%csl 14]", "[%cal 11-15,22-18]"}, written.Comments)
	conn := dial(t, s)
	request, err := json.Marshal(map[string]any{"id": 1, "kind": "write", "body": written})
	require.NoError(t, err)
	body, failed := asked(t, conn, string(request))
	require.Empty(t, failed)
	var text talk.GameText
	require.NoError(t, json.Unmarshal(body, &text))
	require.Contains(t, text.Text, "{[%cal 11-15,22-18]}")
	request, err = json.Marshal(map[string]any{"id": 2, "kind": "read", "body": text})
	require.NoError(t, err)
	body, failed = asked(t, conn, string(request))
	require.Empty(t, failed)
	var read struct{ Game talk.Game }
	require.NoError(t, json.Unmarshal(body, &read))
	laid(t, ctx, s, table{game: read.Game, flipped: true})
	act(t, ctx, "read again", holds(drawnPaths+` === "14 22-18 11-15"`))
	act(t, ctx, "wiped", run("document.activeElement.blur()"), chromedp.KeyEvent("\x1b"), holds(drawnPaths+` === ""`), withCtrl("z", false), holds(drawnPaths+` !== ""`))
	require.NotContains(t, evaluated[string](t, ctx, "document.body.innerText"), "%cal")
	// A pen that rests on a square draws, and one that does not moves the piece.
	pen := func(p *input.DispatchMouseEventParams) {
		p.Button, p.PointerType, p.ClickCount = input.MouseButtonLeft, input.DispatchMouseEventPointerTypePen, 1
	}
	x, y := spotOf(t, ctx, 9)
	u, v := spotOf(t, ctx, 13)
	laid(t, ctx, s, table{game: from("")})
	act(t, ctx, "a pen rests", holds(`!!document.querySelector(".hit.active")`), chromedp.MouseEvent(chromedp.MousePressed, u, v, pen), holds(drawnPaths+` === "20"`),
		chromedp.MouseEvent(chromedp.MouseMoved, x, y, pen), chromedp.MouseEvent(chromedp.MouseReleased, x, y, pen), holds(drawnPaths+` === "20-24"`))
	u, v = spotOf(t, ctx, 9)
	x, y = spotOf(t, ctx, 13)
	act(t, ctx, "a pen drags", run("const late = setTimeout; window.setTimeout = (work, time) => late(work, time === 450 ? 1e9 : time)"), chromedp.MouseEvent(chromedp.MousePressed, u, v, pen), chromedp.MouseEvent(chromedp.MouseMoved, x, y, pen),
		chromedp.MouseEvent(chromedp.MouseReleased, x, y, pen), holds(pieceOn(13)), shows("White to move"))
}

// TestBoardTouch: on a phone, pieces are dragged and pressed with a finger.
func TestBoardTouch(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
	act(t, ctx, "phone", chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	laid(t, ctx, s, table{game: from("")})
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) action {
		return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)})
			return err
		})
	}
	finger := func(from, to int) {
		x, y := spotOf(t, ctx, from)
		u, v := spotOf(t, ctx, to)
		act(t, ctx, "finger", touch("touchStart", &input.TouchPoint{X: x, Y: y}), touch("touchMove", &input.TouchPoint{X: (x + u) / 2, Y: (y + v) / 2}),
			touch("touchMove", &input.TouchPoint{X: u, Y: v}), touch("touchEnd"))
	}
	act(t, ctx, "pieces can be moved", holds(`!!document.querySelector(".hit.active")`))
	finger(11, 15)
	act(t, ctx, "dragged", holds(pieceOn(15)+" && !"+pieceOn(11)+` && !!document.querySelector('[data-square="23"].active')`))
	tap := func(n int) {
		x, y := spotOf(t, ctx, n)
		act(t, ctx, "tap", touch("touchStart", &input.TouchPoint{X: x, Y: y}), touch("touchEnd"))
	}
	tap(23)
	act(t, ctx, "chosen", holds(`!!document.querySelector(".hl-sel") && document.querySelectorAll(".target").length === 2`))
	tap(19)
	act(t, ctx, "pressed", holds(pieceOn(19)+" && !"+pieceOn(23)))
	require.Zero(t, evaluated[float64](t, ctx, "scrollY"), "the page does not move under the finger")
}

// TestBoardLooks: each board has its colours, the red pieces have their name, and a checker of accessibility finds no fault.
func TestBoardLooks(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400, "404 (Not Found)", "Applying inline style"), started(t, Options{})
	seen := map[string]bool{}
	for _, board := range []string{"tournament", "walnut", "slate"} {
		for _, theme := range []string{"light", "dark"} {
			laid(t, ctx, s, table{game: from("B:W18,26,32,K5:B14,1,K3"), settings: fmt.Sprintf(`{"board": %q, "theme": %q, "pieces": "red"}`, board, theme)})
			act(t, ctx, "open", holds(fmt.Sprintf(`document.documentElement.dataset.board === %q && !!document.querySelector(".ring.must")`, board)))
			picture(t, ctx, board+"-"+theme)
			seen[evaluated[string](t, ctx, `["sq-l", "sq-d"].map(c => getComputedStyle(document.querySelector("." + c)).fill).join()`)] = true
		}
	}
	require.Len(t, seen, 6)
	act(t, ctx, "words", holds(`document.querySelector('[data-square="3"]').getAttribute("aria-label").includes("red king")`), chromedp.Evaluate[chromedp.Void](axe(t)))
	require.Empty(t, evaluated[string](t, ctx, strings.Replace(serious, "axe.run(", `axe.run(".stage", `, 1)))
}

const asBlack = `{"human": "Black", "increment": 0, "moveTime": 100, "level": 1, "opening": 0, "left": [], "over": "", "next": {"side": "Black", "time": 0, "opening": "start", "level": 1}}`

// thinksLong lets the engine think until release() is called.
var thinksLong = run(`
	const send = WebSocket.prototype.send;
	window.thinking = [];
	WebSocket.prototype.send = function (data) {
		if (String(data).includes('"think"')) thinking.push(() => send.call(this, data));
		else send.call(this, data);
	};
	window.release = () => thinking.splice(0).forEach(think => think());`)

// TestBoardPremove: a move that is chosen while the engine thinks is made when the engine has moved, unless it is taken back.
func TestBoardPremove(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
	chosen := func(n int) action { return holds(fmt.Sprintf(`document.querySelectorAll(".hl-pre").length === %d`, n)) }
	laid(t, ctx, s, table{game: from("B:W31,32:B1,2"), match: asBlack})
	act(t, ctx, "move", thinksLong, square(2), square(7), holds(pieceOn(7)), holds("thinking.length === 1"))
	act(t, ctx, "taken back by Escape", square(1), square(5), chosen(2), holds(pieceOn(1)))
	picture(t, ctx, "premove")
	act(t, ctx, "escape", chromedp.KeyEvent("\x1b"), chosen(0))
	act(t, ctx, "taken back by a press", square(1), square(5), chosen(2), press(`[data-square="20"]`), chosen(0))
	act(t, ctx, "made", square(1), square(5), chosen(2), run("release()"), holds(pieceOn(5)+" && !"+pieceOn(1)), chosen(0), holds("thinking.length === 1"))
	// The last square of three jumps over pieces of which one is not there yet.
	laid(t, ctx, s, table{game: from("B:W14,15,22:B1,6,7"), match: asBlack})
	act(t, ctx, "three jumps", thinksLong, square(6), square(10), holds("thinking.length === 1"), square(1), square(26), chosen(2), run("release()"), holds(pieceOn(26)+" && !"+pieceOn(1)), has(3))
	// The piece that was to move has been taken.
	laid(t, ctx, s, table{game: from("B:W18,32:B9,2"), match: asBlack})
	act(t, ctx, "a sacrifice", thinksLong, square(9), square(14), holds(pieceOn(14)), square(14), square(17), chosen(2), run("release()"), holds(pieceOn(9)), chosen(0))
	act(t, ctx, "the user's turn", holds(`document.querySelectorAll(".hit.active").length > 0`), holds("thinking.length === 0"))
}

// TestBoardConfirm: with the setting, a move in a game is made with a second press on its last square.
func TestBoardConfirm(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
	laid(t, ctx, s, table{game: from("B:W31,32:B1,2"), match: asBlack, settings: `{"confirm": true}`})
	act(t, ctx, "first", thinksLong, square(2), square(7), shows("Press 7 again to make the move."), holds(pieceOn(7)))
	act(t, ctx, "another square", press(`[data-square="20"]`), holds(pieceOn(2)), holds("thinking.length === 0"))
	act(t, ctx, "a drag", chromedp.DragAndDrop(`[data-square="2"]`, `[data-square="6"]`), holds(pieceOn(6)), holds("thinking.length === 0"), chromedp.KeyEvent("\x1b"), holds(pieceOn(2)))
	act(t, ctx, "second", square(2), square(7), holds(pieceOn(7)), press(`[data-square="7"]`), holds("thinking.length === 1"))
	require.Equal(t, []string{"2-7"}, movesOf(t, ctx))
}

// TestBoardSound: a click for a step, one for each jump, two low tones for the end, and silence until sounds are switched on.
func TestBoardSound(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
	heard := run(`
		window.heard = [];
		AudioContext.prototype.createOscillator = new Proxy(AudioContext.prototype.createOscillator, {apply(make, context) {
			const made = Reflect.apply(make, context, []), begun = context.currentTime;
			made.start = at => heard.push({type: made.type, at: 1000 * at, after: 1000 * (at - begun)});
			made.stop = () => {};
			return made;
		}});`)
	// The clock of sounds goes on while the page works: times are compared with each other, and with the moment of the call in parts of a jump.
	const knocks, jump = `heard.filter(wave => wave.type === "triangle")`, 180
	laid(t, ctx, s, table{game: from("B:W18,26:B14"), settings: `{"sound": true}`})
	act(t, ctx, "capture", heard, square(14), square(30),
		holds(fmt.Sprintf(`(([first, second, third]) => !third && first?.after > 0 && Math.abs(second?.at - first.at - %d) < 1)(%s)`, jump, knocks)), holds(`heard.filter(wave => wave.type === "sine").length === 2`))
	laid(t, ctx, s, table{game: from(""), settings: `{"sound": true, "motion": "none"}`})
	act(t, ctx, "step", heard, square(11), square(15), holds(fmt.Sprintf(`%s.length === 1 && %s[0].after < %d / 2`, knocks, knocks, jump)), chromedp.DragAndDrop(`[data-square="23"]`, `[data-square="19"]`), holds(`heard.length === 4`))
	laid(t, ctx, s, table{game: from("")})
	act(t, ctx, "off", heard, square(11), square(15), shows("White to move"))
	require.Zero(t, evaluated[int](t, ctx, "heard.length"))
}

// TestNumbersOnSmallBoards: the squares of the smallest telephone have their numbers.
func TestNumbersOnSmallBoards(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1280, "404 (Not Found)"), started(t, Options{})
	laid(t, ctx, s, table{game: from("B:W18,26:B14")})
	act(t, ctx, "turn small", chromedp.EmulateViewport(320, 568), holds(`document.querySelector(".board-svg .num text").getBoundingClientRect().height > 6`))
	picture(t, ctx, "small-numbers")
}
