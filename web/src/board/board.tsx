// The board: draws a position and reports what the user wants to move. It knows no rules: what may be
// moved and where it is told (`legal`). In the editor (`edit`) every piece may go anywhere.

import type { ReadonlySignal } from '@preact/signals';
import { useComputed } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Pieces } from '../core/fen';
import { pieceWords, squareWords } from '../core/movetext';
import type { Move, Square } from '../core/squares';
import { byOrigin, neighbour, originOf, rowsOfSquares, targetOf } from '../core/squares';
import { announce } from '../state/notices';
import { settings } from '../store/settings';
import { words } from '../words';
import { CELL, centreOf, HEIGHT, WIDTH } from './geometry';
import { Grid } from './grid';
import type { Placed } from './identity';
import { follow } from './identity';
import { PieceDisc } from './pieces';
import type { Drag } from './pointer';
import { usePointer } from './pointer';
import type { Shape } from './shapes';
import { ShapeLayer, toggleShape } from './shapes';

export interface EditAims {
  /** A square was clicked. */
  place(at: Square): void;
  /** A piece was dragged; null is off the board. */
  shift(from: Square, to: Square | null): void;
}

export interface BoardProps {
  pieces: Pieces;
  flipped: boolean;
  legal?: readonly Move[];
  onMove?: (move: Move) => void;
  edit?: EditAims;
  lastMove?: Move | null;
  checked?: Square | null;
  chased?: readonly { by: Square; target: Square }[];
  shapes?: readonly Shape[];
  problems?: readonly Square[];
}

const NO_MOVES: readonly Move[] = [];

