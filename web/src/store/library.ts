// The library: every game by itself, each with a revision number. A change is stored only if it is one of
// the newest version; who comes too late is given that one. Other tabs hear of every change.

import { signal } from '@preact/signals';
import type { GameRecord, Stored } from '../core/record';
import { readRecord } from '../core/record';
import { addAll, eraseAll, read, readAll, update, updateAll } from './database';

/** Games that were deleted longer ago than this are forgotten. */
const DELETED_MILLIS = 30 * 24 * 3600 * 1000;

/** All games, newest first, those included that were deleted a while ago. */
export const games = signal<readonly GameRecord[]>([]);

const FEW = 20;

type Listener = (record: GameRecord) => void;
const listeners = new Set<Listener>();
/** Opened with the library. */
let channel: BroadcastChannel | null = null;

function show(record: GameRecord): void {
  const others = games.value.filter(({ id }) => id !== record.id);
  // Mostly it is the newest of all.
  const place = others.findIndex(({ changed }) => changed <= record.changed);
  others.splice(place < 0 ? others.length : place, 0, record);
  games.value = others;
}

/** Hears what other tabs change. Returns what ends it. */
export function onChangeElsewhere(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

async function hear(id: unknown): Promise<void> {
  if (typeof id !== 'string') {
    await loadGames();
    return;
  }
  const record = await readGame(id);
  if (record === undefined) return;
  show(record);
  for (const listener of listeners) listener(record);
}

export async function loadGames(): Promise<void> {
  const all = await readAll('library', readRecord);
  games.value = all.sort((one, other) => other.changed - one.changed);
}

/** Begins: reads all games, forgets what was deleted long ago, and listens to the other tabs. */
export async function openLibrary(now: number): Promise<void> {
  await loadGames();
  const isForgotten = ({ deleted }: GameRecord) => deleted !== null && deleted <= now - DELETED_MILLIS;
  const forgotten = games.value.filter(isForgotten).map(({ id }) => id);
  if (forgotten.length > 0) {
    await eraseAll('library', forgotten);
    await eraseAll('reviews', forgotten);
    games.value = games.value.filter((game) => !isForgotten(game));
  }
  if (typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel('chuhe-library');
  channel.addEventListener('message', (event) => void hear(event.data));
}

export async function readGame(id: string): Promise<GameRecord | undefined> {
  return readRecord(await read('library', id)) ?? undefined;
}

/** Stores a change of the version whose revision the record has. */
export async function putGame(record: GameRecord, now = Date.now()): Promise<Stored> {
  let result: Stored = { isStored: false, record };
  await update<{ revision?: unknown }>('library', record.id, (old) => {
    if (old !== undefined && old.revision !== record.revision) {
      result = { isStored: false, record: readRecord(old) ?? record };
      return null;
    }
    const next = { ...record, revision: record.revision + 1, changed: now };
    result = { isStored: true, record: next };
    return next;
  });
  if (result.isStored) {
    show(result.record);
    channel?.postMessage(record.id);
  }
  return result;
}

/** What can be done with a game without changing the game. */
type Handling = Partial<Pick<GameRecord, 'name' | 'folder' | 'chapter' | 'deleted'>>;

/**
 * Changes something of many games in their newest versions, all of them or none; those that are not there are left out. How many are done is
 * told now and then.
 */
export async function changeGames(
  changes: readonly (Handling & { readonly id: string })[],
  progress?: (done: number) => void,
): Promise<GameRecord[]> {
  const parts = new Map(changes.map(({ id, ...part }) => [id, part]));
  const changed = new Map<string, GameRecord>();
  const change = (id: string, stored: unknown) => {
    const old = readRecord(stored);
    if (old === null) return null;
    // What is done with a game is no change of the game: it keeps its place in the list.
    const next = { ...old, ...parts.get(id), revision: old.revision + 1 };
    changed.set(id, next);
    return next;
  };
  await updateAll<unknown>('library', [...parts.keys()], change, progress);
  if (changed.size === 0) return [];
  games.value = games.value.map((game) => changed.get(game.id) ?? game);
  const list = [...changed.values()];
  // With many games the page draws first.
  if (list.length > FEW) await new Promise((resolve) => setTimeout(resolve));
  for (const record of list) for (const listener of listeners) listener(record);
  // Of a few games the other tabs read these, of many all.
  if (list.length > FEW) channel?.postMessage(null);
  else for (const { id } of list) channel?.postMessage(id);
  return list;
}

/** Changes something of a game; null if there is no such game. */
export async function changeGame(id: string, part: Handling): Promise<GameRecord | null> {
  return (await changeGames([{ id, ...part }]))[0] ?? null;
}

/** Puts many games in at once; those whose id is taken must have been given another one before. */
export async function addGames(records: readonly GameRecord[]): Promise<void> {
  const list = records.map((record) => ({
    key: record.id,
    value: { ...record, revision: Math.max(1, record.revision) },
  }));
  await addAll('library', list);
  await loadGames();
  channel?.postMessage(null);
}
