// The library: every game of this browser, to be found, opened, named, put into folders, deleted and
// brought back, and taken out as PGN or as one file of everything.

import { computed, signal } from '@preact/signals';
import { analysis, files } from '../app/controllers';
import { language, locale, playerIn, words } from '../app/language';
import { continueGame, openRecordInAnalysis, openRecordInReview } from '../app/navigation';
import { complain, notify, offer } from '../app/notices';
import { backUp, download, importFiles } from '../app/transfer';
import { chaptersOf, moveChapter, nextChapter } from '../core/chapters';
import { afterMoves } from '../core/fen';
import { packedLength } from '../core/pack';
import type { GameRecord } from '../core/record';
import { dateOf, isUnfinished, playersOf } from '../core/record';
import type { Query } from '../core/search';
import { DELETED, EVERYTHING, foldersOf, matches } from '../core/search';
import { tagOf } from '../core/tree';
import { changeGame, changeGames, games } from '../store/library';
import { dateText } from '../words/dates';
import { openingName, wordsIn } from '../words/language';
import { titleOf } from './chapters';
import { Check, Select } from './controls';
import { FileButton } from './transfer';

/** Cards that are shown at first, and how many more each time. */
const SHOWN = 30;
const MORE = 100;
const query = signal<Query>(EVERYTHING);
const limit = signal(SHOWN);
const chosen = signal<ReadonlySet<string>>(new Set());
/** The folder whose chapters are shown in their order; null if it is not one folder. */
const openFolder = computed(() => (query.value.folder === DELETED ? null : query.value.folder || null));
const openChapters = computed(() => (openFolder.value === null ? [] : chaptersOf(games.value, openFolder.value)));
const folders = computed(() => foldersOf(games.value));
const keptCount = computed(() => games.value.filter(({ deleted }) => deleted === null).length);
const found = computed(() => {
  const list = openFolder.value === null ? games.value : openChapters.value;
  return list.filter((game) => matches(game, query.value));
});

function find(part: Partial<Query>): void {
  query.value = { ...query.value, ...part };
  limit.value = SHOWN;
}

function choose(id: string, isChosen: boolean): void {
  const next = new Set(chosen.value);
  if (isChosen) next.add(id);
  else next.delete(id);
  chosen.value = next;
}

/** What is meant by a button below the list: what was ticked, else all that is shown. */
function meant(): GameRecord[] {
  const ticked = found.value.filter(({ id }) => chosen.value.has(id));
  return ticked.length > 0 ? ticked : found.value;
}

function exportPgn(): void {
  const list = meant();
  files.writeAll(list).then((text) => download('chuhe-games.pgn', text, 'application/x-chess-pgn'), complain);
}

/** Of this many games and more it is told how far their change has come. */
const MANY = 1000;
/** Whether games are being changed: a second change of many would have to wait. */
const isBusy = signal(false);

/** Changes games; of many it is told how far that has come. False if it failed, and then nothing has changed. */
async function changeAll(changes: Parameters<typeof changeGames>[0]): Promise<boolean> {
  const say = words.value;
  const tell = (done: number) => {
    if (changes.length >= MANY && done % MANY === 0) notify(say.games_changed(done, changes.length));
  };
  isBusy.value = true;
  try {
    await changeGames(changes, tell);
    chosen.value = new Set();
    return true;
  } catch (error) {
    complain(error);
    return false;
  } finally {
    isBusy.value = false;
  }
}

async function remove(list: readonly GameRecord[]): Promise<void> {
  const say = words.value;
  const ids = list.map(({ id }) => id);
  const now = Date.now();
  if (!(await changeAll(ids.map((id) => ({ id, deleted: now }))))) return;
  offer(say.deleted_games(ids.length), say.undo_it, () => void restore(ids));
}

async function restore(ids: readonly string[]): Promise<void> {
  if (!(await changeAll(ids.map((id) => ({ id, deleted: null }))))) return;
  notify(words.value.restored_games(ids.length));
}

function moveTo(list: readonly GameRecord[], folder: string): void {
  const first = nextChapter(games.value, folder);
  void changeAll(list.map(({ id }, index) => ({ id, folder, chapter: first + index })));
}

