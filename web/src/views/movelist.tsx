// A game without variations as two columns of moves; one is the current one and kept in view.

import { useEffect, useRef } from 'preact/hooks';
import { words } from '../app/language';
import { notation } from '../app/notation';
import type { MoveTexts } from '../core/movetext';
import { moveNumber, moveText } from '../core/movetext';
import type { MoveClass } from '../net/messages';

const CLASS_SIGNS: Record<MoveClass, string> = {
  best: '★',
  good: '',
  inaccuracy: '?!',
  mistake: '?',
  blunder: '??',
  only: '□',
  book: '',
};

/** Scrolls a list, and nothing else, until its current move is seen. */
export function useCurrentInView(current: unknown) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current;
    const item = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box) return;
    if (!item) {
      box.scrollTop = 0;
      return;
    }
    const top = item.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top < 0 || top > box.clientHeight - 30) box.scrollTop += top - box.clientHeight / 2;
  }, [current]);
  return list;
}

export function MoveList({
  moves,
  redStarts,
  current,
  classes,
  onChoose,
}: {
  moves: readonly MoveTexts[];
  redStarts: boolean;
  /** How many moves have been played in the position that is shown. */
  current: number;
  classes?: readonly (MoveClass | null | undefined)[];
  onChoose: (ply: number) => void;
}) {
  const list = useCurrentInView(current);
  const style = notation.value;
  if (moves.length === 0) return <p class="quiet">{words.value.no_moves}</p>;
  return (
    <div class="moves" ref={list} tabIndex={0} role="group" aria-label={words.value.moves}>
      {!redStarts && (
        <>
          <span class="number">{moveNumber(0, false, true)}</span>
          <span />
        </>
      )}
      {moves.map((move, index) => {
        const verdict = classes?.[index];
        const number = moveNumber(index, redStarts, false);
        return (
          <>
            {number !== '' && (
              <span class="number" key={`n${index}`}>
                {number}
              </span>
            )}
            <button
              type="button"
              key={index}
              class={`move ${verdict ? `class-${verdict}` : ''}`}
              aria-current={index + 1 === current ? 'true' : undefined}
              title={verdict ? words.value[`class_${verdict}`] : undefined}
              onClick={() => onChoose(index + 1)}
            >
              {moveText(move, style)}
              {verdict && CLASS_SIGNS[verdict] !== '' && <span class="sign">{CLASS_SIGNS[verdict]}</span>}
            </button>
          </>
        );
      })}
    </div>
  );
}
