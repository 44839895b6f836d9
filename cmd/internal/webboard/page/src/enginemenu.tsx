import { Menu, Segmented, Switch } from "./controls";
import { again, attempt, greeting, prefer, preferences } from "./state";
import { ask } from "./server";
import { Stepper } from "./stepper";
import { threatOn, turnThreat } from "./threat";
import { words } from "./words";

// setOption sets an option of the engine, and starts its search anew.
export async function setOption(name: string, value: string) {
  await attempt(async () => {
    await ask("set", { name, value });
    prefer({ options: { ...preferences.value.options, [name]: value } });
    greeting.value = await ask("hello", {});
    again();
  });
}

const counts = ["1", "2", "3", "4", "5"].map(n => [n, n] as const);
const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
const powers = (from: number, to: number) => range(0, 20).map(n => 2 ** n).filter(n => n >= from && n <= to); // megabytes

// EngineMenu is what the user chooses for the engine.
export function EngineMenu({ class: kind }: { class?: string }) {
  const w = words.engine, own = words.settings, option = (name: string) => greeting.value?.options.find(o => o.name === name);
  const cores = option("Threads"), memory = option("Hash");
  return (
    <Menu id="engine-menu" class={kind} icon="settings" label={w.menu} entries={[]}>
      <div class="mi"><span class="grow">{w.lines}</span>
        <Segmented id="multipv" label={w.lines} choices={counts} value={String(preferences.value.multiPV) as "1"}
          onChange={n => prefer({ multiPV: Number(n) })} /></div>
      {cores && cores.max > 1 && <div class="mi"><span class="grow">{own.cores}</span>
        <Stepper label={own.cores} values={range(cores.min, cores.max)} value={Number(cores.value)}
          onChange={n => setOption("Threads", String(n))} /></div>}
      {memory && <div class="mi"><span class="grow">{own.memory}</span>
        <Stepper label={own.memory} values={powers(memory.min, memory.max)} value={Number(memory.value)} text={own.megabytes}
          onChange={n => setOption("Hash", String(n))} /></div>}
      <div class="mi"><span class="grow">{w.arrows}</span>
        <Switch hidden label={w.arrows} checked={preferences.value.arrows} onChange={arrows => prefer({ arrows })} /></div>
      <div class="mi"><span class="grow">{w.threat} <span class="key">T</span></span>
        <Switch id="threat" hidden label={w.threat} checked={threatOn.value} onChange={turnThreat} /></div>
    </Menu>);
}
