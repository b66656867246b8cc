// The trainer of theoretical endings: a list of them, and a game against the engine.

import type { ComponentChildren } from 'preact';
import { choose, said, words } from '../app/language';
import { endings, say } from '../app/puzzles';
import { afterMoves } from '../core/fen';
import type { Ending } from '../state/endings';
import { GameBoard } from './gameboard';

const nameOf = (ending: Ending) => choose(ending);
const isDone = (ending: Ending) => (endings.counts.value[ending.id]?.done ?? 0) > 0;

function EndingList() {
  const text = say.value;
  const all = endings.endings;
  return (
    <>
      <p>{text.ending_intro}</p>
      <p class="endings-count">{text.ending_count(all.filter(isDone).length, all.length)}</p>
      <ul class="choices endings">
        {all.map((ending) => {
          const count = endings.counts.value[ending.id];
          return (
            <li key={ending.id}>
              <button type="button" onClick={() => endings.choose(ending.id)}>
                <span>
                  {isDone(ending) ? '✓ ' : ''}
                  {nameOf(ending)}
                </span>
                <span class="quiet">
                  {count === undefined ? text.ending_task[ending.goal] : text.ending_tries(count.done, count.tries)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Message() {
  const text = say.value;
  const result = endings.result.value;
  const end = endings.seen.value?.end ?? null;
  const slipped = endings.slipped.value;
  const results = {
    won: text.ending_won,
    held: text.ending_held,
    drawn: text.ending_drawn,
    lost: text.ending_lost,
  };
  const tone = result === null ? 'quiet' : result === 'won' || result === 'held' ? 'good' : 'bad';
  return (
    <>
      <p class={`message ${tone}`} role="status" data-result={result ?? ''}>
        {result === null ? (endings.thinking.value ? text.ending_thinks : text.ending_yours) : results[result]}
        {end !== null && ` ${said(end)}`}
      </p>
      {slipped !== null && <p class="bad slipped">{text.ending_slipped(slipped)}</p>}
    </>
  );
}

export function EndingsPage({ tabs }: { tabs: ComponentChildren }) {
  const text = say.value;
  const ending = endings.ending.value;
  if (ending === null) {
    return (
      <div class="text-page">
        {tabs}
        <EndingList />
      </div>
    );
  }
  const moves = endings.moves.value;
  return (
    <div class="page">
      <div class="stage">
        <GameBoard
          pieces={afterMoves(ending.fen, moves).pieces}
          flipped={endings.side.value === 'black'}
          legal={endings.legal.value}
          onMove={(move) => endings.tryMove(move)}
          lastMove={moves[moves.length - 1] ?? null}
          checked={endings.seen.value?.checked ?? null}
        />
      </div>
      <div class="side">
        <section class="panel" aria-label={text.endings}>
          {tabs}
          <h2>{nameOf(ending)}</h2>
          <p>{text.ending_task[ending.goal]}</p>
          <Message />
          <div class="buttons">
            <button type="button" disabled={moves.length === 0} onClick={() => endings.undo()}>
              {text.ending_undo}
            </button>
            <button type="button" onClick={() => endings.restart()}>
              {text.ending_begin}
            </button>
            <button type="button" onClick={() => endings.next()}>
              {text.ending_next}
            </button>
            <button type="button" onClick={() => endings.choose(null)}>
              {text.ending_list}
            </button>
          </div>
          <p class="quiet">{words.value.fact(words.value.moves, Math.ceil(moves.length / 2))}</p>
        </section>
      </div>
    </div>
  );
}
