import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { pushOverlay } from "./browserhistory";
import { IconButton } from "./controls";
import { texts } from "./i18n";
import { notice } from "./state";

// dialogShown is what lies over the page: help, or what the user has learned.
export const dialogShown = signal<"" | "keys" | "rules" | "progress" | "squares">("");

interface DialogProps {
  title: string;
  titleSide?: ComponentChildren; // the title
  class?: string;
  close: () => void;
  children: ComponentChildren;
  footer?: ComponentChildren;
}

// Dialog lies over the page until it is closed by its button, by Escape, by a press beside it or by what is in it. Then the focus goes
// back to where it was.
export function Dialog({ title, titleSide: beside, close, children, footer, ...rest }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null), shut = () => box.current?.close();
  useLayoutEffect(() => {
    const dialog = box.current!;
    dialog.showModal(); // at once: the next key is already its own
    const gone = pushOverlay(shut);
    return () => {
      gone();
      dialog.close();
      const back = document.activeElement as HTMLElement;
      if (!back.matches(":focus-visible")) back.blur(); // what was pressed by the pointer gives the keys back
    };
  }, []);
  return (
    <dialog ref={box} class={`dialog ${rest.class ?? ""}`} aria-label={title}
      onClose={event => { if (event.currentTarget.isConnected) close(); }}
      onPointerDown={event => { if (event.target === box.current) shut(); }}>
      <header><h2>{title}</h2>{beside}<IconButton icon="cross" label={texts.frame.close} onClick={shut} /></header>
      <div class="in">{children}</div>
      {footer && <footer>{footer}</footer>}
    </dialog>);
}

interface Question { text: string; answers: string[]; answer: (answer: string) => void }

const question = signal<Question | null>(null);

// askUser asks the user, and returns the answer that was pressed, "" for none. The last answer is the usual one.
// The message before it is gone.
export const askUser = (text: string, ...answers: string[]) => new Promise<string>(take => {
  notice.value = null;
  question.value = { text, answers, answer: take };
});

// ConfirmDialog shows the question. Escape is no answer.
export function ConfirmDialog() {
  const dialog = useRef<HTMLDialogElement>(null), q = question.value;
  const answer = (text: string) => {
    dialog.current?.close(); // the focus goes back to where it was
    question.value = null;
    q?.answer(text);
  };
  useLayoutEffect(() => {
    if (!q) return;
    dialog.current?.showModal();
    return pushOverlay(() => answer(""));
  }, [q]);
  if (!q) return null;
  const last = q.answers.length - 1;
  return (
    <dialog ref={dialog} class="dialog question" aria-label={texts.frame.question}
      onCancel={event => { event.preventDefault(); answer(""); }}>
      <header><h2>{texts.frame.question}</h2></header>
      <p class="in">{q.text}</p>
      <footer><button class="btn" onClick={() => answer("")}>{texts.frame.cancel}</button>
        {q.answers.map((text, i) =>
          <button key={text} class={`btn ${i === last ? "primary" : ""}`} onClick={() => answer(text)}>{text}</button>)}</footer>
    </dialog>);
}
