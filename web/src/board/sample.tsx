// A small board with the start position, to show how a board looks.

import { readFen, START } from '../core/fen';
import { HEIGHT, WIDTH } from './geometry';
import type { GridLook } from './grid';
import { Grid } from './grid';
import { placeOf } from './motion';
import type { PieceLook } from './pieces';
import { PieceDisc } from './pieces';

const PIECES = Object.entries(readFen(START)?.pieces ?? {});

export function BoardSample({ look }: { look: GridLook & PieceLook }) {
  return (
    <svg class="board-sample" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <Grid look={look} flipped={false} />
      {PIECES.map(([at, piece]) => (
        <g key={at} style={{ transform: placeOf(at, false) }}>
          <PieceDisc piece={piece} look={look} />
        </g>
      ))}
    </svg>
  );
}
