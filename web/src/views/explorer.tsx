// What the opening book knows of the position: a row for each move, mirror images being one, with how often it was
// played, how it scored and what the opening is called then; and which games of the user's library went the same way.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { analysis } from '../app/controllers';
import { language, words } from '../app/language';
import { openRecordInAnalysis } from '../app/navigation';
import { notation } from '../app/notation';
import { connection } from '../app/server';
import { afterMoves } from '../core/fen';
import type { GameFields } from '../core/game';
import { moveText } from '../core/movetext';
import type { GameRecord } from '../core/record';
import { countText } from '../core/score';
import { movesIn } from '../core/search';
import type { Move } from '../core/squares';
import type { ExploredMove } from '../net/messages';
import { games } from '../store/library';
import { openingName } from '../words/language';
import { titleOf } from './chapters';

/** The most games that are listed under a row. */
const LISTED = 8;

/** The row whose games are listed. */
const opened = signal<Move | null>(null);

/** The games of the library that have a move in the position on the board, but for the one that is open. */
const own = signal<ReadonlyMap<Move, GameRecord[]>>(new Map());

/** How long the page may be held up, in milliseconds: a library may have tens of thousands of games. */
const SLICE = 8;

/** Looks through the library in slices; returns what ends it. */
function gather({ fen, moves }: GameFields, openId: string | null, all: readonly GameRecord[]): () => void {
  const position = afterMoves(fen, moves);
  const found = new Map<Move, GameRecord[]>();
  const rest = all.filter(({ id, deleted }) => deleted === null && id !== openId).values();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slice = () => {
    const end = performance.now() + SLICE;
    for (let next = rest.next(); next.done !== true; next = rest.next()) {
      const game = next.value;
      for (const move of movesIn(game.tree, position)) {
        const list = found.get(move);
        if (list === undefined) found.set(move, [game]);
        else list.push(game);
      }
      if (performance.now() > end) {
        timer = setTimeout(slice, SLICE);
        return;
      }
    }
    own.value = found;
  };
  slice();
  return () => clearTimeout(timer);
}

function ownGames(move: ExploredMove): GameRecord[] {
  const of = (key: Move | null | undefined) => (key == null ? [] : (own.value.get(key) ?? []));
  return [...new Set([...of(move.move), ...of(move.twin)])];
}

function Results({ move }: { move: ExploredMove }) {
  const sum = move.red + move.draw + move.black;
  if (sum === 0) return null;
  const percent = (value: number) => Math.round((value * 100) / sum);
  const label = words.value.book_results_say(percent(move.red), percent(move.draw), percent(move.black));
  return (
    <div class="results" role="img" aria-label={label} title={label}>
      {(['red', 'draw', 'black'] as const).map((part) => (
        <span key={part} class={`share ${part}`} style={{ flexGrow: move[part] }}>
          {percent(move[part]) >= 18 ? `${percent(move[part])}` : ''}
        </span>
      ))}
    </div>
  );
}

function OwnGames({ list }: { list: readonly GameRecord[] }) {
  const say = words.value;
  return (
    <ul class="own-games">
      {list.slice(0, LISTED).map((game) => {
        return (
          <li key={game.id}>
            <button type="button" class="link" onClick={() => openRecordInAnalysis(game)}>
              {titleOf(game)}
            </button>{' '}
            <span class="quiet">{game.tree.result}</span>
          </li>
        );
      })}
      {list.length > LISTED && <li class="quiet">{say.own_games_more(list.length - LISTED)}</li>}
    </ul>
  );
}

function MoveRow({ move }: { move: ExploredMove }) {
  const say = words.value;
  const name = openingName(language.value, move.opening ?? null);
  const list = ownGames(move);
  const isOpen = opened.value === move.move && list.length > 0;
  return (
    <>
      <tr>
        <td>
          <button type="button" class="link" onClick={() => analysis.play([move.move])}>
            {moveText(move, notation.value)}
          </button>
          {list.length > 0 && (
            <button
              type="button"
              class="link quiet own"
              aria-expanded={isOpen}
              onClick={() => {
                opened.value = isOpen ? null : move.move;
              }}
            >
              {say.own_games(list.length)}
            </button>
          )}
        </td>
        <td class="figure">{countText(move.games)}</td>
        <td>
          <Results move={move} />
          {name !== '' && <span class="quiet name">{name}</span>}
        </td>
      </tr>
      {isOpen && (
        <tr class="opened">
          <td colSpan={3}>
            <OwnGames list={list} />
          </td>
        </tr>
      )}
    </>
  );
}

export function Explorer() {
  const say = words.value;
  const found = analysis.explored.value;
  const place = analysis.place.value;
  const openId = analysis.recordId;
  const all = games.value;
  useEffect(() => gather(place, openId, all), [place, openId, all]);
  if (connection.state.value !== 'open') return <p class="quiet">{say.book_away}</p>;
  if (found === null || found.moves.length === 0) return <p class="quiet">{say.book_empty}</p>;
  return (
    <table class="explorer">
      <caption class="quiet">{say.book_total(countText(found.total))}</caption>
      <thead>
        <tr>
          <th scope="col">{say.book_move}</th>
          <th scope="col">{say.book_games}</th>
          <th scope="col">{say.book_results}</th>
        </tr>
      </thead>
      <tbody>
        {found.moves.map((move) => (
          <MoveRow key={move.move} move={move} />
        ))}
      </tbody>
    </table>
  );
}
