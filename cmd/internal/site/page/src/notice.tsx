import { effect, untracked } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { IconButton } from "./controls";
import { decimal, translate, texts } from "./i18n";
import { Icon } from "./icon";
import { prefer, preferences } from "./preferences";
import { standalone } from "./socket";
import { notice, restored, say, view } from "./state";
import { undo } from "./undo";

const minTime = 4000, timeOfButton = 8000, timeOfFault = 8000, timeOfLetter = 60; // milliseconds

// Notice shows the message in the place of its children, so that it covers nothing and moves nothing. The message goes after a
// time for reading, which stops while the pointer or the focus rests on it.
export function Notice({ children }: { children: ComponentChildren }) {
  const message = notice.value, [held, setHeld] = useState(false);
  useEffect(() => {
    if (!message || held) return;
    const time = (message.bad ? timeOfFault : message.undo ? timeOfButton : minTime) + timeOfLetter * message.text.length;
    const timer = setTimeout(() => { notice.value = null; }, time);
    return () => clearTimeout(timer);
  }, [message, held]);
  useEffect(() => { if (!message) setHeld(false); }, [message]);
  const loading = standalone?.loading.value;
  if (!message) return loading ? <Loading {...loading} /> : <>{children}</>;
  const close = () => { notice.value = null; };
  const takeBack = () => { close(); (typeof message.undo === "function" ? message.undo : undo)(); };
  return (
    <div class={`toast ${message.bad ? "bad" : ""}`} title={translate(message.text)} onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)} onFocusOut={() => setHeld(false)}>
      <Icon name={message.icon ?? (message.bad ? "warning" : "check")} /><span class="txt notice">{translate(message.text)}</span>
      {message.undo && <button class="btn s" onClick={takeBack}>{texts.frame.undo}</button>}
      <IconButton small icon="cross" label={texts.frame.closeMessage} onClick={close} />
    </div>);
}

// Loading says how much of the engine is loaded.
function Loading({ loaded, total }: { loaded: number; total: number }) {
  const million = 1e6, text = texts.standalone.engine(decimal((loaded / million).toFixed(1)), decimal((total / million).toFixed(1)));
  return <span class="loading"><span>{text}</span><progress class="bar" max={total} value={loaded} aria-label={text} /></span>;
}

// A new user is told once what a view is for.
effect(() => {
  const here = view.value, { hints } = preferences.value;
  if (!restored.value || !hints.includes(here)) return;
  untracked(() => {
    prefer({ hints: hints.filter(other => other !== here) });
    const hint = texts.hints[here];
    if (hint) say(hint, false, false, "help");
  });
});
