// The bare board: lines, river, palaces, the marks of cannons and pawns, coordinates in two styles.

import { FILES, RANKS, square } from '../core/squares';
import { CELL, centreOf, HEIGHT, MARGIN, WIDTH } from './geometry';
import { OUTLINES } from './glyphs';

export type CoordinateStyle = 'iccs' | 'chinese' | 'none';

const RIGHT = WIDTH - MARGIN;
const BOTTOM = HEIGHT - MARGIN;
const NUMERALS = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/** The characters in the river, and how many columns from the left they stand. */
const RIVER = [
  ['楚', 1.5],
  ['河', 2.6],
  ['漢', 5.4],
  ['界', 6.5],
] as const;

function gridPath(): string {
  let path = '';
  for (let row = 0; row < RANKS; row++) path += `M${MARGIN} ${MARGIN + row * CELL}H${RIGHT}`;
  const bank = MARGIN + 4 * CELL;
  for (let column = 0; column < FILES; column++) {
    const x = MARGIN + column * CELL;
    path +=
      column === 0 || column === FILES - 1
        ? `M${x} ${MARGIN}V${BOTTOM}`
        : `M${x} ${MARGIN}V${bank}M${x} ${bank + CELL}V${BOTTOM}`;
  }
  for (const top of [MARGIN, BOTTOM - 2 * CELL]) {
    const left = MARGIN + 3 * CELL;
    path += `M${left} ${top}l${2 * CELL} ${2 * CELL}M${left + 2 * CELL} ${top}l${-2 * CELL} ${2 * CELL}`;
  }
  return path;
}

/** Little angles around the points where cannons and pawns begin. */
function marksPath(): string {
  const points: [number, number][] = [];
  for (const row of [2, 7]) points.push([1, row], [7, row]);
  for (const row of [3, 6]) for (let column = 0; column < FILES; column += 2) points.push([column, row]);
  let path = '';
  for (const [column, row] of points) {
    const x = MARGIN + column * CELL;
    const y = MARGIN + row * CELL;
    for (const right of [-1, 1]) {
      if (column + right < 0 || column + right >= FILES) continue;
      for (const down of [-1, 1]) path += `M${x + right * 9} ${y + down * 24}v${-down * 15}h${right * 15}`;
    }
  }
  return path;
}

const GRID = gridPath();
const MARKS = marksPath();

function Character({
  text,
  x,
  y,
  size,
  className,
}: {
  text: string;
  x: number;
  y: number;
  size: number;
  className: string;
}) {
  return <path class={className} d={OUTLINES[text] ?? ''} transform={`translate(${x} ${y}) scale(${size / 100})`} />;
}

function Coordinates({ style, flipped }: { style: CoordinateStyle; flipped: boolean }) {
  if (style === 'none') return null;
  const labels = [];
  const near = HEIGHT - 11;
  for (let file = 0; file < FILES; file++) {
    const { x } = centreOf(square(file, 0), flipped);
    const numeral = NUMERALS[FILES - 1 - file] ?? '';
    if (style === 'iccs') {
      labels.push(
        <text key={`f${file}`} x={x} y={near + 5} text-anchor="middle">
          {String.fromCharCode(97 + file)}
        </text>,
      );
    } else {
      labels.push(
        <Character
          key={`r${file}`}
          text={numeral}
          x={x}
          y={flipped ? 12 : near + 1}
          size={21}
          className="coordinate"
        />,
        <text key={`b${file}`} x={x} y={flipped ? near + 7 : 19} text-anchor="middle">
          {file + 1}
        </text>,
      );
    }
  }
  if (style === 'iccs') {
    for (let rank = 0; rank < RANKS; rank++) {
      const { y } = centreOf(square(0, rank), flipped);
      labels.push(
        <text key={`k${rank}`} x={12} y={y + 6} text-anchor="middle">
          {rank}
        </text>,
      );
    }
  }
  return <g class="coordinates">{labels}</g>;
}

export function Grid({ coordinates, flipped }: { coordinates: CoordinateStyle; flipped: boolean }) {
  const middle = HEIGHT / 2;
  return (
    <g aria-hidden="true">
      <rect class="board-ground" width={WIDTH} height={HEIGHT} rx="14" />
      <rect class="board-river" x={MARGIN} y={middle - CELL / 2} width={RIGHT - MARGIN} height={CELL} />
      <rect
        class="board-frame"
        x={MARGIN - 9}
        y={MARGIN - 9}
        width={RIGHT - MARGIN + 18}
        height={BOTTOM - MARGIN + 18}
      />
      <path class="board-lines" d={GRID} />
      <path class="board-lines" d={MARKS} />
      {RIVER.map(([text, column]) => (
        <Character key={text} text={text} x={MARGIN + column * CELL} y={middle} size={56} className="river-text" />
      ))}
      <Coordinates style={coordinates} flipped={flipped} />
    </g>
  );
}
