import { Icon } from "./icon";
import { words } from "./words";

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
  const less = values.filter(v => v < value).pop(), more = values.find(v => v > value), w = words.settings;
  const step = (icon: "minus" | "plus", name: string, to: number | undefined) => (
    <button aria-label={name} aria-disabled={to === undefined} onClick={() => { if (to !== undefined) onChange(to); }}>
      <Icon name={icon} size="s" /></button>);
  return (
    <span class="stepper" id={id} role="group" aria-label={label}>
      {step("minus", w.less(label), less)}<b aria-live="polite">{text(value)}</b>{step("plus", w.moreOf(label), more)}
    </span>);
}
