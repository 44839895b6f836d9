import { greeting, prefer, preferences } from "./state";
import { setOption } from "./engine";

// Preferences are the settings of the page and of its engine.
export function Preferences() {
  const p = preferences.value;
  return (
    <div class="side-in sets" role="group" aria-label="Settings">
      <h2>Settings</h2>
      <label>colours <select id="theme" value={p.theme} onChange={e => prefer({ theme: e.currentTarget.value as typeof p.theme })}>{["auto", "light", "dark"].map(t => <option key={t}>{t}</option>)}</select></label>
      <label class="check"><input type="checkbox" checked={p.numbers} onChange={e => prefer({ numbers: e.currentTarget.checked })} /> numbers of squares</label>
      <label class="check"><input type="checkbox" checked={p.arrows} onChange={e => prefer({ arrows: e.currentTarget.checked })} /> arrows</label>
      <h3>{greeting.value?.name} {greeting.value?.version}</h3>
      {greeting.value?.options.filter(o => o.name !== "Level").map(o => <label key={o.name}><span>{o.name} <small class="quiet">{o.help}</small></span> {o.kind === "check" ?
        <input type="checkbox" checked={o.value === "true"} onChange={e => setOption(o.name, String(e.currentTarget.checked))} /> : o.kind === "combo" ?
        <select value={o.value} onChange={e => setOption(o.name, e.currentTarget.value)}>{o.values.map(v => <option key={v}>{v}</option>)}</select> :
        <input type="number" min={o.min} max={o.max} value={o.value} onChange={e => setOption(o.name, e.currentTarget.value)} />}</label>)}
      <p class="quiet">Keys: ← and → go one move back and forward, Home and End go to the ends of the game, f turns the board, e starts and stops the engine, a digit begins a move, Tab and Enter move a piece.</p>
    </div>);
}
