// The board: draws a position and reports what the user wants to move. It knows no rules: what may be
// moved and where it is told (`legal`). In the editor (`edit`) every piece may go anywhere. It knows
// nothing of the app either: how it looks and what it says come in, what happens goes out.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PieceLetter, Pieces } from '../core/fen';
import type { Move, Square } from '../core/squares';
import { byOrigin, neighbour, rowsOfSquares } from '../core/squares';
import { CELL, centreOf, HEIGHT, WIDTH } from './geometry';
import type { GridLook } from './grid';
import { Grid } from './grid';
import { Ghost, Marks, TargetMarks } from './marks';
import { placeOf, useMotion } from './motion';
import type { PieceLook } from './pieces';
import { Halo, PieceDisc } from './pieces';
import { usePointer } from './pointer';
import type { Reaction, Report } from './selection';
import { cancelled, carried, clicked, entered, pressed } from './selection';
import type { Shape } from './shapes';
import { ShapeLayer, toggleShape } from './shapes';

export interface EditAims {
  /** A square was clicked. */
  place(at: Square): void;
  /** A piece was dragged; null is off the board. */
  shift(from: Square, to: Square | null): void;
}

export interface BoardLook extends GridLook, PieceLook {
  /** Whether pieces slide. */
  animation: boolean;
  /** Whether it is shown where the piece that is held may go. */
  targets: boolean;
}

/** Words for those who listen. A new object redraws every square: give the same one while nothing changes. */
export interface BoardLabels {
  board: string;
  square(at: Square, piece: PieceLetter | undefined, state: { isHeld: boolean; isTarget: boolean }): string;
}

export interface BoardProps {
  pieces: Pieces;
  flipped: boolean;
  look: BoardLook;
  labels: BoardLabels;
  legal?: readonly Move[];
  /** Hears of moves, and of what is picked up, put back or refused. */
  onReport?: (report: Report) => void;
  edit?: EditAims;
  lastMove?: Move | null;
  checked?: Square | null;
  shapes?: readonly Shape[];
  problems?: readonly Square[];
}

const NO_MOVES: readonly Move[] = [];
const NO_SQUARES: readonly Square[] = [];

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export function Board(props: BoardProps) {
  const { pieces, flipped, edit, look, labels } = props;
  const legal = props.legal ?? NO_MOVES;
  const targets = useMemo(() => byOrigin(legal), [legal]);
  const [picked, setPicked] = useState<Square | null>(null);
  const [cursor, setCursor] = useState<Square>('e0');
  const [drawn, setDrawn] = useState<Shape[]>([]);
  const wasHeld = useRef(false);
  const dropped = useRef<Square | null>(null);
  const root = useRef<SVGSVGElement>(null);
  const held = picked !== null && targets.has(picked) ? picked : null;
  const goals = held === null ? NO_SQUARES : (targets.get(held) ?? NO_SQUARES);

  const position = Object.entries(pieces)
    .map(([at, piece]) => at + piece)
    .sort()
    .join();
  useEffect(() => {
    setPicked(null);
    setDrawn([]);
  }, [position]);

  const react = (reaction: Reaction) => {
    setPicked(reaction.held);
    if (reaction.report !== null) props.onReport?.(reaction.report);
  };

  const { drag, handlers } = usePointer({
    flipped,
    press(at) {
      setCursor(at);
      if (edit) return pieces[at] !== undefined;
      wasHeld.current = held === at;
      const reaction = pressed(held, at, targets);
      react(reaction);
      return reaction.drags;
    },
    click(at) {
      if (edit) {
        edit.place(at);
        return;
      }
      const reaction = clicked(held, wasHeld.current, at, targets);
      react(reaction);
      if (reaction.clears) setDrawn([]);
    },
    drop(from, to) {
      dropped.current = to;
      if (edit) edit.shift(from, to);
      else if (to !== null) react(carried(held, from, to, targets));
    },
    draw(from, to, tone) {
      const shape: Shape = from === to ? { kind: 'circle', at: from, tone } : { kind: 'arrow', from, to, tone };
      setDrawn((shapes) => toggleShape(shapes, shape));
    },
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      const next = neighbour(cursor, step[0], step[1], flipped);
      setCursor(next);
      root.current?.querySelector<SVGElement>(`[data-square="${next}"]`)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      dropped.current = null;
      if (edit) edit.place(cursor);
      else react(entered(held, cursor, targets));
    } else if (event.key === 'Escape' && held !== null) {
      react(cancelled());
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const { placed, leaving } = useMotion(root, { pieces, position, flipped }, look.animation, dropped);

  // Kept while nothing about the squares changes: the lines of an engine come often.
  const cells = useMemo(() => {
    const label = (at: Square) => labels.square(at, pieces[at], { isHeld: held === at, isTarget: goals.includes(at) });
    return <Cells flipped={flipped} cursor={cursor} held={held} label={label} />;
  }, [position, held, cursor, flipped, labels, targets]);

  return (
    <svg
      ref={root}
      class="board"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="grid"
      aria-label={labels.board}
      aria-readonly={!edit && legal.length === 0}
      onKeyDown={onKeyDown}
      onMouseDown={keepFocusAway}
      onFocusIn={(event) => {
        const at = (event.target as Element).getAttribute('data-square');
        if (at !== null) setCursor(at);
      }}
      {...handlers}
    >
      <Grid look={look} flipped={flipped} />
      <Marks
        lastMove={props.lastMove ?? null}
        checked={props.checked ?? null}
        problems={props.problems ?? NO_SQUARES}
        look={look}
        flipped={flipped}
      />
      <g class="pieces" aria-hidden="true">
        {leaving.map(({ id, piece, at }) => (
          <g key={id} class="leaving" style={{ transform: placeOf(at, flipped) }}>
            <PieceDisc piece={piece} look={look} />
          </g>
        ))}
        {placed.map(({ id, piece, at }) => (
          <g
            key={id}
            class={`piece${held === at ? ' held' : ''}`}
            data-piece={id}
            style={{ transform: placeOf(at, flipped) }}
          >
            <PieceDisc piece={piece} look={look} />
            {held === at && <Halo look={look} name="halo-edge" />}
            {held === at && <Halo look={look} name="halo" />}
          </g>
        ))}
      </g>
      {look.targets && <TargetMarks targets={goals} pieces={pieces} flipped={flipped} />}
      <ShapeLayer shapes={[...(props.shapes ?? []), ...drawn]} flipped={flipped} />
      {cells}
      <Ghost drag={drag} pieces={pieces} look={look} flipped={flipped} />
    </svg>
  );
}

/** The squares, for keys and for those who listen. */
function Cells(props: { flipped: boolean; cursor: Square; held: Square | null; label: (at: Square) => string }) {
  return (
    <>
      {rowsOfSquares(props.flipped).map((row, index) => (
        <g role="row" key={index}>
          {row.map((at) => {
            const { x, y } = centreOf(at, props.flipped);
            return (
              <g
                key={at}
                role="gridcell"
                class="cell"
                data-square={at}
                tabindex={at === props.cursor ? 0 : -1}
                aria-label={props.label(at)}
                aria-selected={props.held === at}
              >
                <rect class="cell-area" x={x - CELL / 2} y={y - CELL / 2} width={CELL} height={CELL} />
                <rect class="cell-focus" x={x - 47} y={y - 47} width="94" height="94" rx="10" />
              </g>
            );
          })}
        </g>
      ))}
    </>
  );
}

/** A press of the mouse gives no square the focus, so that the arrow keys go on stepping through the game. */
function keepFocusAway(event: MouseEvent): void {
  event.preventDefault();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