function Filters() {
  const say = words.value;
  const now = query.value;
  return (
    <search class="panel finder" aria-label={say.find_games}>
      <div class="fields">
        <label class="field">
          <span>{say.find_text}</span>
          <input type="search" value={now.text} onInput={(event) => find({ text: event.currentTarget.value })} />
        </label>
        <Select
          label={say.result}
          value={now.result}
          onChange={(result) => find({ result })}
          options={[
            { value: '' as const, text: say.any },
            ...(['1-0', '0-1', '1/2-1/2', '*'] as const).map((value) => ({ value, text: value })),
          ]}
        />
        <Select
          label={say.folder}
          value={now.folder ?? '\u0000all'}
          onChange={(folder) => find({ folder: folder === '\u0000all' ? null : folder })}
          options={[
            { value: '\u0000all', text: say.all_folders },
            { value: '', text: say.no_folder },
            ...folders.value.map((value) => ({ value, text: value })),
            { value: DELETED, text: say.deleted_folder },
          ]}
        />
        <div class="span">
          <label class="field">
            <span>{say.date_from}</span>
            <input type="date" value={now.from} onChange={(event) => find({ from: event.currentTarget.value })} />
          </label>
          <label class="field">
            <span>{say.date_to}</span>
            <input type="date" value={now.to} onChange={(event) => find({ to: event.currentTarget.value })} />
          </label>
        </div>
      </div>
      <Check
        label={say.find_position}
        value={now.position !== null}
        onChange={(isWanted) => {
          const { fen, moves } = analysis.place.value;
          find({ position: isWanted ? afterMoves(fen, moves) : null });
        }}
      />
      <p class="quiet" role="status">
        {say.games_found(found.value.length, keptCount.value)}
      </p>
    </search>
  );
}

/** Moves a chapter of the folder that is shown. */
function moveInFolder(id: string, steps: number): void {
  changeGames(moveChapter(openChapters.value, id, steps)).catch(complain);
}

function ChapterButtons({ game, title }: { game: GameRecord; title: string }) {
  const say = words.value;
  const chapters = openChapters.value;
  const place = chapters.findIndex(({ id }) => id === game.id);
  return (
    <>
      <button
        type="button"
        aria-label={say.chapter_up(title)}
        disabled={place <= 0}
        onClick={() => moveInFolder(game.id, -1)}
      >
        ↑
      </button>
      <button
        type="button"
        aria-label={say.chapter_down(title)}
        disabled={place === chapters.length - 1}
        onClick={() => moveInFolder(game.id, 1)}
      >
        ↓
      </button>
    </>
  );
}

function namesOf(game: GameRecord): string {
  const { red, black } = playersOf(game.tree);
  return [red, black]
    .filter((name) => name !== '')
    .map(playerIn)
    .join(' – ');
}

function Facts({ game }: { game: GameRecord }) {
  const say = words.value;
  const parts = [
    game.name === '' ? '' : namesOf(game),
    tagOf(game.tree, 'Event'),
    // Of a game that was loaded only its own date says anything.
    dateText(game.kind === 'loaded' ? tagOf(game.tree, 'Date') : dateOf(game), locale.value),
    say.moves_count(packedLength(game.tree)),
    openingName(language.value, game.opening),
    isUnfinished(game) ? say.unfinished : wordsIn(language.value, game),
    say[`kind_${game.kind}`],
    game.folder,
  ];
  return <p class="quiet">{parts.filter((part) => part !== '').join(' · ')}</p>;
}

