// The engine's panel: on and off, how many lines, and the lines as they come.

import { analysis } from '../app/controllers';
import { words } from '../app/language';
import { notation } from '../app/notation';
import { lineTexts, moveNumber } from '../core/movetext';
import { countText, scoreText } from '../core/score';
import type { Settings } from '../core/settings';
import type { Line } from '../net/messages';
import { change, settings } from '../store/settings';

const SHOWN_MOVES = 14;

function LineRow({ line, redStarts, ply }: { line: Line; redStarts: boolean; ply: number }) {
  const texts = lineTexts(line, notation.value).slice(0, SHOWN_MOVES);
  const redAhead = 'mate' in line.score ? line.score.mate > 0 : line.score.cp >= 0;
  return (
    <li class="line">
      <span class={`score ${redAhead ? 'red' : 'black'}`}>
        {line.bound === 'lower' ? '≥' : line.bound === 'upper' ? '≤' : ''}
        {scoreText(line.score)}
      </span>
      <span class="line-moves">
        {texts.map((text, index) => (
          <button
            type="button"
            key={index}
            class="line-move"
            title={words.value.rest_of_line}
            onClick={() => analysis.play(line.moves.slice(0, index + 1))}
          >
            <span class="number">{moveNumber(ply + index, redStarts, index === 0)}</span>
            {text}
          </button>
        ))}
      </span>
    </li>
  );
}

export function EnginePanel({ redStarts }: { redStarts: boolean }) {
  const say = words.value;
  const on = analysis.engineOn.value;
  const lines = analysis.lines.value;
  const first = lines[0];
  const ply = analysis.place.value.moves.length;
  return (
    <section class="panel engine" aria-label={say.engine}>
      <div class="engine-head">
        <button type="button" class={on ? 'primary' : ''} aria-pressed={on} onClick={() => analysis.switchEngine()}>
          {on ? say.stop_engine : say.start_engine}
        </button>
        <div class="engine-options">
          <div class="field inline">
            <label for="lines">{say.lines}</label>
            <select
              id="lines"
              value={String(settings.value.lines)}
              onChange={(event) => change({ lines: Number(event.currentTarget.value) })}
            >
              {[1, 2, 3, 4, 5].map((count) => (
                <option key={count} value={String(count)}>
                  {count}
                </option>
              ))}
            </select>
          </div>
          <div class="field inline">
            <label for="notation">{say.notation}</label>
            <select
              id="notation"
              value={notation.value === 'traditional' ? 'chinese' : notation.value}
              onChange={(event) => change({ notation: event.currentTarget.value as Settings['notation'] })}
            >
              {(['iccs', 'wxf', 'chinese'] as const).map((style) => (
                <option key={style} value={style}>
                  {say[`format_${style}`]}
                </option>
              ))}
            </select>
          </div>
        </div>
      </div>
      <p class="quiet figures">
        {first !== undefined
          ? [
              say.depth_says(first.depth, first.selective_depth),
              say.nodes_say(countText(first.nodes)),
              say.speed_says(countText(first.nps)),
            ].join(' · ')
          : on
            ? say.waiting_engine
            : say.engine_off}
      </p>
      {on && (
        <ol class="lines">
          {lines.map((line) => (
            <LineRow key={line.number} line={line} redStarts={redStarts} ply={ply} />
          ))}
        </ol>
      )}
    </section>
  );
}
