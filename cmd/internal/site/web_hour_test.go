package site

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// lasting returns for how long a test goes on that shows what time does to a page.
func lasting(t *testing.T) time.Duration {
	t.Helper()
	long(t)
	text := os.Getenv("ZONDA_HOUR")
	if text == "" {
		t.Skip("set ZONDA_HOUR=1h, or another time, and -timeout to more")
	}
	d, err := time.ParseDuration(text)
	require.NoError(t, err, "ZONDA_HOUR")
	return d
}

// memory is what a page holds after its garbage was collected, in bytes: the memory of the engine, and the heaps of the scripts.
type memory struct{ engine, worker, page float64 }

// gauge measures the memory of a page.
type gauge struct {
	t            *testing.T
	page, worker context.Context
	engine       runtime.RemoteObjectID // the memory of the engine
}

// gaugeOf returns the gauge of a page, whose engine must rest meanwhile.
func gaugeOf(t *testing.T, page context.Context) gauge {
	t.Helper()
	worker := workerOf(t, page)
	kind, err := chromedp.Call(worker, runtime.Evaluate, runtime.EvaluateParams{Expression: "WebAssembly.Memory.prototype"})
	require.NoError(t, err)
	all, err := chromedp.Call(worker, runtime.QueryObjects, runtime.QueryObjectsParams{PrototypeObjectID: kind.Result.ObjectID})
	require.NoError(t, err)
	first, err := chromedp.Call(worker, runtime.CallFunctionOn, runtime.CallFunctionOnParams{FunctionDeclaration: `function() { return this[0]; }`, ObjectID: all.Objects.ObjectID})
	require.NoError(t, err)
	return gauge{t, page, worker, first.Result.ObjectID}
}

// memory measures.
func (g gauge) memory() (m memory) {
	g.t.Helper()
	of := func(ctx context.Context) float64 {
		_, err := chromedp.Call(ctx, heapprofiler.CollectGarbage, cdp.Empty{})
		require.NoError(g.t, err)
		usage, err := chromedp.Call(ctx, runtime.GetHeapUsage, cdp.Empty{})
		require.NoError(g.t, err)
		return usage.UsedSize
	}
	size, err := chromedp.Call(g.worker, runtime.CallFunctionOn, runtime.CallFunctionOnParams{FunctionDeclaration: `function() { return this.buffer.byteLength; }`, ObjectID: g.engine, ReturnByValue: new(true)})
	require.NoError(g.t, err)
	_, err = fmt.Sscan(string(size.Result.Value), &m.engine)
	require.NoError(g.t, err)
	m.worker, m.page = of(g.worker), of(g.page)
	return m
}

// workerOf returns the context of the worker of the only page.
func workerOf(t *testing.T, page context.Context) context.Context {
	t.Helper()
	all, err := chromedp.Targets(page)
	require.NoError(t, err)
	for _, found := range all {
		if found.Type == "worker" {
			ctx, cancel := chromedp.NewContext(page, chromedp.WithTargetID(target.ID(found.TargetID)))
			t.Cleanup(cancel)
			return ctx
		}
	}
	require.Fail(t, "no worker", "%v", all)
	return nil
}

// person uses all of a page, one thing after the other, and does each thing in another way each time.
type person struct {
	t     *testing.T
	ctx   context.Context
	games []string // PDN
	turn  int
}

func (p *person) act(what string, actions ...action) {
	p.t.Helper()
	act(p.t, p.ctx, what, actions...)
}

// waits waits longer than an action may take.
func (p *person) waits(what, expression string) {
	p.t.Helper()
	const maximum = time.Hour
	require.NoError(p.t, chromedp.Do(p.ctx, chromedp.Poll[chromedp.Void](expression, chromedp.WithPollingTimeout(maximum))), what)
}

// has reports whether the page has an element that is seen.
func (p *person) has(selector string) bool {
	p.t.Helper()
	return evaluated[bool](p.t, p.ctx, fmt.Sprintf(`!!document.querySelector(%q)?.checkVisibility()`, selector))
}

// game returns the next game.
func (p *person) game() string { return p.games[p.turn%len(p.games)] }

// analyses follows the best moves of the engine.
func (p *person) analyses() {
	p.act("analyse", button("Analyse"), newGame, has(0))
	if !evaluated[bool](p.t, p.ctx, `document.querySelector("#engine-on").checked`) {
		p.act("engine", press("#engine-on"))
	}
	const moves = 12
	for n := range moves {
		p.act("follow", holds(`!!document.querySelector(".lines:not(.stale) .line .move")`), chromedp.Sleep(2*time.Second), press(".line .move"), has(n+1))
	}
}

