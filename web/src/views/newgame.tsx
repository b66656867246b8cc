// The form for a new game.

import { newGame } from '../app/controllers';
import { desk, words } from '../app/language';
import { welcome } from '../app/server';
import type { RuleSet } from '../core/game';
import { choicesOf } from '../core/settings';
import { games } from '../store/library';
import { change, settings } from '../store/settings';
import { NumberField, Select } from './controls';
import { isAway, NeedsServer } from './needsserver';
import { PlayFriendLink } from './roomlink';

const CLOCKS: readonly (readonly [number, number])[] = [
  [1, 0],
  [3, 2],
  [5, 3],
  [10, 5],
  [15, 10],
  [30, 20],
];

/** No clock, and the usual ones as `5+3`. */
export function clockChoices(): { value: string; text: string }[] {
  const say = words.value;
  return [
    { value: 'none', text: say.no_clock },
    ...CLOCKS.map(([minutes, increment]) => ({
      value: `${minutes}+${increment}`,
      text: say.clock_choice(minutes, increment),
    })),
  ];
}

function StartFields() {
  const say = words.value;
  const now = newGame.draft.value;
  return (
    <>
      <Select
        label={say.start_from}
        value={now.start}
        onChange={(value) => newGame.edit({ start: value })}
        options={[
          { value: 'standard', text: say.standard_start },
          { value: 'odds', text: say.odds },
          { value: 'fen', text: say.own_position },
        ]}
      />
      {now.start === 'odds' && (
        <div class="fields">
          <Select
            label={say.odds}
            value={now.odds}
            onChange={(value) => newGame.edit({ odds: value })}
            options={(['horse', 'cannon', 'rook', 'two_horses'] as const).map((value) => ({
              value,
              text: say[`odds_${value}`],
            }))}
          />
          <Select
            label={say.odds_given_by}
            value={now.giver}
            onChange={(value) => newGame.edit({ giver: value })}
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
            onInput={(event) => newGame.edit({ fen: event.currentTarget.value, moves: [] })}
          />
        </label>
      )}
      {now.start === 'fen' && now.moves.length > 0 && <p class="quiet">{say.moves_count(now.moves.length)}</p>}
    </>
  );
}

function ClockFields() {
  const say = words.value;
  const now = newGame.draft.value;
  return (
    <>
      <Select
        label={say.clock}
        value={now.clock}
        onChange={(value) => newGame.edit({ clock: value })}
        options={[...clockChoices(), { value: 'own', text: say.own_clock }]}
      />
      {now.clock === 'own' && (
        <div class="fields">
          <NumberField
            label={say.minutes}
            value={now.minutes}
            low={1}
            high={180}
            onChange={(minutes) => newGame.edit({ minutes })}
          />
          <NumberField
            label={say.increment}
            value={now.increment}
            low={0}
            high={120}
            onChange={(increment) => newGame.edit({ increment })}
          />
        </div>
      )}
    </>
  );
}

function levelName(level: number): string {
  return desk.value.level_names[level - 1] ?? words.value.level_n(level);
}

export function NewGameForm({ onCancel }: { onCancel: (() => void) | null }) {
  const say = words.value;
  const now = newGame.draft.value;
  const levels = welcome.value?.levels ?? Array.from({ length: 10 }, (_, index) => ({ number: index + 1, elo: null }));
  return (
    <form
      class="panel new-game"
      onSubmit={(event) => {
        event.preventDefault();
        newGame.start();
      }}
    >
      <h2>{say.new_game}</h2>
      {games.value.length === 0 && (
        <p>
          <a href="#/learn">{say.first_time}</a>
        </p>
      )}
      <PlayFriendLink />
      <Select
        label={say.opponent}
        value={now.opponent}
        onChange={(value) => newGame.edit({ opponent: value })}
        options={[
          { value: 'engine', text: say.computer },
          { value: 'person', text: say.person },
        ]}
      />
      {now.opponent === 'engine' && (
        <div class="fields opponent">
          <Select
            label={say.level}
            value={now.level}
            onChange={(value) => newGame.edit({ level: value })}
            options={levels.map(({ number, elo }) => ({
              value: number,
              text: desk.value.level_option(number, levelName(number), elo),
            }))}
          />
          <Select
            label={say.your_side}
            value={now.side}
            onChange={(side) => newGame.chooseSide(side)}
            options={[
              { value: 'red', text: say.red },
              { value: 'black', text: say.black },
              { value: 'random', text: say.random_side },
            ]}
          />
          <p class="quiet level-says" title={desk.value.elo_note}>
            {desk.value.level_sentences[now.level - 1]}
          </p>
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
      {newGame.problem.value !== '' && (
        <p class="bad" role="alert">
          {newGame.problem.value}
        </p>
      )}
      <NeedsServer />
      <div class="buttons">
        <button type="submit" class="primary" disabled={isAway.value}>
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
