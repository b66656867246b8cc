// The engine's panel: on and off, the lines as they come, what the opponent threatens. It has the same height
// whether the engine is off, begins or has found all its lines. Its settings are a tab of their own.

import { analysis } from '../app/controllers';
import { desk, words } from '../app/language';
import { notation } from '../app/notation';
import { welcome } from '../app/server';
import type { NotationStyle } from '../core/movetext';
import { lineTexts, moveNumber } from '../core/movetext';
import { countText, isRedAhead, scoreText } from '../core/score';
import type { Line } from '../net/messages';
import { change, settings } from '../store/settings';
import { Check, Select } from './controls';
import { isAway } from './needsserver';

const SHOWN_MOVES = 14;
const MEMORY = [8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];
const DEPTHS = [8, 12, 16, 20, 24, 30, 40];
const SECONDS = [1, 3, 5, 10, 30, 60, 300];

function LineRow({ line, redStarts, ply }: { line: Line; redStarts: boolean; ply: number }) {
  const texts = lineTexts(line, notation.value).slice(0, SHOWN_MOVES);
  return (
    <li class="line">
      <span class={`score ${isRedAhead(line.score) ? 'red' : 'black'}`}>
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

function figures(): string {
  const say = words.value;
  const first = analysis.lines.value[0];
  if (isAway.value) return desk.value.needs_server;
  if (first === undefined) return analysis.engineOn.value ? say.waiting_engine : say.engine_off;
  return [
    say.depth_says(first.depth, first.selective_depth),
    say.nodes_say(countText(first.nodes)),
    say.speed_says(countText(first.nps)),
    ...(analysis.isDone.value ? [desk.value.limit_reached] : []),
  ].join(' · ');
}

export function EnginePanel({ redStarts }: { redStarts: boolean }) {
  const say = words.value;
  const on = analysis.engineOn.value;
  const ply = analysis.place.value.moves.length;
  const count = settings.value.lines;
  const inCheck = analysis.seen.value?.checked != null;
  return (
    <section class="panel engine" aria-label={say.engine} data-lines={count}>
      <div class="engine-head">
        <button
          type="button"
          class={`switch${on ? ' primary' : ''}`}
          aria-pressed={on}
          disabled={isAway.value}
          onClick={() => analysis.switchEngine()}
        >
          {on ? say.stop_engine : say.start_engine}
        </button>
        <button
          type="button"
          class="threat"
          aria-pressed={analysis.threatOn.value}
          disabled={isAway.value}
          title={inCheck ? desk.value.threat_in_check : desk.value.threat_title}
          onClick={() => analysis.switchThreat()}
        >
          {desk.value.threat}
        </button>
        <p class="quiet figures">{figures()}</p>
      </div>
      <ol class="lines">
        {on &&
          analysis.lines.value.map((line) => <LineRow key={line.number} line={line} redStarts={redStarts} ply={ply} />)}
      </ol>
    </section>
  );
}

/** A choice among numbers; zero is left to the server, or without a limit. */
function NumberSelect(props: {
  label: string;
  value: number;
  choices: readonly number[];
  none: string | null;
  text: (value: number) => string;
  onChange: (value: number) => void;
}) {
  const { value, choices, none, text } = props;
  const known = choices.includes(value) || (value === 0 && none !== null) ? choices : [...choices, value];
  const options = [...known].sort((one, other) => one - other).map((each) => ({ value: each, text: text(each) }));
  return (
    <Select
      label={props.label}
      value={value}
      options={none === null ? options : [{ value: 0, text: none }, ...options]}
      onChange={props.onChange}
    />
  );
}

/** How positions are searched: bounded by what the server says it has. */
export function EngineSettings() {
  const say = words.value;
  const more = desk.value;
  const now = settings.value;
  const threads = Math.max(1, welcome.value?.threads ?? 1);
  const memory = welcome.value?.memory ?? 0;
  return (
    <div class="engine-settings">
      <div class="fields">
        <NumberSelect
          label={say.lines}
          value={now.lines}
          choices={[1, 2, 3, 4, 5]}
          none={null}
          text={String}
          onChange={(lines) => change({ lines })}
        />
        <NumberSelect
          label={say.threads}
          value={Math.min(threads, Math.max(1, now.engineThreads))}
          choices={Array.from({ length: threads }, (_, index) => index + 1)}
          none={null}
          text={String}
          onChange={(engineThreads) => change({ engineThreads })}
        />
        <NumberSelect
          label={more.memory}
          value={Math.min(memory, now.engineMemory)}
          choices={MEMORY.filter((each) => each <= memory)}
          none={more.automatic}
          text={more.mebibytes}
          onChange={(engineMemory) => change({ engineMemory })}
        />
        <NumberSelect
          label={more.limit_depth}
          value={now.engineDepth}
          choices={DEPTHS}
          none={more.no_limit}
          text={String}
          onChange={(engineDepth) => change({ engineDepth })}
        />
        <NumberSelect
          label={more.limit_time}
          value={now.engineSeconds}
          choices={SECONDS}
          none={more.no_limit}
          text={more.seconds}
          onChange={(engineSeconds) => change({ engineSeconds })}
        />
        <Select<Exclude<NotationStyle, 'traditional'>>
          label={say.notation}
          value={notation.value === 'traditional' ? 'chinese' : notation.value}
          options={(['iccs', 'wxf', 'chinese'] as const).map((value) => ({ value, text: say[`format_${value}`] }))}
          onChange={(style) => change({ notation: style })}
        />
      </div>
      <Check label={say.engine_arrows} value={now.arrows} onChange={(arrows) => change({ arrows })} />
      <p class="quiet">{more.engine_hint}</p>
    </div>
  );
}
