// What lies on the board beside the pieces: the last move, a check, problems, where a piece may go, and
// the piece under the pointer.

import type { ReadonlySignal } from '@preact/signals';
import { useComputed } from '@preact/signals';
import type { Pieces } from '../core/fen';
import type { Move, Square } from '../core/squares';
import { originOf, targetOf } from '../core/squares';
import { centreOf } from './geometry';
import type { PieceLook } from './pieces';
import { Halo, PieceDisc } from './pieces';
import type { Drag } from './pointer';

const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

/** Four angles around a square. */
function corners(at: Square, half: number, flipped: boolean): string {
  const { x, y } = centreOf(at, flipped);
  const long = half / 2.4;
  return CORNERS.map(
    ([right, down]) => `M${x + right * half} ${y + down * (half - long)}v${down * long}h${-right * long}`,
  ).join('');
}

/** Angles around the square that a move came from, and around the piece that moved. */
export function lastMovePath(move: Move, flipped: boolean): string {
  return corners(originOf(move), 28, flipped) + corners(targetOf(move), 50, flipped);
}

function Ring({ at, name, look, flipped }: { at: Square; name: string; look: PieceLook; flipped: boolean }) {
  const { x, y } = centreOf(at, flipped);
  return (
    <g transform={`translate(${x} ${y})`}>
      <Halo look={look} name={name} />
    </g>
  );
}

export function Marks(props: {
  lastMove: Move | null;
  checked: Square | null;
  problems: readonly Square[];
  look: PieceLook;
  flipped: boolean;
}) {
  const { lastMove, checked, problems, look, flipped } = props;
  return (
    <g aria-hidden="true">
      {lastMove !== null && (
        <>
          <path class="mark-last-edge" d={lastMovePath(lastMove, flipped)} />
          <path class="mark-last" d={lastMovePath(lastMove, flipped)} />
        </>
      )}
      {checked !== null && <Ring at={checked} name="mark-check" look={look} flipped={flipped} />}
      {problems.map((at) => (
        <Ring key={at} at={at} name="mark-problem" look={look} flipped={flipped} />
      ))}
    </g>
  );
}

export function TargetMarks(props: { targets: readonly Square[]; pieces: Pieces; flipped: boolean }) {
  return (
    <g class="targets" aria-hidden="true">
      {props.targets.map((at) => {
        const { x, y } = centreOf(at, props.flipped);
        return props.pieces[at] === undefined ? (
          <circle key={at} class="target-dot" cx={x} cy={y} r="14" />
        ) : (
          <circle key={at} class="target-ring" cx={x} cy={y} r="46" />
        );
      })}
    </g>
  );
}

/** The piece under the pointer while it is dragged. */
export function Ghost(props: { drag: ReadonlySignal<Drag | null>; pieces: Pieces; look: PieceLook; flipped: boolean }) {
  const now = useComputed(() => props.drag.value).value;
  const piece = now === null ? undefined : props.pieces[now.from];
  if (now === null || piece === undefined) return null;
  const over = now.over === null ? null : centreOf(now.over, props.flipped);
  return (
    <g aria-hidden="true" class="ghost">
      {over !== null && <circle class="ghost-over" cx={over.x} cy={over.y} r="56" />}
      <g style={{ transform: `translate(${now.point.x}px, ${now.point.y}px) scale(1.12)` }}>
        <PieceDisc piece={piece} look={props.look} />
      </g>
    </g>
  );
}
