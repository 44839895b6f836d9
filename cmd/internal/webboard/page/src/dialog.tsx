import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { IconButton } from "./controls";
import { words } from "./words";

// dialogShown is the help that lies over the page.
export const dialogShown = signal<"" | "keys" | "rules">("");

interface DialogProps {
  title: string;
  beside?: ComponentChildren; // the title
  class?: string;
  close: () => void;
  children: ComponentChildren;
  footer?: ComponentChildren;
}

// Dialog lies over the page until it is closed by its button, by Escape or by a press beside it. Then the focus goes back to where it was.
export function Dialog({ title, beside, close, children, footer, ...rest }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null), shut = () => box.current?.close();
  useLayoutEffect(() => box.current?.showModal(), []); // at once: the next key is already its own
  return (
    <dialog ref={box} class={`dialog ${rest.class ?? ""}`} aria-label={title} onClose={close}
      onPointerDown={event => { if (event.target === box.current) shut(); }}>
      <header><h2>{title}</h2>{beside}<IconButton icon="cross" label={words.frame.close} onClick={shut} /></header>
      <div class="in">{children}</div>
      {footer && <footer>{footer}</footer>}
    </dialog>);
}
