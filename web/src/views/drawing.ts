// Pictures of the board as this page shows it: a PNG of a position, a GIF of a game.

import { HEIGHT, WIDTH } from '../board/geometry';
import { loadOutlines } from '../board/glyphs';
import type { Colour } from '../board/paint';
import type { Colours, Scene, SceneLook } from '../board/picture';
import { draw, groundOf, piecesOf } from '../board/picture';
import { movePiece, readFen, START } from '../core/fen';
import { GifWriter, Palette } from '../core/gif';
import type { Move } from '../core/squares';
import { originOf, targetOf } from '../core/squares';

const PNG_SCALE = 1;
const GIF_SCALE = 0.5;
/** How long frames are shown, in hundredths of a second. */
const FIRST = 120;
const EACH = 100;
const LAST = 300;

/** What the colours of the board are at the moment: of the theme, light or dark. */
export function pageColours(): Colours {
  const known = new Map<Colour, readonly [number, number, number]>();
  const probe = document.createElement('span');
  document.body.append(probe);
  const look = (colour: Colour): readonly [number, number, number] => {
    probe.style.color = `var(--${colour})`;
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number);
    return [red, green, blue];
  };
  // The probe has to be in the page while it is asked.
  for (const colour of COLOURS) known.set(colour, look(colour));
  probe.remove();
  return (colour) => known.get(colour) ?? [0, 0, 0];
}

const COLOURS: readonly Colour[] = [
  'board',
  'board-deep',
  'grain',
  'grain-light',
  'frame',
  'lines',
  'label',
  'disc',
  'disc-light',
  'disc-deep',
  'plain-disc',
  'red-piece',
  'black-piece',
  'red-seal',
  'black-seal',
  'shadow',
  'mark-last',
];

function canvasOf(scale: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH * scale;
  canvas.height = HEIGHT * scale;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('2d');
  context.scale(scale, scale);
  return { canvas, context };
}

export async function pictureOf(scene: Scene, look: SceneLook): Promise<Blob> {
  await loadOutlines(look.pieces);
  const { canvas, context } = canvasOf(PNG_SCALE);
  const colours = pageColours();
  draw(context, [...groundOf(look, scene.flipped), ...piecesOf(scene, look)], colours);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('PNG')) : resolve(blob)), 'image/png');
  });
}

/** The positions of a game, one behind the other. */
function* scenesOf(fen: string | null, moves: readonly Move[], flipped: boolean): Generator<Scene> {
  let pieces = readFen(fen ?? START)?.pieces ?? {};
  yield { pieces, flipped, lastMove: null };
  for (const move of moves) {
    pieces = movePiece(pieces, originOf(move), targetOf(move));
    yield { pieces, flipped, lastMove: move };
  }
}

/** A game as a GIF; null if it was called off. */
export async function gifOf(
  game: { fen: string | null; moves: readonly Move[]; flipped: boolean },
  look: SceneLook,
  progress: (done: number, all: number) => void,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  await loadOutlines(look.pieces);
  const colours = pageColours();
  const ground = canvasOf(GIF_SCALE);
  draw(ground.context, groundOf(look, game.flipped), colours);
  const { canvas, context } = canvasOf(GIF_SCALE);
  const pixels = (scene: Scene) => {
    context.drawImage(ground.canvas, 0, 0, WIDTH, HEIGHT);
    draw(context, piecesOf(scene, look), colours);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  const scenes = [...scenesOf(game.fen, game.moves, game.flipped)];
  // All pieces are on the board at first; the marks of moves come with the second frame.
  const gif = new GifWriter(canvas.width, canvas.height, new Palette(scenes.slice(0, 2).map(pixels)));
  for (const [index, scene] of scenes.entries()) {
    gif.add(pixels(scene), index === scenes.length - 1 ? LAST : index === 0 ? FIRST : EACH);
    progress(index + 1, scenes.length);
    // The page goes on answering.
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return null;
  }
  return gif.finish();
}
