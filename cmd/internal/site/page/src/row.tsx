import type { ComponentChildren } from "preact";

// Row is a setting: its name, what it does, and the control.
export function Row({ name, help, wrap, children }: { name: string; help?: string; wrap?: boolean; children: ComponentChildren }) {
  return <div class={`set-row ${wrap ? "wrap" : ""}`}><div class="t">{name}{help && <small>{help}</small>}</div>{children}</div>;
}