export function Board(props: BoardProps) {
  const { pieces, flipped, edit } = props;
  const legal = props.legal ?? NO_MOVES;
  const targets = useMemo(() => byOrigin(legal), [legal]);
  const [picked, setPicked] = useState<Square | null>(null);
  const [cursor, setCursor] = useState<Square>('e0');
  const [drawn, setDrawn] = useState<Shape[]>([]);
  const wasPicked = useRef(false);
  const dropped = useRef<Square | null>(null);
  const root = useRef<SVGSVGElement>(null);
  const dictionary = words.value;
  const options = settings.value;
  const held = picked !== null && targets.has(picked) ? picked : null;
  const goals = held === null ? [] : (targets.get(held) ?? []);

  const position = Object.entries(pieces)
    .map(([at, piece]) => at + piece)
    .sort()
    .join();
  useEffect(() => {
    setPicked(null);
    setDrawn([]);
  }, [position]);

  const move = (from: Square, to: Square): boolean => {
    if (!targets.get(from)?.includes(to)) {
      announce(dictionary.not_possible(to));
      return false;
    }
    setPicked(null);
    props.onMove?.(from + to);
    return true;
  };

  const pick = (at: Square) => {
    setPicked(at);
    const piece = pieces[at];
    if (piece !== undefined)
      announce(dictionary.picked_up(pieceWords(piece, dictionary), at, targets.get(at)?.length ?? 0));
  };

  const { drag, handlers } = usePointer({
    flipped,
    press(at) {
      setCursor(at);
      if (edit) return pieces[at] !== undefined;
      wasPicked.current = held === at;
      if (held !== null && held !== at && goals.includes(at)) return false;
      if (targets.has(at)) {
        if (held !== at) pick(at);
        return true;
      }
      return false;
    },
    click(at) {
      if (edit) {
        edit.place(at);
      } else if (held !== null && held !== at && goals.includes(at)) {
        move(held, at);
      } else if (targets.has(at)) {
        if (wasPicked.current) setPicked(null);
      } else {
        if (held !== null) announce(dictionary.not_possible(at));
        setPicked(null);
        setDrawn([]);
      }
    },
    drop(from, to) {
      dropped.current = to;
      if (edit) edit.shift(from, to);
      else if (to !== null) move(from, to);
    },
    draw(from, to, tone) {
      const shape: Shape = from === to ? { kind: 'circle', at: from, tone } : { kind: 'arrow', from, to, tone };
      setDrawn((shapes) => toggleShape(shapes, shape));
    },
  });

  const press = (at: Square) => {
    if (edit) edit.place(at);
    else if (held !== null && held !== at && !targets.has(at)) move(held, at);
    else if (held === at) {
      setPicked(null);
      announce(dictionary.put_back);
    } else if (targets.has(at)) pick(at);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const step = steps[event.key];
    if (step !== undefined) {
      const next = neighbour(cursor, step[0], step[1], flipped);
      setCursor(next);
      root.current?.querySelector<SVGElement>(`[data-square="${next}"]`)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      dropped.current = null;
      press(cursor);
    } else if (event.key === 'Escape' && held !== null) {
      setPicked(null);
      announce(dictionary.put_back);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const known = useRef<Placed[]>([]);
  const placed = useMemo(() => (known.current = follow(known.current, pieces)), [position]);
  const turned = useRef(flipped);
  const still = turned.current !== flipped || !options.animation;
  turned.current = flipped;

  // Kept while nothing about the squares changes: the lines of an engine come often.
  const cells = useMemo(
    () =>
      rowsOfSquares(flipped).map((row, index) => (
        <g role="row" key={index}>
          {row.map((at) => {
            const { x, y } = centreOf(at, flipped);
            const notes = [squareWords(at, pieces, dictionary)];
            if (held === at) notes.push(dictionary.picked);
            if (goals.includes(at)) notes.push(dictionary.can_go_here);
            return (
              <g
                key={at}
                role="gridcell"
                class="cell"
                data-square={at}
                tabindex={at === cursor ? 0 : -1}
                aria-label={notes.join(', ')}
                aria-selected={held === at}
              >
                <rect class="cell-area" x={x - CELL / 2} y={y - CELL / 2} width={CELL} height={CELL} />
                <rect class="cell-focus" x={x - 47} y={y - 47} width="94" height="94" rx="10" />
              </g>
            );
          })}
        </g>
      )),
    [position, held, cursor, flipped, dictionary, targets],
  );

  return (
    <svg
      ref={root}
      class={`board${still ? ' still' : ''}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="grid"
      aria-label={dictionary.board_label}
      aria-readonly={!edit && legal.length === 0}
      onKeyDown={onKeyDown}
      onMouseDown={keepFocusAway}
      onFocusIn={(event) => {
        const at = (event.target as Element).getAttribute('data-square');
        if (at !== null) setCursor(at);
      }}
      {...handlers}
    >
      <Grid coordinates={options.coordinates} flipped={flipped} />
      <Marks
        lastMove={props.lastMove ?? null}
        checked={props.checked ?? null}
        problems={props.problems ?? []}
        flipped={flipped}
      />
      <g class="pieces" aria-hidden="true">
        {placed.map(({ id, piece, at }) => {
          const { x, y } = centreOf(at, flipped);
          const jumps = dropped.current === at;
          return (
            <g
              key={id}
              class={`piece${jumps ? ' jumps' : ''}${held === at ? ' held' : ''}`}
              style={{ transform: `translate(${x}px, ${y}px)` }}
            >
              <PieceDisc piece={piece} set={options.pieces} />
            </g>
          );
        })}
      </g>
      {options.targets && <Targets goals={goals} pieces={pieces} flipped={flipped} />}
      <ShapeLayer shapes={[...chases(props, options.chases), ...(props.shapes ?? []), ...drawn]} flipped={flipped} />
      {cells}
      <Ghost drag={drag} pieces={pieces} flipped={flipped} />
    </svg>
  );
}

/** A press of the mouse gives no square the focus, so that the arrow keys go on stepping through the game. */
function keepFocusAway(event: MouseEvent): void {
  event.preventDefault();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function chases({ chased }: BoardProps, wanted: boolean): Shape[] {
  if (!wanted) return [];
  return (chased ?? []).flatMap(({ by, target }): Shape[] => [
    { kind: 'arrow', from: by, to: target, tone: 'chase', weight: 0.1 },
    { kind: 'circle', at: target, tone: 'chase' },
  ]);
}

function Marks({
  lastMove,
  checked,
  problems,
  flipped,
}: {
  lastMove: Move | null;
  checked: Square | null;
  problems: readonly Square[];
  flipped: boolean;
}) {
  const ring = (at: Square, name: string) => {
    const { x, y } = centreOf(at, flipped);
    return <circle key={name + at} class={name} cx={x} cy={y} r="49" />;
  };
  const corners = (at: Square, half: number) => {
    const { x, y } = centreOf(at, flipped);
    const long = half / 2.4;
    return [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ]
      .map(
        ([right = 1, down = 1]) => `M${x + right * half} ${y + down * (half - long)}v${down * long}h${-right * long}`,
      )
      .join('');
  };
  return (
    <g aria-hidden="true">
      {lastMove !== null && (
        <path class="mark-last" d={corners(originOf(lastMove), 30) + corners(targetOf(lastMove), 50)} />
      )}
      {checked !== null && ring(checked, 'mark-check')}
      {problems.map((at) => ring(at, 'mark-problem'))}
    </g>
  );
}

function Targets({ goals, pieces, flipped }: { goals: readonly Square[]; pieces: Pieces; flipped: boolean }) {
  return (
    <g class="targets" aria-hidden="true">
      {goals.map((at) => {
        const { x, y } = centreOf(at, flipped);
        return pieces[at] === undefined ? (
          <circle key={at} class="target-dot" cx={x} cy={y} r="14" />
        ) : (
          <circle key={at} class="target-ring" cx={x} cy={y} r="46" />
        );
      })}
    </g>
  );
}

/** The piece under the pointer while it is dragged. */
function Ghost({ drag, pieces, flipped }: { drag: ReadonlySignal<Drag | null>; pieces: Pieces; flipped: boolean }) {
  const now = useComputed(() => drag.value).value;
  const piece = now === null ? undefined : pieces[now.from];
  if (now === null || piece === undefined) return null;
  const over = now.over === null ? null : centreOf(now.over, flipped);
  return (
    <g aria-hidden="true" class="ghost">
      {over !== null && <circle class="ghost-over" cx={over.x} cy={over.y} r="56" />}
      <g style={{ transform: `translate(${now.point.x}px, ${now.point.y}px) scale(1.12)` }}>
        <PieceDisc piece={piece} set={settings.value.pieces} />
      </g>
    </g>
  );
}
