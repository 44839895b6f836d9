(() => {
  const svg = "http://www.w3.org/2000/svg";
  const cell = 100, rowLength = 4;

  // The upper left corner of square n, 1 to 32.
  const corner = n => {
    const row = Math.floor((n - 1) / rowLength);
    return { x: (2 * ((n - 1) % rowLength) + (row % 2 === 0 ? 1 : 0)) * cell, y: row * cell };
  };
  const middle = n => `${corner(n).x + cell / 2} ${corner(n).y + cell / 2}`;

  const add = (parent, name, attributes) => {
    const node = document.createElementNS(svg, name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    parent.append(node);
  };

  // draw shows pieces, the squares of the last move, and the arrows and rings of its comment.
  const draw = (men, { pieces, from, to, marks }) => {
    men.replaceChildren();
    men.parentNode.setAttribute("aria-label", inWords(pieces));
    for (const n of [from, to]) if (n > 0) add(men, "rect", { class: "square", width: cell, height: cell, ...corner(n) });
    [...pieces].forEach((kind, n) => {
      if (kind !== ".") add(men, "use", { href: "#" + kind, ...corner(n + 1) });
    });
    for (const way of marks ? marks.split(" ") : []) {
      const squares = way.split("-");
      if (squares.length > 1) add(men, "path", { class: "mark", d: "M" + squares.map(middle).join("L"), "marker-end": "url(#tip)" });
      else add(men, "circle", { class: "mark", cx: corner(way).x + cell / 2, cy: corner(way).y + cell / 2, r: 44 });
    }
  };

  let active; // the game in which the arrow keys move

  const turn = () => document.body.classList.toggle("turned");

  const start = article => {
    const player = article.querySelector(".player"), men = player.querySelector(".men"), all = [...article.querySelectorAll(".m")];
    const first = player.querySelector(".first"), what = player.querySelector(".what"), unmoved = what.textContent;
    let here = first;
    player.hidden = false;
    article.classList.add("played");
    const moves = inside => all.filter(move => move.closest(".variation") === inside);
    // before returns what a variation, which stands behind the move that it replaces, begins after; of the game it is the start.
    const before = inside => {
      if (!inside) return first;
      const outer = inside.parentElement.closest(".variation");
      const earlier = moves(outer).filter(move => inside.compareDocumentPosition(move) & Node.DOCUMENT_POSITION_PRECEDING);
      return earlier.at(-2) ?? before(outer);
    };
    const lineOf = move => {
      const inside = move.closest(".variation");
      return [before(inside), ...moves(inside)];
    };
    // said is a move in words: its squares, and those of the pieces that it takes.
    const said = move => {
      const line = lineOf(move), earlier = line[line.indexOf(move) - 1].dataset.pieces, { pieces, from } = move.dataset;
      const taken = [...earlier].flatMap((kind, n) => kind !== "." && pieces[n] === "." && n + 1 !== Number(from) ? [n + 1] : []);
      return taken.length ? `${move.textContent}, ${globalThis.words?.takes ?? "takes"} ${taken.join(", ")}` : move.textContent;
    };
    const go = move => {
      active = step;
      here.classList.remove("here");
      here = move;
      here.classList.add("here");
      here.scrollIntoView({ block: "nearest" });
      draw(men, here.dataset);
      what.textContent = here === first ? unmoved : said(here);
    };
    const step = by => {
      const line = lineOf(here);
      go(line[Math.max(0, Math.min(line.length - 1, line.indexOf(here) + by))]);
    };
    player.querySelector("[data-turn]").addEventListener("click", turn);
    article.addEventListener("click", event => {
      const target = event.target.closest("[data-go], .m");
      if (target?.dataset.go) step(Number(target.dataset.go));
      else if (target) go(target);
    });
    draw(men, first.dataset);
    return step;
  };

  const games = [...document.querySelectorAll("article")].filter(article => article.querySelector(".player")).map(start);
  active = games[0];
  document.addEventListener("keydown", event => {
    if (event.key === "f") turn();
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (!by || !active) return;
    event.preventDefault();
    active(by);
  });
})();
