import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { pushOverlay } from "./browserhistory";
import { texts } from "./i18n";
import { Icon, type IconName } from "./icon";

interface IconButtonProps { icon: IconName; label: string; title?: string; class?: string; id?: string; small?: boolean; pressed?: boolean;
  disabled?: boolean; onClick: () => void }

// IconButton is a button that shows an icon alone. Its label is its name.
export function IconButton({ icon, label, title, small, pressed, onClick, ...rest }: IconButtonProps) {
  return (
    <button {...rest} class={`ib ${small ? "s" : ""} ${rest.class ?? ""}`} aria-label={label} title={title ?? label} aria-pressed={pressed}
      onClick={onClick}>
      <Icon name={icon} />
    </button>);
}

interface SwitchProps { id?: string; label: string; checked: boolean; class?: string; hidden?: boolean; onChange: (on: boolean) => void }

// Switch is on or off. The label of a hidden one is read, but not seen.
export function Switch({ label, checked, hidden, onChange, ...rest }: SwitchProps) {
  return (
    <label class={`toggle ${rest.class ?? ""}`}>
      <input id={rest.id} type="checkbox" role="switch" checked={checked} aria-label={label}
        onChange={e => onChange(e.currentTarget.checked)} />
      <span class="track" />{!hidden && <span class="lab-t">{label}</span>}
    </label>);
}

interface SegmentedProps<T extends string> { label: string; choices: readonly (readonly [T, ComponentChildren])[]; value: T; id?: string;
  class?: string; item?: string; onChange: (value: T) => void }

// Segmented is a choice of two to five. The arrow keys go from one to the next, as in every group of radio buttons.
export function Segmented<T extends string>({ label, choices, value, id, item, onChange, ...rest }: SegmentedProps<T>) {
  const group = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (choices.findIndex(([name]) => name === value) + step + choices.length) % choices.length;
    onChange(choices[next][0]);
    (group.current?.children[next] as HTMLElement).focus();
  };
  return (
    <div ref={group} id={id} class={rest.class ?? "seg"} role="radiogroup" aria-label={label} onKeyDown={onKey}>
      {choices.map(([name, text]) =>
        <button key={name} class={item} role="radio" data-value={name} aria-checked={name === value} tabIndex={name === value ? 0 : -1}
          onClick={() => onChange(name)}>{text}</button>)}
    </div>);
}

// Entry is a line of a menu, with a note below its text; "-" is a hairline.
export type Entry = "-" | { icon?: IconName; text: string; note?: string; id?: string; key?: string; danger?: boolean; disabled?: boolean;
  onClick: () => void };

interface MenuProps { icon: IconName; label: string; class?: string; id?: string; entries: Entry[]; children?: ComponentChildren }

// fit puts a menu where it is seen whole: above its icon where below is less room, and it scrolls where neither is enough.
function fit(menu: HTMLElement) {
  const own = menu.parentElement!.getBoundingClientRect(), wanted = menu.scrollHeight, gap = 12;
  const tabs = document.querySelector(".tabbar")?.getBoundingClientRect().height ?? 0;
  const side = menu.closest(".side")?.getBoundingClientRect(); // nothing of it is seen beyond its edges
  const above = own.top - Math.max(0, side?.top ?? 0) - gap, below = Math.min(innerHeight - tabs, side?.bottom ?? innerHeight) - own.bottom - gap;
  const up = menu.parentElement!.classList.contains("up") ? above >= wanted || above > below : below < wanted && above > below;
  menu.classList.add(up ? "above" : "below");
  menu.style.maxHeight = `${up ? above : below}px`;
}

// Menu is an icon that opens a list of actions. Escape, a choice, a press elsewhere and Tab out of it close it. Children stand above the
// actions.
export function Menu({ icon, label, entries, children, ...rest }: MenuProps) {
  const [open, setOpen] = useState(false), box = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    box.current?.querySelector("button")?.focus();
  };
  useLayoutEffect(() => {
    if (!open) return;
    const away = (event: Event) => { if (!box.current?.contains(event.target as Node)) setOpen(false); };
    document.addEventListener("pointerdown", away, true);
    const gone = pushOverlay(close), menu = box.current!.querySelector<HTMLElement>(".menu")!;
    fit(menu);
    (menu.querySelector<HTMLElement>("button:not(:disabled)") ?? menu).focus(); // without an entry to choose, too: Escape closes it
    return () => {
      gone();
      document.removeEventListener("pointerdown", away, true);
    };
  }, [open]);
  const onKey = (event: KeyboardEvent) => {
    if (!open) return;
    event.stopPropagation();
    if (event.key === "Escape") return close();
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const items = [...box.current!.querySelectorAll<HTMLElement>(".menu button:not(:disabled)")];
    items[(items.indexOf(document.activeElement as HTMLElement) + step + items.length) % items.length]?.focus();
  };
  const onLeave = ({ relatedTarget: to }: FocusEvent) => { if (to && !box.current!.contains(to as Node)) setOpen(false); };
  return (
    <div ref={box} class={`menu-box ${rest.class ?? ""}`} onKeyDown={onKey} onFocusOut={onLeave}>
      <button id={rest.id} class="ib" aria-label={label} title={label} aria-haspopup="menu" aria-expanded={open}
        onClick={() => setOpen(!open)}><Icon name={icon} /></button>
      {open && <div class="menu" role="menu" tabIndex={-1} aria-label={label}
        onClick={e => { if ((e.target as Element).matches("[role=menuitemcheckbox]")) close(); }}>
        {children}
        {entries.map((e, i) => e === "-" ? <hr key={i} /> :
          <button key={i} id={e.id} role="menuitem" class={e.danger ? "danger" : ""} disabled={e.disabled}
            onClick={() => { close(); e.onClick(); }}>
            {e.icon && <Icon name={e.icon} />}<span>{e.text}{e.note && <small>{e.note}</small>}</span>{e.key && <span class="key">{e.key}</span>}</button>)}
      </div>}
    </div>);
}

interface StepperProps {
  label: string;
  id?: string;
  values: readonly number[];
  value: number;
  text?: (value: number) => string;
  onChange: (value: number) => void;
}

// Stepper goes through values, from less to more. A value that is not among them is left to the next one of them.
export function Stepper({ label, id, values, value, text = String, onChange }: StepperProps) {
  const less = values.filter(v => v < value).pop(), more = values.find(v => v > value), w = texts.settings;
  const step = (icon: "minus" | "plus", name: string, to: number | undefined) => (
    <button aria-label={name} aria-disabled={to === undefined} onClick={() => { if (to !== undefined) onChange(to); }}>
      <Icon name={icon} size="s" /></button>);
  return (
    <span class="stepper" id={id} role="group" aria-label={label}>
      {step("minus", w.less(label), less)}<b aria-live="polite">{text(value)}</b>{step("plus", w.moreOf(label), more)}
    </span>);
}
