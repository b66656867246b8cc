// The form for a new game. What was chosen last is offered again.

import { signal } from '@preact/signals';
import type { Odds } from '../core/fen';
import { withOdds } from '../core/fen';
import type { Player } from '../core/playgame';
import type { Move, Side } from '../core/squares';
import { otherSide } from '../core/squares';
import type { RuleSet } from '../net/messages';
import { errorText } from '../state/notices';
import { startGame } from '../state/play';
import { connection, welcome } from '../state/server';
import { read, write } from '../store/database';
import { change, choicesOf, settings } from '../store/settings';
import { said, words } from '../words';
import { NumberField, Select } from './controls';

interface Draft {
  opponent: 'engine' | 'person';
  level: number;
  side: Side | 'random';
  start: 'usual' | 'odds' | 'fen';
  odds: Exclude<Odds, 'none'>;
  giver: Side;
  fen: string;
  moves: Move[];
  clock: string;
  minutes: number;
  increment: number;
}

const FRESH: Draft = {
  opponent: 'engine',
  level: 3,
  side: 'red',
  start: 'usual',
  odds: 'horse',
  giver: 'black',
  fen: '',
  moves: [],
  clock: 'none',
  minutes: 20,
  increment: 10,
};

const CLOCKS: readonly (readonly [number, number])[] = [
  [3, 2],
  [5, 3],
  [10, 5],
  [15, 10],
  [30, 20],
];

export const draft = signal<Draft>(FRESH);
export const choosing = signal(false);
const problem = signal('');

export async function loadDraft(): Promise<void> {
  draft.value = { ...FRESH, ...(await read<Partial<Draft>>('values', 'draft')), start: 'usual', fen: '', moves: [] };
}

function edit(part: Partial<Draft>): void {
  draft.value = { ...draft.value, ...part };
  problem.value = '';
}

/** Opens the form with a position to start from, and the moves that led to it. */
export function draftFrom(fen: string | null, moves: Move[]): void {
  edit(
    fen === null && moves.length === 0
      ? { start: 'usual', fen: '', moves: [] }
      : { start: 'fen', fen: fen ?? '', moves },
  );
  choosing.value = true;
}

async function startingFen(now: Draft): Promise<string | null> {
  if (now.start === 'usual') return null;
  if (now.start === 'odds') return withOdds(now.odds, now.giver);
  if (now.fen.trim() === '') return null;
  const checked = await connection.ask<'check_fen'>({ type: 'check_fen', fen: now.fen });
  if (!checked.ok) throw new Error(checked.problems.map(said).join(' '));
  return checked.fen ?? now.fen;
}

async function start(): Promise<void> {
  const now = draft.value;
  const fen = await startingFen(now);
  const side = now.side === 'random' ? (Math.random() < 0.5 ? 'red' : 'black') : now.side;
  const person: Player = { kind: 'person' };
  const other: Player = now.opponent === 'engine' ? { kind: 'engine', level: now.level } : person;
  const players = { [side]: person, [otherSide(side)]: other } as { red: Player; black: Player };
  const [minutes, increment] = now.clock === 'own' ? [now.minutes, now.increment] : now.clock.split('+').map(Number);
  const control = now.clock === 'none' ? null : { minutes: minutes ?? 10, increment: increment ?? 0 };
  startGame({ fen, moves: now.start === 'fen' ? now.moves : [], rules: settings.value.rules, control, ...players });
  choosing.value = false;
  void write('values', 'draft', now);
}

