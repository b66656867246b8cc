// The bare board: ground, lines, river, palaces, the marks of cannons and pawns, coordinates.

import { useMemo } from 'preact/hooks';
import { FILES, RANKS } from '../core/squares';
import type { CoordinateStyle } from './coordinates';
import { coordinateLabels } from './coordinates';
import { CELL, HEIGHT, MARGIN, WIDTH } from './geometry';
import type { FaceStyle } from './glyphs';
import type { BoardTheme } from './grounds';
import { groundMarks } from './grounds';
import { LABELS } from './outlines/labels';
import type { Mark } from './paint';
import { Drawn, rectangle } from './paint';

const RIGHT = WIDTH - MARGIN;
const BOTTOM = HEIGHT - MARGIN;
const LABEL_SCALE = 0.138;
const RIVER_SCALE = 0.34;

/** The characters in the river, and how many columns from the left they stand. */
const RIVER = [
  ['楚', 1.35],
  ['河', 2.5],
  ['漢', 5.5],
  ['界', 6.65],
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
function startPath(): string {
  const points: [number, number][] = [];
  for (const row of [2, 7]) points.push([1, row], [7, row]);
  for (const row of [3, 6]) for (let column = 0; column < FILES; column += 2) points.push([column, row]);
  let path = '';
  for (const [column, row] of points) {
    const x = MARGIN + column * CELL;
    const y = MARGIN + row * CELL;
    for (const right of [-1, 1]) {
      if (column + right < 0 || column + right >= FILES) continue;
      for (const down of [-1, 1]) path += `M${x + right * 8} ${y + down * 23}v${-down * 15}h${right * 15}`;
    }
  }
  return path;
}

const LINES = gridPath() + startPath();
const FRAME = rectangle(MARGIN - 9, MARGIN - 9, RIGHT - MARGIN + 18, BOTTOM - MARGIN + 18);

/** Lines and river; they look cut in, for the light falls on their lower edge. */
function lineMarks(faces: FaceStyle): Mark[] {
  const middle = HEIGHT / 2;
  return [
    { d: rectangle(MARGIN, middle - CELL / 2, RIGHT - MARGIN, CELL), fill: 'board-deep', opacity: 0.1 },
    { d: LINES, stroke: 'grain-light', width: 2, opacity: 0.45, at: [1.3, 1.5, 1] },
    { d: FRAME, stroke: 'grain-light', width: 4.5, opacity: 0.4, at: [1.3, 1.5, 1] },
    { d: FRAME, stroke: 'lines', width: 4.5 },
    { d: LINES, stroke: 'lines', width: 2.2 },
    ...RIVER.map(([text, column]): Mark => {
      const d = LABELS[text === '漢' && faces === 'simplified' ? '汉' : text] ?? '';
      return { d, fill: 'lines', opacity: 0.62, at: [MARGIN + column * CELL, middle, RIVER_SCALE] };
    }),
  ];
}

function labelMarks(style: CoordinateStyle, flipped: boolean): Mark[] {
  return coordinateLabels(style, flipped).map(
    ({ text, x, y }): Mark => ({ d: LABELS[text] ?? '', fill: 'label', at: [x, y, LABEL_SCALE] }),
  );
}

export interface GridLook {
  theme: BoardTheme;
  coordinates: CoordinateStyle;
  faces: FaceStyle;
}

/** Everything that lies under the pieces; the labels by themselves. */
export function gridMarks(look: GridLook, flipped: boolean): { board: readonly Mark[]; labels: readonly Mark[] } {
  return {
    board: [...groundMarks(look.theme), ...lineMarks(look.faces)],
    labels: labelMarks(look.coordinates, flipped),
  };
}

export function Grid({ look, flipped }: { look: GridLook; flipped: boolean }) {
  const { theme, coordinates, faces } = look;
  return useMemo(() => {
    const { board, labels } = gridMarks({ theme, coordinates, faces }, flipped);
    return (
      <g class="grid" data-theme={theme} aria-hidden="true">
        <Drawn marks={board} />
        <g class="coordinates">
          <Drawn marks={labels} />
        </g>
      </g>
    );
  }, [theme, coordinates, faces, flipped]);
}
