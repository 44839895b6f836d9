import { render } from "preact";
import { drawingOf, painted } from "./drawing";
import { arrowsOf, piecesOf } from "./film";
import { corner, size, squares } from "./geometry";
import { gif } from "./gif";
import { Arrows, BoardSquares, CaptureMark, Numbers } from "./marks";
import type { Lesson, Picture } from "./messages";
import { Man } from "./pieces";
import { flipped } from "./state";

const width = 400; // pixels, and hundredths of a second, as zonda analyze --films has them
const pictureTime = 160, lastTime = 400;

// Scene is a picture of a film as the board shows it.
function Scene({ picture }: { picture: Picture }) {
  const pieces = piecesOf(picture.fen), turned = flipped.value;
  return (
    <svg viewBox={`0 0 ${size} ${size}`}>
      <BoardSquares />
      {squares.filter(square => pieces[square - 1] !== ".").map(square => {
        const { x, y } = corner(square, turned);
        return <g key={square} transform={`translate(${x} ${y})`}><Man kind={pieces[square - 1]} /></g>;
      })}
      <Arrows arrows={arrowsOf(picture)} flipped={turned} />
      {picture.taken.map(square => <CaptureMark key={square} square={square} flipped={turned} />)}
      <Numbers where="inside" flipped={turned} />
    </svg>);
}

// filmGIF returns a film as an animated picture. It is drawn in a corner of the page that nobody sees, where it has the page's style.
export async function filmGIF({ film }: Lesson): Promise<Blob> {
  const box = document.body.appendChild(document.createElement("div")), frames = [];
  box.className = "sr";
  try {
    for (const [i, picture] of film.entries()) {
      render(<Scene picture={picture} />, box);
      const canvas = await painted(drawingOf(box.firstElementChild!, width), width);
      frames.push({ pixels: canvas.getContext("2d")!.getImageData(0, 0, width, width).data, delay: i + 1 < film.length ? pictureTime : lastTime });
    }
  } finally {
    render(null, box);
    box.remove();
  }
  return gif(frames, width);
}
