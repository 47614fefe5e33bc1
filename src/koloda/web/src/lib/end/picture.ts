/** The result of a match as a picture to send to somebody, drawn in the browser. */
import type { Face } from '../net/protocol';
import { lookOf, rankText } from '../words/faces';
import { PLACES, polygon, SUITS } from '../../table/cards';

export interface ResultPicture {
  game: string;
  headline: string;
  reasons: string[];
  /** From the first place to the last. */
  places: { place: number; name: string; score: string; you: boolean }[];
  cards: Face[];
  site: string;
}

export const WIDTH = 1200;
export const HEIGHT = 630;
const MARGIN = 64;
const MOST_LINES = 6;
const FONT = "'Segoe UI', system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif";
const TEXT_WIDTH = 700;

/** Breaks a text into lines that are as wide as this, at most so many; the last one may end in "…". */
export function lines(text: string, width: number, most: number, measure: (text: string) => number): string[] {
  const found: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (!line || measure(longer) <= width) line = longer;
    else {
      found.push(line);
      line = word;
    }
  }
  if (line) found.push(line);
  if (found.length <= most) return found;
  return [...found.slice(0, most - 1), `${found[most - 1]!.replace(/[\s.,;:]+$/, '')}…`];
}

/** Draws the picture. */
export function drawResult(canvas: HTMLCanvasElement, picture: ResultPicture): void {
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d')!;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string, otherwise: string): string => style.getPropertyValue(name).trim() || otherwise;
  const felt = pen.createRadialGradient(WIDTH / 2, 0, 80, WIDTH / 2, HEIGHT / 2, WIDTH * 0.75);
  felt.addColorStop(0, colour('--felt', '#22704f'));
  felt.addColorStop(1, colour('--felt-deep', '#124530'));
  pen.fillStyle = felt;
  pen.fillRect(0, 0, WIDTH, HEIGHT);

  picture.cards.slice(0, 3).forEach((face, at) => {
    pen.save();
    pen.translate(960 + (at - 1) * 112, 600);
    pen.rotate(((at - 1) * 11 * Math.PI) / 180);
    drawCard(pen, face, -105, -330, 210, colour);
    pen.restore();
  });

  pen.textBaseline = 'alphabetic';
  pen.fillStyle = 'rgb(255 255 255 / 0.78)';
  pen.font = `600 30px ${FONT}`;
  pen.fillText(picture.game, MARGIN, 90);
  let y = 160;
  pen.fillStyle = '#fff';
  pen.font = `750 60px ${FONT}`;
  for (const line of lines(picture.headline, TEXT_WIDTH + 200, 2, (text) => pen.measureText(text).width)) {
    pen.fillText(line, MARGIN, y);
    y += 68;
  }
  pen.fillStyle = 'rgb(255 255 255 / 0.9)';
  pen.font = `400 28px ${FONT}`;
  for (const line of lines(picture.reasons.join(' '), TEXT_WIDTH, 2, (text) => pen.measureText(text).width)) {
    pen.fillText(line, MARGIN, y);
    y += 38;
  }
  y += 26;
  for (const { place, name, score, you } of picture.places.slice(0, MOST_LINES)) {
    if (y > HEIGHT - 86) break;
    pen.font = `${you ? 750 : 450} 30px ${FONT}`;
    pen.fillStyle = you ? '#ffd873' : '#fff';
    pen.textAlign = 'left';
    pen.fillText(String(place), MARGIN, y);
    pen.fillText(lines(name, 400, 1, (text) => pen.measureText(text).width)[0] ?? '', MARGIN + 50, y);
    pen.textAlign = 'right';
    pen.fillText(score, MARGIN + 600, y);
    y += 44;
  }
  pen.textAlign = 'left';
  pen.fillStyle = 'rgb(255 255 255 / 0.7)';
  pen.font = `500 26px ${FONT}`;
  pen.fillText(picture.site, MARGIN, HEIGHT - 36);
}

type Colour = (name: string, otherwise: string) => string;

/** A card of this width at this place, much as Card.svelte draws it. */
function drawCard(
  pen: CanvasRenderingContext2D,
  face: Face,
  x: number,
  y: number,
  width: number,
  colour: Colour,
): void {
  const look = lookOf(face);
  pen.save();
  pen.translate(x, y);
  pen.scale(width / 100, width / 100);
  pen.shadowColor = 'rgb(0 0 0 / 0.4)';
  pen.shadowBlur = 18;
  pen.fillStyle = look.kind === 'number' ? colour(`--rank-${look.rank}`, '#444') : colour('--card-paper', '#fdfcf9');
  pen.beginPath();
  pen.roundRect(0, 0, 100, 140, 8.5);
  pen.fill();
  pen.shadowColor = 'transparent';
  pen.font = `800 44px ${FONT}`;
  if (look.kind === 'number') {
    pen.fillStyle = look.rank === 10 ? colour('--rank-10-pip', '#f4c64f') : '#fff';
    pen.fillText(String(look.rank), 11, 42);
    for (const [px, py] of PLACES.slice(0, look.rank)) fillPolygon(pen, Math.max(3, look.rank), px, py);
  } else if (look.kind === 'french') {
    pen.fillStyle = colour(`--suit-${look.suit}`, '#17181c');
    pen.font = `800 38px ${FONT}`;
    pen.fillText(rankText(look.rank), 8, 36);
    fillPath(pen, SUITS[look.suit], 32, 70, 0.58);
    fillPath(pen, SUITS[look.suit], 9, 42, 0.24);
  } else {
    pen.fillStyle = colour('--rank-star', '#3b3350');
    fillPath(pen, 'M50 2 62 38 98 38 69 60 80 96 50 74 20 96 31 60 2 38 38 38Z', 20, 40, 0.6);
  }
  pen.restore();
}

function fillPolygon(pen: CanvasRenderingContext2D, sides: number, x: number, y: number): void {
  pen.fill(new Path2D(`M${polygon(sides, x, y, 9).replaceAll(' ', 'L')}Z`));
}

function fillPath(pen: CanvasRenderingContext2D, path: string, x: number, y: number, scale: number): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(scale, scale);
  pen.fill(new Path2D(path));
  pen.restore();
}

/** Gives the picture to whatever the device shares with, or saves it. True: it was saved. */
export async function share(picture: ResultPicture, name: string): Promise<boolean> {
  const canvas = document.createElement('canvas');
  drawResult(canvas, picture);
  const blob = await new Promise<Blob>((done, fail) =>
    canvas.toBlob((made) => (made ? done(made) : fail(new Error('no picture'))), 'image/png'),
  );
  const file = new File([blob], `${name}.png`, { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] })) {
    const failed = await navigator.share({ files: [file], title: picture.headline }).then(
      () => null,
      (error: unknown) => error,
    );
    if (failed === null || (failed instanceof DOMException && failed.name === 'AbortError')) return false;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return true;
}
