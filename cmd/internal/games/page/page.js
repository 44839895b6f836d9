(() => {
  const svg = "http://www.w3.org/2000/svg";
  const cell = 100, rowLength = 4;

  // The upper left corner of square n, 0 to 31.
  const corner = n => {
    const row = Math.floor(n / rowLength);
    return { x: (2 * (n % rowLength) + (row % 2 === 0 ? 1 : 0)) * cell, y: row * cell };
  };

  const add = (parent, name, attributes) => {
    const node = document.createElementNS(svg, name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    parent.append(node);
  };

  const draw = (men, pieces, marked) => {
    men.replaceChildren();
    men.parentNode.setAttribute("aria-label", inWords(pieces));
    for (const n of marked) add(men, "rect", { class: "square", width: cell, height: cell, ...corner(n - 1) });
    [...pieces].forEach((kind, n) => {
      if (kind !== ".") add(men, "use", { href: "#" + kind, ...corner(n) });
    });
  };

  let active; // the game that the arrow keys move in

  const start = section => {
    const moves = [...section.querySelectorAll(".m")], men = section.querySelector(".men");
    let here = 0;
    const go = ply => {
      active = api;
      moves[here].classList.remove("here");
      here = Math.max(0, Math.min(moves.length - 1, ply));
      const move = moves[here], data = move.dataset;
      move.classList.add("here");
      draw(men, data.pieces, [data.from, data.to].map(Number).filter(n => n > 0));
      section.querySelector(".what").textContent = move.textContent;
      section.querySelector(".verdict").textContent = data.verdict;
      const cursor = section.querySelector(".cursor");
      cursor.setAttribute("x1", data.x);
      cursor.setAttribute("x2", data.x);
    };
    const api = { step: by => go(here + by) };
    const steps = { first: () => go(0), back: () => go(here - 1), on: () => go(here + 1), last: () => go(moves.length - 1) };
    section.addEventListener("click", event => {
      const target = event.target;
      if (moves.includes(target)) go(moves.indexOf(target));
      else if (target.dataset.go) steps[target.dataset.go]();
      else if (target.dataset.ply) {
        go(Number(target.dataset.ply));
        section.scrollIntoView({ block: "start" });
      } else if (target.closest(".chart")) go(nearest(event, target.closest(".chart")));
    });
    const nearest = (event, chart) => {
      const box = chart.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width * chart.viewBox.baseVal.width;
      const distance = move => Math.abs(Number(move.dataset.x) - x);
      return moves.reduce((best, move, i) => distance(move) < distance(moves[best]) ? i : best, 0);
    };
    draw(men, men.dataset.pieces, []);
    return api;
  };

  const games = [...document.querySelectorAll(".game")].map(start);
  active = games[0];
  const turn = () => document.body.classList.toggle("turned");
  document.querySelector("[data-turn]").addEventListener("click", turn);
  document.addEventListener("keydown", event => {
    if (event.key === "f") return turn();
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || !active) return;
    event.preventDefault();
    active.step(by);
  });
})();
