// The board as the app has it: drawn as the settings say, named in the user's language, and telling
// those who listen what has happened on it.

import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { words } from '../app/language';
import { boardLook } from '../app/notation';
import { announce } from '../app/notices';
import type { BoardLabels, EditAims } from '../board/board';
import { Board } from '../board/board';
import type { Report } from '../board/selection';
import type { Shape } from '../board/shapes';
import { chaseShapes } from '../board/shapes';
import type { Pieces } from '../core/fen';
import type { Move, Square } from '../core/squares';
import type { Chase, LegalMove } from '../net/messages';
import { settings } from '../store/settings';
import { pieceWords, squareWords } from '../words/sentences';

const labels = computed<BoardLabels>(() => {
  const say = words.value;
  return {
    board: say.board_label,
    square(at, piece, { isHeld, isTarget }) {
      const notes = [squareWords(at, piece, say)];
      if (isHeld) notes.push(say.picked);
      if (isTarget) notes.push(say.can_go_here);
      return notes.join(', ');
    },
  };
});

function tell(report: Exclude<Report, { kind: 'move' }>, pieces: Pieces): void {
  const say = words.value;
  if (report.kind === 'refused') announce(say.not_possible(report.at));
  else if (report.kind === 'put_back') announce(say.put_back);
  else {
    const piece = pieces[report.at];
    if (piece !== undefined) announce(say.picked_up(pieceWords(piece, say), report.at, report.targets));
  }
}

export interface GameBoardProps {
  pieces: Pieces;
  flipped: boolean;
  /** What may be moved; null is nothing. */
  legal?: readonly LegalMove[] | null;
  /** What may be meant for later, in the place of what is legal now. */
  premoves?: readonly Move[] | null;
  onMove?: (move: Move) => void;
  edit?: EditAims;
  lastMove?: Move | null;
  checked?: Square | null;
  chased?: readonly Chase[];
  shapes?: readonly Shape[];
  problems?: readonly Square[];
}

export function GameBoard({
  legal = null,
  premoves = null,
  chased = [],
  shapes = [],
  onMove,
  ...rest
}: GameBoardProps) {
  const moves = useMemo(() => premoves ?? (legal ?? []).map(({ move }) => move), [legal, premoves]);
  const options = settings.value;
  return (
    <Board
      {...rest}
      look={boardLook.value}
      labels={labels.value}
      legal={moves}
      shapes={[...(options.chases ? chaseShapes(chased) : []), ...shapes]}
      onReport={(report) => {
        if (report.kind === 'move') onMove?.(report.move);
        else tell(report, rest.pieces);
      }}
    />
  );
}
