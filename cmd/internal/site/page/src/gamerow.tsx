import { sideName, texts } from "./i18n";
import { Icon } from "./icon";
import type { GameHead } from "./messages";

const results: Record<string, string> = { "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½", "0-0": "0–0" };

// short writes a result as people do.
export const short = (result: string) => results[result] ?? result;

// dated writes a date of a game as people do, as far as it is known: 2026.03.14 is 14 Mar 2026.
export function dated(date: string): string {
  const [, year, month, day] = /^(\d{4})(?:[.\-/](\d\d|\?\?)(?:[.\-/](\d\d|\?\?))?)?$/.exec(date) ?? [];
  if (!year) return /^[?.\s-]*$/.test(date) ? "" : date;
  const name = texts.games.months[Number(month) - 1];
  return [name && Number(day) ? Number(day) : "", name ?? "", year].filter(part => part !== "").join(" ");
}

const Player = ({ side, name, lost }: { side: "Black" | "White"; name: string; lost: boolean }) => <>
  <span class={`disc s ${side === "Black" ? "b" : "w"}`} role="img" aria-label={sideName(side)} /><span class={lost ? "lost" : ""}>
    {name || sideName(side)}</span></>;

// GameRow is a game of the list.
export function GameRow({ game, chosen, open }: { game: GameHead; chosen: boolean; open: () => void }) {
  const { black, white, event, opening, moves, result, problem, twin } = game, w = texts.games;
  const meta = [opening || moves, event].filter(part => part).join(" · ");
  return (
    <button class={`g ${chosen ? "sel" : ""}`} data-game={game.number} aria-current={chosen || undefined} onClick={open}
      title={w.hover(game.number, black || "Black", white || "White", meta, Math.ceil(game.plies / 2))}>
      <span class="names">
        <Player side="Black" name={black} lost={result === "0-1"} /><span class="quiet">–</span>
        <Player side="White" name={white} lost={result === "1-0"} />
        {game.notes && <Mark class="quiet" icon="comment" text={w.hasNotes} />}
        {game.report && <Mark class="quiet" icon="report" text={w.hasReport} />}
        {twin > 0 && <Mark class="quiet" icon="copy" text={w.twin(twin)} />}
        {problem && <Mark class="g2" icon="warning" text={problem} />}
      </span>
      <span class="res">{results[result] ?? <span class="quiet">{w.unfinished}</span>}</span>
      <span class="meta">{meta}</span>
      <span class="len num-t">{dated(game.date)}</span>
    </button>);
}

const Mark = (p: { class: string; icon: "comment" | "copy" | "report" | "warning"; text: string }) =>
  <i class={p.class} role="img" aria-label={p.text} title={p.text}><Icon name={p.icon} /></i>;
