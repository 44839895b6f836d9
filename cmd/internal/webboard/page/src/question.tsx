import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { notice } from "./state";
import { words } from "./words";

interface Question { text: string; answers: string[]; take: (answer: string) => void }

const question = signal<Question | null>(null);

// choose asks the user, and returns the answer that was pressed, "" for none. The last answer is the usual one.
// The message before it is gone.
export const choose = (text: string, ...answers: string[]) => new Promise<string>(take => {
  notice.value = null;
  question.value = { text, answers, take };
});

// Asking shows the question. Escape is no answer.
export function Asking() {
  const dialog = useRef<HTMLDialogElement>(null), q = question.value;
  useLayoutEffect(() => { if (q) dialog.current?.showModal(); }, [q]);
  if (!q) return null;
  const answer = (text: string) => {
    dialog.current?.close(); // the focus goes back to where it was
    question.value = null;
    q.take(text);
  };
  const last = q.answers.length - 1;
  return (
    <dialog ref={dialog} class="dialog question" aria-label={words.frame.question}
      onCancel={event => { event.preventDefault(); answer(""); }}>
      <p class="in">{q.text}</p>
      <footer><button class="btn" onClick={() => answer("")}>{words.frame.cancel}</button>
        {q.answers.map((text, i) =>
          <button key={text} class={`btn ${i === last ? "primary" : ""}`} onClick={() => answer(text)}>{text}</button>)}</footer>
    </dialog>);
}
