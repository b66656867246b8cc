// Where squares are in the picture: points are 100 units apart, the picture is 968 by 1068.

import type { Square } from '../core/squares';
import { FILES, fileOf, RANKS, rankOf, square } from '../core/squares';

export const CELL = 100;
export const MARGIN = 84;
export const WIDTH = MARGIN * 2 + CELL * (FILES - 1);
export const HEIGHT = MARGIN * 2 + CELL * (RANKS - 1);

export interface Point {
  x: number;
  y: number;
}

export function centreOf(at: Square, flipped: boolean): Point {
  const column = flipped ? FILES - 1 - fileOf(at) : fileOf(at);
  const row = flipped ? rankOf(at) : RANKS - 1 - rankOf(at);
  return { x: MARGIN + column * CELL, y: MARGIN + row * CELL };
}

/** The square whose point is nearest, or null off the board. */
export function squareAt(point: Point, flipped: boolean): Square | null {
  const column = Math.round((point.x - MARGIN) / CELL);
  const row = Math.round((point.y - MARGIN) / CELL);
  if (column < 0 || column >= FILES || row < 0 || row >= RANKS) return null;
  return square(flipped ? FILES - 1 - column : column, flipped ? row : RANKS - 1 - row);
}

/** An arrow as one closed outline, ending a little short of the point it aims at. Its head is never more than half of it. */
export function arrowOutline(from: Point, to: Point, width: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return '';
  const ux = (to.x - from.x) / length;
  const uy = (to.y - from.y) / length;
  const start = Math.min(34, length * 0.2);
  const tip = length - Math.min(14, length * 0.1);
  const head = Math.min(width * 2.1, (tip - start) / 2);
  const neck = tip - head;
  const spot = (along: number, aside: number) =>
    `${(from.x + ux * along - uy * aside).toFixed(1)} ${(from.y + uy * along + ux * aside).toFixed(1)}`;
  const half = width / 2;
  return (
    `M${spot(start, half)}L${spot(neck, half)}L${spot(neck, head * 0.62)}L${spot(tip, 0)}` +
    `L${spot(neck, -head * 0.62)}L${spot(neck, -half)}L${spot(start, -half)}Z`
  );
}
