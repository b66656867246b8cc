// The library: every game by itself, each with a revision number. A change is stored only if it is one of
// the newest version; who comes too late is given that one. Other tabs hear of every change.

import { signal } from '@preact/signals';
import type { GameRecord, Stored } from '../core/record';
import { readRecord } from '../core/record';
import { addAll, erase, read, readAll, update, updateAll } from './database';

/** Games that were deleted longer ago than this are forgotten. */
const DELETED_MILLIS = 30 * 24 * 3600 * 1000;

/** All games, newest first, those included that were deleted a while ago. */
export const games = signal<readonly GameRecord[]>([]);

const FEW = 20;

type Listener = (record: GameRecord) => void;
const listeners = new Set<Listener>();
/** Opened with the library. */
let channel: BroadcastChannel | null = null;

function show(...records: readonly GameRecord[]): void {
  const ids = new Set(records.map(({ id }) => id));
  const others = games.value.filter(({ id }) => !ids.has(id));
  games.value = [...records, ...others].sort((one, other) => other.changed - one.changed);
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
  const all = (await readAll<unknown>('library')).map(readRecord).filter((record) => record !== null);
  games.value = all.sort((one, other) => other.changed - one.changed);
}

/** Begins: reads all games, forgets what was deleted long ago, and listens to the other tabs. */
export async function openLibrary(now: number): Promise<void> {
  await loadGames();
  for (const { id, deleted } of games.value) {
    if (deleted === null || deleted > now - DELETED_MILLIS) continue;
    await erase('library', id);
    await erase('reviews', id);
  }
  games.value = games.value.filter(({ deleted }) => deleted === null || deleted > now - DELETED_MILLIS);
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
  await update<GameRecord>('library', record.id, (old) => {
    if (old !== undefined && old.revision !== record.revision) {
      result = { isStored: false, record: old };
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

/** Changes something of many games in their newest versions, at once; those that are not there are left out. */
export async function changeGames(changes: readonly (Handling & { readonly id: string })[]): Promise<GameRecord[]> {
  const parts = new Map(changes.map(({ id, ...part }) => [id, part]));
  const changed: GameRecord[] = [];
  await updateAll<GameRecord>('library', [...parts.keys()], (id, old) => {
    if (old === undefined) return null;
    // What is done with a game is no change of the game: it keeps its place in the list.
    const next = { ...old, ...parts.get(id), revision: old.revision + 1 };
    changed.push(next);
    return next;
  });
  if (changed.length === 0) return changed;
  show(...changed);
  for (const record of changed) for (const listener of listeners) listener(record);
  // Of a few games the other tabs read these, of many all.
  if (changed.length > FEW) channel?.postMessage(null);
  else for (const { id } of changed) channel?.postMessage(id);
  return changed;
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
