import { signal } from "@preact/signals";
import { h, type Attributes, type FunctionComponent } from "preact";
import { loadTexts, texts } from "./i18n";

// later returns a component that is loaded, with its texts, when it is shown for the first time. Files of another version of the page may
// be gone: then the user loads the page again.
export function later<M, P extends object>(load: () => Promise<M>, choose: (module: M) => FunctionComponent<P>): FunctionComponent<P> {
  const loaded = signal<{ View?: FunctionComponent<P> } | null>(null);
  let asked = false;
  return (props: P) => {
    if (!asked) void Promise.all([load(), loadTexts()]).then(([module]) => { loaded.value = { View: choose(module) }; }, () => { loaded.value = {}; });
    asked = true;
    if (!loaded.value) return null;
    const { View } = loaded.value, w = texts.frame;
    return View ? h(View, props as P & Attributes)
      : <p class="empty" role="alert">{w.notLoaded} <button class="btn" onClick={() => location.reload()}>{w.reload}</button></p>;
  };
}
