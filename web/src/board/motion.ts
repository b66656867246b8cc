// How pieces get from one position to the next: those that moved slide, above the others; those that were taken fade
// under them. Nothing moves if the user does not want it, nor a piece that was put where it is by hand.

import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Pieces } from '../core/fen';
import type { Square } from '../core/squares';
import { centreOf } from './geometry';
import type { Placed } from './identity';
import { follow } from './identity';

const SLIDE = { duration: 230, easing: 'cubic-bezier(0.3, 0.7, 0.3, 1)' };
/** If more pieces than this vanish at once, it was not a move. */
const MAX_LEAVING = 2;

export interface Motion {
  /** In the order in which they are drawn. */
  placed: readonly Placed[];
  leaving: readonly Placed[];
}

export function placeOf(at: Square, flipped: boolean): string {
  const { x, y } = centreOf(at, flipped);
  return `translate(${x}px, ${y}px)`;
}

interface Course extends Motion {
  now: readonly Placed[];
  /** Where each of the pieces that moved came from. */
  origins: ReadonlyMap<number, Square>;
}

export function courseOf(before: readonly Placed[], pieces: Pieces): Course {
  const now = follow(before, pieces);
  const places = new Map(before.map(({ id, at }) => [id, at]));
  const origins = new Map<number, Square>();
  for (const { id, at } of now) {
    const origin = places.get(id);
    if (origin !== undefined && origin !== at) origins.set(id, origin);
  }
  const staying = new Set(now.map(({ id }) => id));
  const gone = before.filter(({ id }) => !staying.has(id));
  return {
    now,
    origins,
    placed: [...now.filter(({ id }) => !origins.has(id)), ...now.filter(({ id }) => origins.has(id))],
    leaving: gone.length <= MAX_LEAVING ? gone : [],
  };
}

/** `isWanted` is whether pieces slide at all; `byHand` is where one was just put. */
export function useMotion(
  root: RefObject<SVGSVGElement>,
  { pieces, position, flipped }: { pieces: Pieces; position: string; flipped: boolean },
  isWanted: boolean,
  byHand: RefObject<Square>,
): Motion {
  const known = useRef<readonly Placed[]>([]);
  const course = useMemo(() => {
    const next = courseOf(known.current, pieces);
    known.current = next.now;
    return next;
  }, [position]);
  useLayoutEffect(() => {
    const hand = byHand.current;
    byHand.current = null;
    if (!isWanted || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const { id, at } of course.placed) {
      const origin = course.origins.get(id);
      if (origin === undefined || hand === at) continue;
      const places = [placeOf(origin, flipped), placeOf(at, flipped)];
      root.current?.querySelector(`[data-piece="${id}"]`)?.animate({ transform: places }, SLIDE);
    }
  }, [course]);
  return { placed: course.placed, leaving: isWanted ? course.leaving : [] };
}
