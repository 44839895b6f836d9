import { pushOverlay } from "./browserhistory";
import { texts } from "./i18n";
import { say } from "./state";

// copy puts a text on the clipboard. A page that came over the network without encryption may not use the clipboard itself: there the
// browser copies a selected text, and where it does not do so either, the user sees the text selected.
export async function copy(text: string, done = texts.share.copied) {
  if (navigator.clipboard) {
    const allowed = await navigator.clipboard.writeText(text).then(() => true, () => false);
    if (allowed) return say(done);
  }
  const w = texts.share, dialog = document.createElement("dialog"), area = document.createElement("textarea"),
    close = document.createElement("button");
  dialog.className = "dialog copy";
  dialog.setAttribute("aria-label", w.toCopy);
  area.readOnly = true;
  area.rows = 8;
  area.value = text;
  area.setAttribute("aria-label", w.copyYourself);
  close.className = "btn";
  close.textContent = texts.frame.close;
  close.onclick = () => dialog.close();
  const gone = pushOverlay(() => dialog.close());
  dialog.onclose = () => {
    gone();
    dialog.remove();
  };
  dialog.append(w.mayNotCopy, area, close);
  document.body.append(dialog);
  dialog.showModal();
  area.focus();
  area.select();
  if (!document.execCommand("copy")) return;
  dialog.close();
  say(done);
}
