import { useEffect, useRef } from "preact/hooks";
import { collection, allGames, offset, originInCollection, openLatest, placeInList, openAt, openNeighbour, page, rows, search } from "./collection";
import { IconButton, Menu, type Entry } from "./controls";
import { GameFilters, filtered } from "./gamefilter";
import { GameRow } from "./gamerow";
import { texts } from "./i18n";
import { Icon } from "./icon";
import { Moves } from "./moves";
import { openFile, reading, stopReading } from "./opener";
import { addTo, deleteGame, saveAs, saveGame, saveListAs, undoOf } from "./saver";
import { tree, version } from "./state";
import { showVersions, VersionsDialog } from "./versions";

// GamesView is the list of games with the chosen game beside it.
export const GamesView = () => <div class="side-in"><Games /><Moves /><VersionsDialog /></div>;

// Games lists the games of the collection and searches them.
function Games() {
  const c = collection.value, w = texts.games;
  useEffect(() => { if (!c) void openLatest(); }, [c]);
  return (
    <section class="list a" aria-label={w.label}>
      <div class="list-head">
        <div class="title"><span class="grow"><h2 class="title">{c?.name ?? w.label}</h2></span>
          <button class="btn s" onClick={openFile}><Icon name="folder" />{w.open}</button>
            {c && <CollectionMenu id="collection-menu" />}</div>
        {c && <GameFilters />}
      </div>
      {reading.value ? <ReadingProgress /> : c ? <><List /><Pager /></> : <NoCollection />}
    </section>);
}

// ReadingProgress says how far a file has been read.
function ReadingProgress() {
  const { name, read, total } = reading.value!, text = texts.games.reading(name);
  return (
    <div class="empty" id="being-read"><p role="status">{text}</p>
      <progress class="bar" max={total || 1} value={total ? read : undefined} aria-label={text} />
      <button class="btn s" id="stop-reading" onClick={stopReading}>{texts.play.stop}</button></div>);
}

function NoCollection() {
  const w = texts.games;
  return (
    <div class="empty"><Icon name="games" /><p>{w.empty}</p><button class="btn primary" onClick={openFile}>{w.open}</button></div>);
}

// List shows the rows. Up and down go to the next row.
function List() {
  version.value;
  const box = useRef<HTMLDivElement>(null), found = page.value, own = originInCollection(), w = texts.games;
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], all = [...box.current!.querySelectorAll("button")];
    const next = step && all[all.indexOf(event.target as HTMLButtonElement) + step];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  };
  if (found && !found.found) {
    return <div class="empty"><Icon name="search" /><p>{w.none}</p>
      <button class="btn" onClick={() => search(allGames)}>{w.all}</button></div>;
  }
  return (
    <div class="glist" ref={box} onKeyDown={onKey}>
      {found?.games.map((game, i) =>
        <GameRow key={game.number} game={game} chosen={own?.number === game.number} open={() => openAt(found.from + i, game)} />)}
    </div>);
}

// Pager says how many games there are, and goes to others.
function Pager() {
  const c = collection.value!, found = page.value?.found ?? 0, first = offset.value, w = texts.games;
  return (
    <div class="pager"><span role="status">{filtered() ? w.found(found, c.games) : w.count(c.games, c.broken)}</span>
      {filtered() && found > 0 && <button class="btn quiet s" onClick={() => search(allGames)}>{w.all}</button>}
      {found > rows && <span class="row pages">{w.range(first + 1, Math.min(first + rows, found))}
        <IconButton small icon="left" label={w.before} disabled={!first} onClick={() => { offset.value = first - rows; }} />
        <IconButton small icon="right" label={w.next} disabled={first + rows >= found}
          onClick={() => { offset.value = first + rows; }} /></span>}
    </div>);
}

// CollectionMenu is what can be done with the collection.
function CollectionMenu({ id }: { id?: string }) {
  version.value;
  const c = collection.value, own = originInCollection(), w = texts.games, s = texts.saving;
  if (!c) return null;
  const entries: Entry[] = [];
  if (own?.digest) entries.push({ icon: "save", text: s.saveIn(own.number, c.name), id: "save-game", onClick: saveGame });
  else if (c.digest && !c.packed) entries.push({ icon: "plus", text: s.addTo(c.name), id: "add-game", onClick: () => void addTo(c) });
  entries.push({ icon: "save", text: s.saveList(c.games), id: "save-list", onClick: saveListAs });
  if (tree.value.root.children.length || tree.value.start) entries.push({ icon: "save", text: s.saveAs, id: "save-as", onClick: saveAs });
  if (c.digest) entries.push("-", { icon: "clock", text: w.versions, id: "versions", onClick: () => showVersions(c.name) });
  if (c.undo) entries.push({ icon: "undo", text: s.undoIn(c.undo), id: "undo-change", onClick: undoOf(c)! });
  if (own?.digest) entries.push("-", { icon: "bin", text: w.delete(own.number), id: "delete-game", danger: true,
    onClick: () => void deleteGame() });
  return <Menu id={id} icon="more" label={w.menu} entries={entries} />;
}

// GamesTools are what a phone's title has in Games.
export const GamesTools = () => <span class="row tight"><IconButton icon="folder" label={texts.games.open} onClick={openFile} />
  <CollectionMenu /></span>;

// Neighbours go from the game on the board to the games before and behind it in the list.
export function Neighbours() {
  const place = placeInList(), w = texts.games;
  if (!place) return null;
  return (
    <span class="beside"><IconButton icon="left" label={w.gameBefore} disabled={!place.index} onClick={() => openNeighbour(-1)} />
      <IconButton icon="right" label={w.gameNext} disabled={place.index + 1 >= place.found} onClick={() => openNeighbour(1)} /></span>);
}