// steps goes through a game, the engine looking at each position.
func (p *person) steps() {
	p.act("a game", button("Analyse"), pasted(p.game()), press(`[aria-label="To the start"]`))
	for range evaluated[int](p.t, p.ctx, `document.querySelectorAll(".sheet .move").length`) {
		p.act("a step", chromedp.KeyEvent(kb.ArrowRight), chromedp.Sleep(time.Second/2))
	}
}

// plays begins a game against the engine, asks for help and resigns, and then looks at a game of the engine alone.
func (p *person) plays() {
	p.act("play", button("Play"))
	if p.has("#next-game") {
		p.act("another game", press("#next-game"))
	}
	level := fmt.Sprint(1 + p.turn%7)
	p.act("begin", chosen("side", "Black"), chosen("level", level), chosen("opening", "start"), press("#start-game"), typed("11-15"), has(2), press("#hint"), holds(`!document.querySelector("#hint:disabled")`), resigned)
	p.act("the engine alone", press("#next-game"), chosen("level", level), press("#watch"))
	p.waits("its moves", `document.querySelectorAll(".sheet .move").length >= 20 || !!document.querySelector("#next-game")`)
	if !p.has("#next-game") {
		p.act("stop", button("Stop"), shows("The game was stopped."))
	}
}

// solves looks at the solution of a problem, and of one of the trainer.
func (p *person) solves() {
	p.act("problems", button("Problems"), press("#panel [data-value=list]"), problemRow(1+p.turn%30), run(`document.querySelector('[aria-label="Start over"]')?.click()`))
	const maximum = 20
	for range maximum {
		if p.has("#next-problem") {
			break
		}
		p.act("show", holds(`!!document.querySelector("#next-problem, #show-move:enabled")`), run(`document.querySelector("#show-move:enabled")?.click()`), chromedp.Sleep(time.Second/2))
	}
	p.act("train", press("#panel [data-value=train]"), holds(`!!document.querySelector("#pass, #next-problem")`))
	if p.has("#pass") {
		p.act("pass", press("#pass"), chromedp.Sleep(time.Second))
	}
}

// reads has a game judged, and looks at an ending.
func (p *person) reads() {
	p.act("report", button("Analyse"), pasted(p.game()), button("Report"))
	p.waits("it is made", `!!document.querySelector(".report .chart")`)
	p.act("an ending", pasted("B:WK29:BK1,K2"), button("Endings"), shows("Black wins in 6 moves"), press("#walk"), shows("Best play: 11 moves"))
}

// TestWebHour: the engine takes no more memory after an hour of use than after five minutes, but for garbage, and the whole page no more than
// its share. The script of the page keeps the steps to be undone, up to 500.
func TestWebHour(t *testing.T) {
	lasts := lasting(t)
	const settled, between = 5 * time.Minute, time.Minute
	const more = 1.05         // what the engine may have grown, which collects garbage at 5 percent
	const maximum = 142 << 20 // bytes of the engine and both scripts
	text, err := os.ReadFile("../../../engine/judge/testdata/famous.pdn")
	require.NoError(t, err)
	ctx, h := browser(t, 1400), hosted(t, "", "")
	notNew(t, ctx)
	act(t, ctx, "open", chromedp.Navigate(h.Address()), shows("Black to move"), allCome)
	g, p := gaugeOf(t, ctx), &person{t: t, ctx: ctx, games: strings.Split(strings.TrimSpace(string(text)), "\n\n[Event")}
	for i := range p.games[1:] {
		p.games[i+1] = "[Event" + p.games[i+1]
	}
	began, last := time.Now(), time.Time{}
	var first, now memory
	for n, all := 0, []func(){p.analyses, p.steps, p.plays, p.solves, p.reads}; time.Since(began) < lasts; n++ {
		p.turn = n / len(all)
		all[n%len(all)]()
		if time.Since(last) < between {
			continue
		}
		now, last = g.memory(), time.Now()
		const mib = 1 << 20
		t.Logf("%3.0f min: engine %5.1f MiB, script of the worker %5.2f, script of the page %5.2f", time.Since(began).Minutes(), now.engine/mib, now.worker/mib, now.page/mib)
		if p.turn == 0 || time.Since(began) < settled {
			first = now
		}
	}
	require.NotZero(t, first.engine)
	require.LessOrEqual(t, now.engine, first.engine*more)
	require.LessOrEqual(t, now.engine+now.worker+now.page, float64(maximum))
	require.NotContains(t, evaluated[string](t, ctx, "document.body.innerText"), "started again")
}
