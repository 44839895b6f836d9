// The pieces are drawn once. A set is ten colours, which the style of the page may change by variables.
const sets = {
  b: { hi: "#55504b", top: "#37332f", low: "#211e1b", edge: "#0c0a09", rim: "#7d756c", groove: "#171412", inlay: "#f2c766",
    inlayLow: "#c8922f" },
  w: { hi: "#fffdf6", top: "#f8f0df", low: "#e6d9bf", edge: "#a89775", rim: "#ffffff", groove: "#c9b996", inlay: "#7a3e1c",
    inlayLow: "#5a2a10" },
  r: { hi: "#b5483b", top: "#8f261d", low: "#6a1610", edge: "#2f0705", rim: "#f09a8c", groove: "#4f0f0a", inlay: "#ffdc8a",
    inlayLow: "#d9a545" },
};
type Set = keyof typeof sets;
type Tone = keyof typeof sets.b;
const tone = (set: Set, name: Tone) => `var(--piece-${set}-${name}, ${sets[set][name]})`;

// Man is a piece in a square of 100: b, w and r are the men, B, W and R the kings. Red is for a choice of pieces; the black ones of
// a game turn red by the style of the page.
export const Man = ({ kind }: { kind: string }) => <use href={`#piece-${kind}`} width="100" height="100" />;

// Drawings are what all boards of the page refer to. They stand in the page once.
export function Drawings() {
  return (
    <svg class="drawings" width="0" height="0" aria-hidden="true">
      <defs>
        <radialGradient id="piece-shade" cx=".5" cy=".5" r=".5">
          <Stop at={0.78} colour="#000" opacity={0.42} /><Stop at={1} colour="#000" opacity={0} />
        </radialGradient>
        {(["b", "w", "r"] as Set[]).map(set => <Gradients key={set} set={set} />)}
        <Wood />
      </defs>
      {(["b", "w", "r"] as Set[]).flatMap(set => [
        <symbol key={set} id={`piece-${set}`} viewBox="0 0 100 100"><DrawnMan set={set} /></symbol>,
        <symbol key={set + "K"} id={`piece-${set.toUpperCase()}`} viewBox="0 0 100 100"><DrawnKing set={set} /></symbol>,
      ])}
    </svg>);
}

const Stop = ({ at, colour, opacity }: { at: number; colour: string; opacity?: number }) =>
  <stop offset={at} stop-color={colour} stop-opacity={opacity} />;

function Gradients({ set }: { set: Set }) {
  const c = (name: Tone) => tone(set, name);
  return <>
    <radialGradient id={`piece-${set}-top`} cx=".36" cy=".26" r=".86">
      <Stop at={0} colour={c("hi")} /><Stop at={0.5} colour={c("top")} /><Stop at={1} colour={c("low")} />
    </radialGradient>
    <radialGradient id={`piece-${set}-dish`} cx=".62" cy=".76" r=".9">
      <Stop at={0} colour={c("hi")} /><Stop at={0.55} colour={c("top")} /><Stop at={1} colour={c("low")} />
    </radialGradient>
    <linearGradient id={`piece-${set}-rim`} x1=".2" y1="0" x2=".75" y2="1">
      <Stop at={0} colour={c("rim")} opacity={0.95} /><Stop at={0.5} colour={c("rim")} opacity={0.35} />
      <Stop at={1} colour={c("groove")} opacity={0.6} />
    </linearGradient>
  </>;
}

// Disc is a disc that is seen a little from above, with its milled rim.
function Disc({ set, y, r }: { set: Set; y: number; r: number }) {
  return <>
    <circle cx="50" cy={y + 5} r={r} fill={tone(set, "edge")} />
    <circle cx="50" cy={y} r={r} fill={`url(#piece-${set}-top)`} />
    <circle cx="50" cy={y} r={r - 1} fill="none" stroke={`url(#piece-${set}-rim)`} stroke-width="1.7" />
    <circle cx="50" cy={y} r="33.8" fill="none" stroke={tone(set, "groove")} stroke-opacity=".55" stroke-width="5"
      stroke-dasharray="1.9 2.577" />
  </>;
}

