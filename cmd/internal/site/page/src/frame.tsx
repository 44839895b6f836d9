import type { ComponentChildren } from "preact";
import { IconButton } from "./controls";
import { texts } from "./i18n";
import { Icon, type IconName } from "./icon";
import { Notice } from "./notice";
import { prefer } from "./preferences";
import { standalone } from "./socket";
import { view, type View } from "./state";
import { dark } from "./theme";
import { connection } from "./transport";
import { updateReady, applyUpdate } from "./updates";
import { visit } from "./workspaces";

const views = ["play", "analyse", "problems", "games", "lab"] as const;

// viewOf is the view that the navigation marks: the editor of positions belongs to the analysis.
const viewOf = (v: View) => v === "setup" ? "analyse" : v;

const toggleTheme = () => prefer({ theme: dark() ? "light" : "dark" });

function Brand() {
  return (
    <span class="brand"><svg viewBox="0 0 32 32" role="img" aria-label="Zonda"><circle cx="16" cy="16" r="15" fill="var(--brand)" />
      <circle cx="16" cy="16" r="12.6" fill="none" stroke="#fff" stroke-opacity=".28" />
      <path d="M9.5 11.3h10.2c2.6 0 3.2-3.3.9-3.9M22.5 11.3 10.2 20.7h12.6M10.2 20.7c-2.9 0-3.3 3.7-.7 4.1" fill="none" stroke="#fff"
        stroke-width="2.3" stroke-linecap="round" stroke-linejoin="round" /></svg></span>);
}

// ViewButton opens a view.
function ViewButton({ name, icon, text }: { name: View; icon?: IconName; text?: string }) {
  return (
    <button aria-current={viewOf(view.value) === name ? "page" : undefined} onClick={() => visit(name)}>
      {icon && <Icon name={icon} />}{text ?? texts.views[name]}
    </button>);
}

// Rail is the navigation at the left of a wide window.
export function Rail({ help }: { help: () => void }) {
  return (
    <nav class="rail" aria-label={texts.views.label}>
      <Brand />
      {views.map(name => <ViewButton key={name} name={name} icon={name} />)}
      <span class="end" />
      <button class="tool" aria-label={texts.frame.help} title={texts.frame.help} onClick={help}><Icon name="help" /></button>
      <button class="tool" aria-label={texts.frame.theme} title={texts.frame.theme} onClick={toggleTheme}><Icon name="theme" /></button>
      <button class="tool" aria-label={texts.views.settings} title={texts.views.settings}
        aria-current={view.value === "settings" ? "page" : undefined}
        onClick={() => visit("settings")}><Icon name="settings" /></button>
    </nav>);
}

// The views that a phone shows without the board, and so without the line that says messages aloud. The head says them there.
const withoutBoard: View[] = ["games", "settings", "setup"];

// TopBar is the head of a narrow window: views with words, or on a phone the title of the view and its tools.
interface TopBarProps { title: string; second?: string; help: () => void; children?: ComponentChildren }
export function TopBar({ title, second, help, children }: TopBarProps) {
  return (
    <header class="topbar">
      <Brand />
      <nav aria-label={texts.views.label}>{views.map(name => <ViewButton key={name} name={name} />)}</nav>
      <div class="ttl" role={withoutBoard.includes(view.value) ? "status" : undefined}><Notice><span>{title}</span>{second && <small>{second}</small>}</Notice></div>
      <div class="right">
        <span class="phone-only">{children}</span>
        <span class="wide-only row">
          <IconButton icon="help" label={texts.frame.help} onClick={help} />
          <IconButton icon="theme" label={texts.frame.theme} onClick={toggleTheme} />
          <IconButton icon="settings" label={texts.views.settings} onClick={() => visit("settings")} />
        </span>
      </div>
    </header>);
}

// TabBar is the navigation at the foot of a phone.
export function TabBar() {
  return (
    <nav class="tabbar" aria-label={texts.views.label}>
      {views.filter(name => name !== "lab").map(name => <ViewButton key={name} name={name} icon={name} />)}
      <ViewButton name="settings" icon="more" text={texts.views.more} />
    </nav>);
}

// ConnectionLost says that the connection to the engine is lost, and what to do.
export const ConnectionLost = () => connection.value === "lost"
  ? <p class="banner" role="alert">{standalone ? texts.standalone[standalone.over.value ? "cannot" : "lost"](standalone.failure.value) : texts.frame.lost}</p> : null;

// UpdateNotice says that a newer version of the page is there.
export const UpdateNotice = () => updateReady.value
  ? <p class="banner" role="status" id="fresh">{texts.standalone.newVersion} <button class="btn s" onClick={applyUpdate}>
    {texts.standalone.reload}</button></p> : null;