function GameCard({ game }: { game: GameRecord }) {
  const say = words.value;
  const title = titleOf(game);
  const id = game.id;
  return (
    <li class="panel game-card">
      <div class="card-head">
        <input
          type="checkbox"
          aria-label={say.choose_game(title)}
          checked={chosen.value.has(id)}
          onChange={(event) => choose(id, event.currentTarget.checked)}
        />
        <strong>{title}</strong> <span class="result">{game.tree.result}</span>
      </div>
      <Facts game={game} />
      <div class="buttons">
        {isUnfinished(game) && (
          <button type="button" class="primary" onClick={() => void continueGame(game)}>
            {say.continue_game}
          </button>
        )}
        <button type="button" onClick={() => openRecordInAnalysis(game)}>
          {say.analyse}
        </button>
        <button type="button" onClick={() => openRecordInReview(game)}>
          {say.review}
        </button>
        {openFolder.value !== null && <ChapterButtons game={game} title={title} />}
        {game.deleted === null ? (
          <button type="button" disabled={isBusy.value} onClick={() => void remove([game])}>
            {say.delete_game}
          </button>
        ) : (
          <button type="button" disabled={isBusy.value} onClick={() => void restore([id])}>
            {say.restore_game}
          </button>
        )}
      </div>
      <details class="more">
        <summary>{say.name_and_folder}</summary>
        <div class="fields">
          <label class="field">
            <span>{say.game_name}</span>
            <input
              type="text"
              value={game.name}
              onChange={(event) => void changeGame(id, { name: event.currentTarget.value.trim() })}
            />
          </label>
          <label class="field">
            <span>{say.folder}</span>
            <input
              type="text"
              list="folders"
              value={game.folder}
              onChange={(event) => moveTo([game], event.currentTarget.value.trim())}
            />
          </label>
        </div>
      </details>
    </li>
  );
}

/** What is done with the games that are ticked. */
function ChosenTools({ ticked }: { ticked: readonly GameRecord[] }) {
  const say = words.value;
  const isDeleted = query.value.folder === DELETED;
  return (
    <>
      {isDeleted ? (
        <button type="button" disabled={isBusy.value} onClick={() => void restore(ticked.map(({ id }) => id))}>
          {say.restore_chosen(ticked.length)}
        </button>
      ) : (
        <>
          <button type="button" disabled={isBusy.value} onClick={() => void remove(ticked)}>
            {say.delete_chosen(ticked.length)}
          </button>
          <label class="field inline">
            <span>{say.move_to_folder}</span>
            <input
              type="text"
              list="folders"
              disabled={isBusy.value}
              onChange={(event) => moveTo(ticked, event.currentTarget.value.trim())}
            />
          </label>
        </>
      )}
    </>
  );
}

function Tools() {
  const say = words.value;
  const ticked = chosen.value.size === 0 ? [] : found.value.filter(({ id }) => chosen.value.has(id));
  const isAll = ticked.length === found.value.length;
  return (
    <div class="buttons">
      {found.value.length > 1 && (
        <button
          type="button"
          onClick={() => {
            chosen.value = new Set(isAll ? [] : found.value.map(({ id }) => id));
          }}
        >
          {isAll ? say.choose_none : say.choose_all(found.value.length)}
        </button>
      )}
      <button type="button" disabled={found.value.length === 0} onClick={exportPgn}>
        {ticked.length > 0 ? say.export_chosen(ticked.length) : say.export_pgn}
      </button>
      {ticked.length > 0 && <ChosenTools ticked={ticked} />}
      <FileButton label={say.import_file} multiple onFiles={(list) => void importFiles(list)} />
      <button type="button" onClick={backUp}>
        {say.export_all}
      </button>
      <button
        type="button"
        onClick={() => {
          navigator.storage
            ?.persist?.()
            .then((isKept) => notify(isKept ? say.storage_kept : say.storage_not_kept), complain);
        }}
      >
        {say.keep_storage}
      </button>
    </div>
  );
}

export function GamesPage() {
  const say = words.value;
  return (
    <div class="text-page">
      <h1>{say.games}</h1>
      <Tools />
      {games.value.length > 0 && <Filters />}
      {games.value.length === 0 && <p class="quiet">{say.games_none}</p>}
      <datalist id="folders">
        {folders.value.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ul class="cards">
        {found.value.slice(0, limit.value).map((game) => (
          <GameCard key={game.id} game={game} />
        ))}
      </ul>
      {found.value.length > limit.value && (
        <button
          type="button"
          onClick={() => {
            limit.value += MORE;
          }}
        >
          {say.show_more}
        </button>
      )}
    </div>
  );
}
