// Mouse, pen and touch on the board: click or drag to move, right or shifted drag to draw.
// Only says what was meant; whether it is allowed the board decides.

import type { Signal } from '@preact/signals';
import { signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Square } from '../core/squares';
import type { Point } from './geometry';
import { HEIGHT, squareAt, WIDTH } from './geometry';
import type { Tone } from './shapes';

const DRAG_PIXELS = 6;

export interface Drag {
  from: Square;
  point: Point;
  over: Square | null;
}

export interface PointerAims {
  flipped: boolean;
  /** A square was pressed; true if a piece was picked up and may be dragged. */
  press(at: Square): boolean;
  /** The pointer was let go where it was pressed. */
  click(at: Square): void;
  /** A piece was dragged and dropped; null is off the board. */
  drop(from: Square, to: Square | null): void;
  draw(from: Square, to: Square, tone: Tone): void;
}

interface Gesture {
  pointer: number;
  from: Square;
  x: number;
  y: number;
  drags: boolean;
  moved: boolean;
  tone: Tone | null;
}

function toneOf(event: PointerEvent): Tone {
  if (event.altKey) return 'user-b';
  return event.ctrlKey || event.metaKey ? 'user-c' : 'user-a';
}

export function usePointer(aims: PointerAims) {
  const gesture = useRef<Gesture | null>(null);
  const dragSignal = useRef<Signal<Drag | null> | null>(null);
  dragSignal.current ??= signal<Drag | null>(null);
  const drag = dragSignal.current;

  const pointOf = (event: PointerEvent): Point => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * WIDTH,
      y: ((event.clientY - box.top) / box.height) * HEIGHT,
    };
  };

  const end = () => {
    gesture.current = null;
    drag.value = null;
  };

  return {
    drag,
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (gesture.current !== null) return;
        const at = squareAt(pointOf(event), aims.flipped);
        if (at === null) return;
        const draws = event.button === 2 || (event.button === 0 && event.shiftKey);
        if (!draws && event.button !== 0) return;
        (event.currentTarget as Element).setPointerCapture(event.pointerId);
        gesture.current = {
          pointer: event.pointerId,
          from: at,
          x: event.clientX,
          y: event.clientY,
          drags: draws ? false : aims.press(at),
          moved: false,
          tone: draws ? toneOf(event) : null,
        };
      },
      onPointerMove(event: PointerEvent) {
        const now = gesture.current;
        if (now === null || now.pointer !== event.pointerId) return;
        if (Math.hypot(event.clientX - now.x, event.clientY - now.y) > DRAG_PIXELS) now.moved = true;
        if (!now.drags || !now.moved) return;
        const point = pointOf(event);
        drag.value = { from: now.from, point, over: squareAt(point, aims.flipped) };
      },
      onPointerUp(event: PointerEvent) {
        const now = gesture.current;
        if (now === null || now.pointer !== event.pointerId) return;
        const at = squareAt(pointOf(event), aims.flipped);
        end();
        if (now.tone !== null) {
          if (at !== null) aims.draw(now.from, at, now.tone);
        } else if (now.drags && now.moved && at !== now.from) {
          aims.drop(now.from, at);
        } else if (at === now.from) {
          aims.click(at);
        }
      },
      onPointerCancel: end,
      onContextMenu(event: Event) {
        event.preventDefault();
      },
    },
  };
}
