// Which piece is picked up, and what pointer and keys do to it. Pure: each function takes the piece that
// is held and where each piece may go, and says what is held afterwards and what there is to report.

import type { Move, Square } from '../core/squares';

/** Where each piece that may move may go. */
export type Targets = ReadonlyMap<Square, readonly Square[]>;

export type Report =
  | { kind: 'move'; move: Move }
  | { kind: 'picked'; at: Square; targets: number }
  | { kind: 'put_back' }
  | { kind: 'refused'; at: Square };

export interface Reaction {
  held: Square | null;
  report: Report | null;
}

function pick(at: Square, targets: Targets): Reaction {
  return { held: at, report: { kind: 'picked', at, targets: targets.get(at)?.length ?? 0 } };
}

function isTarget(held: Square | null, at: Square, targets: Targets): held is Square {
  return held !== null && held !== at && (targets.get(held)?.includes(at) ?? false);
}

/** A piece is to go somewhere: it does, or it stays in the hand. */
export function carried(held: Square | null, from: Square, to: Square, targets: Targets): Reaction {
  if (isTarget(from, to, targets)) return { held: null, report: { kind: 'move', move: from + to } };
  return { held, report: { kind: 'refused', at: to } };
}

/** A square is pressed: a piece that may move is picked up, unless it could be captured. */
export function pressed(held: Square | null, at: Square, targets: Targets): Reaction & { drags: boolean } {
  if (isTarget(held, at, targets) || !targets.has(at)) return { held, report: null, drags: false };
  return { ...(held === at ? { held, report: null } : pick(at, targets)), drags: true };
}

/** The pointer is let go where it was pressed; `wasHeld` says whether that piece was held before the press.
 * A click on nothing that matters `clears` what the user has drawn. */
export function clicked(
  held: Square | null,
  wasHeld: boolean,
  at: Square,
  targets: Targets,
): Reaction & { clears: boolean } {
  if (isTarget(held, at, targets)) return { ...carried(held, held, at, targets), clears: false };
  if (targets.has(at)) return { held: wasHeld ? null : held, report: null, clears: false };
  return { held: null, report: held === null ? null : { kind: 'refused', at }, clears: true };
}

/** Enter or Space on a square. */
export function entered(held: Square | null, at: Square, targets: Targets): Reaction {
  if (held === at) return cancelled();
  if (targets.has(at)) return pick(at, targets);
  return held === null ? { held, report: null } : carried(held, held, at, targets);
}

/** Escape. */
export function cancelled(): Reaction {
  return { held: null, report: { kind: 'put_back' } };
}