function StartFields() {
  const say = words.value;
  const now = draft.value;
  return (
    <>
      <Select
        label={say.start_from}
        value={now.start}
        onChange={(value) => edit({ start: value })}
        options={[
          { value: 'usual', text: say.usual_start },
          { value: 'odds', text: say.odds },
          { value: 'fen', text: say.own_position },
        ]}
      />
      {now.start === 'odds' && (
        <div class="fields">
          <Select
            label={say.odds}
            value={now.odds}
            onChange={(value) => edit({ odds: value })}
            options={(['horse', 'cannon', 'rook', 'two_horses'] as const).map((value) => ({
              value,
              text: say[`odds_${value}`],
            }))}
          />
          <Select
            label={say.odds_given_by}
            value={now.giver}
            onChange={(value) => edit({ giver: value })}
            options={(['red', 'black'] as const).map((value) => ({ value, text: say[value] }))}
          />
        </div>
      )}
      {now.start === 'fen' && (
        <label class="field wide">
          <span>{say.fen}</span>
          <input
            type="text"
            value={now.fen}
            spellcheck={false}
            onInput={(event) => edit({ fen: event.currentTarget.value, moves: [] })}
          />
        </label>
      )}
      {now.start === 'fen' && now.moves.length > 0 && <p class="quiet">{say.moves_count(now.moves.length)}</p>}
    </>
  );
}

function ClockFields() {
  const say = words.value;
  const now = draft.value;
  return (
    <>
      <Select
        label={say.clock}
        value={now.clock}
        onChange={(value) => edit({ clock: value })}
        options={[
          { value: 'none', text: say.no_clock },
          ...CLOCKS.map(([minutes, increment]) => ({
            value: `${minutes}+${increment}`,
            text: say.clock_choice(minutes, increment),
          })),
          { value: 'own', text: say.own_clock },
        ]}
      />
      {now.clock === 'own' && (
        <div class="fields">
          <NumberField
            label={say.minutes}
            value={now.minutes}
            low={1}
            high={180}
            onChange={(minutes) => edit({ minutes })}
          />
          <NumberField
            label={say.increment}
            value={now.increment}
            low={0}
            high={120}
            onChange={(increment) => edit({ increment })}
          />
        </div>
      )}
    </>
  );
}

export function NewGameForm({ onCancel }: { onCancel: (() => void) | null }) {
  const say = words.value;
  const now = draft.value;
  const levels = welcome.value?.levels ?? Array.from({ length: 10 }, (_, index) => ({ number: index + 1, elo: null }));
  return (
    <form
      class="panel new-game"
      onSubmit={(event) => {
        event.preventDefault();
        start().catch((error: unknown) => {
          problem.value = errorText(error);
        });
      }}
    >
      <h2>{say.new_game}</h2>
      <Select
        label={say.opponent}
        value={now.opponent}
        onChange={(value) => edit({ opponent: value })}
        options={[
          { value: 'engine', text: say.computer },
          { value: 'person', text: say.person },
        ]}
      />
      {now.opponent === 'engine' && (
        <div class="fields">
          <Select
            label={say.level}
            value={now.level}
            onChange={(value) => edit({ level: value })}
            options={levels.map(({ number, elo }) => ({
              value: number,
              text: elo == null ? say.level_n(number) : say.level_elo(number, elo),
            }))}
          />
          <Select
            label={say.your_side}
            value={now.side}
            onChange={(side) => edit({ side, ...(side === 'random' ? {} : { giver: otherSide(side) }) })}
            options={[
              { value: 'red', text: say.red },
              { value: 'black', text: say.black },
              { value: 'random', text: say.random_side },
            ]}
          />
        </div>
      )}
      <StartFields />
      <ClockFields />
      <Select<RuleSet>
        label={say.rules}
        value={settings.value.rules}
        onChange={(rules) => change({ rules })}
        options={choicesOf('rules').map((value) => ({ value, text: say[`rules_${value}`] }))}
      />
      {problem.value !== '' && (
        <p class="bad" role="alert">
          {problem.value}
        </p>
      )}
      <div class="buttons">
        <button type="submit" class="primary">
          {say.start_game}
        </button>
        {onCancel !== null && (
          <button type="button" onClick={onCancel}>
            {say.cancel}
          </button>
        )}
      </div>
    </form>
  );
}
