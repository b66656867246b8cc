// The evaluation as a bar: Red's wins, draws, Black's wins, beside the board, and the score at the end of
// whoever is ahead.

import { words } from '../app/language';
import type { Chances, Score } from '../core/score';
import { isRedAhead, scoreText } from '../core/score';

export function EvaluationBar({ score, wdl, flipped }: { score: Score | null; wdl: Chances | null; flipped: boolean }) {
  const [red, draw, black] = wdl ?? [0, 1000, 0];
  const percent = (value: number) => Math.round(value / 10);
  const label =
    score === null
      ? words.value.engine_off
      : words.value.evaluation_says(scoreText(score), percent(red), percent(draw), percent(black));
  return (
    <div
      class={`evaluation${flipped ? ' flipped' : ''}${score === null ? ' off' : ''}`}
      role="img"
      aria-label={label}
      title={label}
    >
      <div class="part black" style={{ '--part': black / 1000 }} />
      <div class="part red" style={{ '--part': red / 1000 }} />
      {score !== null && (
        <span key={String(isRedAhead(score))} class={`evaluation-number ${isRedAhead(score) ? 'red' : 'black'}`}>
          {scoreText(score)}
        </span>
      )}
    </div>
  );
}