function Groove({ set, r }: { set: Set; r: number }) {
  return <>
    <circle cx="50" cy="48" r={r} fill="none" stroke={tone(set, "groove")} stroke-width="1.5" />
    <circle cx="50" cy="48.9" r={r} fill="none" stroke={tone(set, "rim")} stroke-opacity=".45" stroke-width=".9" />
  </>;
}

function DrawnMan({ set }: { set: Set }) {
  return <>
    <ellipse cx="50" cy="58" rx="42.5" ry="39" fill="url(#piece-shade)" />
    <Disc set={set} y={48} r={39} />
    <Groove set={set} r={30} />
    <circle cx="50" cy="48" r="22.5" fill={`url(#piece-${set}-dish)`} />
    <Groove set={set} r={22.5} />
  </>;
}

const crown = "M-20-9.5-9.8-1.2 0-16 9.8-1.2 20-9.5 16.2 9H-16.2Z", band = "M-16.2 12H16.2V15.6H-16.2Z";

// DrawnKing is two pieces high, with a ring and a crown inlaid.
function DrawnKing({ set }: { set: Set }) {
  const low = tone(set, "inlayLow"), high = tone(set, "inlay");
  return <>
    <ellipse cx="50" cy="59" rx="43" ry="38.5" fill="url(#piece-shade)" />
    <circle cx="50" cy="59" r="38.8" fill={tone(set, "edge")} />
    <circle cx="50" cy="54" r="38.8" fill={tone(set, "low")} />
    <circle cx="50" cy="54" r="38" fill="none" stroke={tone(set, "rim")} stroke-opacity=".35" stroke-width="1.2" />
    <Disc set={set} y={46} r={38.8} />
    <circle cx="50" cy="46" r="28.8" fill={`url(#piece-${set}-dish)`} />
    <circle cx="50" cy="46" r="28.8" fill="none" stroke={low} stroke-width="3.6" />
    <circle cx="50" cy="45.7" r="28.8" fill="none" stroke={high} stroke-width="2.6" />
    <g transform="translate(50 46.6)" stroke-linejoin="round">
      <g fill={low} stroke={low} stroke-width="2.4" transform="translate(0 1.1)"><path d={crown} /><path d={band} stroke="none" /></g>
      <g fill={high} stroke={high}><path d={crown} stroke-width="2" /><path d={band} stroke-width="1" /></g>
    </g>
  </>;
}

// Wood is the grain of the walnut board: dark veins and light ones.
function Wood() {
  return (
    <pattern id="wood" width="800" height="200" patternUnits="userSpaceOnUse" fill="none">
      <path d={dark.join("")} stroke="#3a1d05" stroke-width="1.5" stroke-opacity=".11" />
      <path d={light.join("")} stroke="#fff3da" stroke-width="1.2" stroke-opacity=".1" />
    </pattern>);
}

const dark = [
  "M0 14C120 4 260 22 420 12S700 6 800 14", "M0 36C150 46 300 28 470 38S690 44 800 36", "M0 61C110 54 330 68 480 58S720 52 800 61",
  "M0 83C190 92 310 74 500 86S700 90 800 83", "M0 112C140 103 280 120 430 110S680 104 800 112",
  "M0 138C170 147 330 130 470 140S710 146 800 138",
  "M0 163C120 156 300 171 500 160S690 156 800 163", "M0 186C160 194 330 178 460 188S720 192 800 186",
];
const light = [
  "M0 25C160 16 320 34 480 24S700 18 800 25", "M0 72C130 80 310 64 450 73S700 78 800 72", "M0 125C160 116 320 133 480 124S710 118 800 125",
  "M0 175C140 182 310 168 470 176S700 180 800 175",
];
