// The board as a picture: an SVG file that needs nothing else, or drawn on a canvas. Both are made of the marks that the
// page draws; what colours they have, the page says.

import type { Pieces } from '../core/fen';
import type { Move } from '../core/squares';
import { centreOf, HEIGHT, WIDTH } from './geometry';
import type { GridLook } from './grid';
import { gridMarks } from './grid';
import { lastMovePath } from './marks';
import type { Colour, Mark } from './paint';
import { GRADIENTS, isGradient } from './paint';
import type { PieceLook } from './pieces';
import { pieceMarks } from './pieces';

export interface Scene {
  pieces: Pieces;
  flipped: boolean;
  lastMove: Move | null;
}

export type SceneLook = GridLook & PieceLook;

/** Red, green and blue of a colour, from 0 to 255. */
export type Colours = (colour: Colour) => readonly [number, number, number];

/** What lies under the pieces: the same in every frame of a game. */
export function groundOf(look: SceneLook, flipped: boolean): Mark[] {
  const { board, labels } = gridMarks(look, flipped);
  return [...board, ...labels];
}

export function piecesOf({ pieces, flipped, lastMove }: Scene, look: SceneLook): Mark[] {
  const marks: Mark[] = [];
  if (lastMove !== null) marks.push({ d: lastMovePath(lastMove, flipped), stroke: 'mark-last', width: 6 });
  for (const [square, piece] of Object.entries(pieces)) {
    const { x, y } = centreOf(square, flipped);
    for (const mark of pieceMarks(piece, look)) {
      const [right, down, scale] = mark.at ?? [0, 0, 1];
      marks.push({ ...mark, at: [x + right, y + down, scale] });
    }
  }
  return marks;
}

function css(colours: Colours, colour: Colour, opacity = 1): string {
  const [red, green, blue] = colours(colour);
  return opacity === 1 ? `rgb(${red},${green},${blue})` : `rgba(${red},${green},${blue},${opacity})`;
}

function hex(colours: Colours, colour: Colour): string {
  return `#${colours(colour)
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;
}

export function svgText(scene: Scene, look: SceneLook, colours: Colours): string {
  const definitions = Object.entries(GRADIENTS).map(([name, { x, y, radius, stops }]) => {
    const list = stops.map(
      ([offset, colour, opacity]) =>
        `<stop offset="${offset}" stop-color="${hex(colours, colour)}" stop-opacity="${opacity}"/>`,
    );
    return `<radialGradient id="${name}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${radius}">${list.join('')}</radialGradient>`;
  });
  const paths = [...groundOf(look, scene.flipped), ...piecesOf(scene, look)].map((mark) => {
    const { d, fill, stroke, width, opacity, at } = mark;
    const parts = [`d="${d}"`];
    if (fill !== undefined) parts.push(`fill="${isGradient(fill) ? `url(#${fill})` : hex(colours, fill)}"`);
    if (stroke !== undefined) parts.push(`stroke="${hex(colours, stroke)}"`);
    if (width !== undefined) parts.push(`stroke-width="${width}"`);
    if (opacity !== undefined) parts.push(`opacity="${opacity}"`);
    if (at !== undefined) parts.push(`transform="translate(${at[0]} ${at[1]}) scale(${at[2]})"`);
    return `<path ${parts.join(' ')}/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    `<defs>${definitions.join('')}</defs>`,
    `<g fill="none" stroke-linejoin="round" stroke-linecap="round">`,
    ...paths,
    '</g></svg>\n',
  ].join('\n');
}

/** Draws marks on a canvas whose units are those of the board. */
export function draw(context: CanvasRenderingContext2D, marks: readonly Mark[], colours: Colours): void {
  context.lineJoin = 'round';
  context.lineCap = 'round';
  for (const { d, fill, stroke, width = 1, opacity = 1, at = [0, 0, 1] } of marks) {
    context.save();
    context.translate(at[0], at[1]);
    context.scale(at[2], at[2]);
    context.globalAlpha = opacity;
    const path = new Path2D(d);
    if (fill !== undefined && isGradient(fill)) {
      const { x, y, radius, stops } = GRADIENTS[fill];
      const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
      for (const [offset, colour, part] of stops) gradient.addColorStop(offset, css(colours, colour, part));
      context.fillStyle = gradient;
      context.fill(path);
    } else if (fill !== undefined) {
      context.fillStyle = css(colours, fill);
      context.fill(path);
    }
    if (stroke !== undefined) {
      context.strokeStyle = css(colours, stroke);
      context.lineWidth = width;
      context.stroke(path);
    }
    context.restore();
  }
}
