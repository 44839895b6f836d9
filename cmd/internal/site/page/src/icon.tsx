import { drawings } from "./icons";

export type IconName = keyof typeof drawings;

// Icon is a drawing beside a label, or in a button that has a name.
export function Icon({ name, size }: { name: IconName; size?: "s" | "l" }) {
  return <svg class={size ? `i i-${size}` : "i"} viewBox="0 0 24 24" aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: drawings[name] }} />;
}
