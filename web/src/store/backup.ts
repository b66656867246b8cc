// Everything of the user's as one file, and back. A file of an older version is read, too. What is in the
// library already stays; a game that has changed since is kept beside the one of the file.

import type { GameRecord } from '../core/record';
import { newId, readRecord, sameGame } from '../core/record';
import { readSettings } from '../core/settings';
import { read, readAllKeys, write } from './database';
import { addGames, games, readGame } from './library';
import { settings } from './settings';

const KEPT_VALUES = ['puzzles', 'draft'] as const;

interface Backup {
  games?: unknown;
  settings?: unknown;
  reviews?: Record<string, unknown>;
  values?: Record<string, unknown>;
}

export async function writeBackup(): Promise<string> {
  const values: Record<string, unknown> = {};
  for (const key of KEPT_VALUES) values[key] = await read('values', key);
  const reviews: Record<string, unknown> = {};
  for (const id of await readAllKeys('reviews')) reviews[id] = await read('reviews', id);
  const kept = games.value.filter(({ deleted }) => deleted === null);
  return JSON.stringify({ chuhe: 2, settings: settings.value, games: kept, reviews, values });
}

export function isBackup(text: string): boolean {
  return /^\s*\{/.test(text) && parse(text) !== null;
}

function parse(text: string): Backup | null {
  try {
    const file: unknown = JSON.parse(text);
    return typeof file === 'object' && file !== null && 'chuhe' in file ? (file as Backup) : null;
  } catch {
    return null;
  }
}

/** Takes a backup in and says how many games were new; null if it is not a backup. */
export async function readBackup(text: string, now = Date.now()): Promise<number | null> {
  const file = parse(text);
  if (file === null) return null;
  const list = (Array.isArray(file.games) ? file.games : []).map(readRecord).filter((record) => record !== null);
  const added: GameRecord[] = [];
  const ids = new Map<string, string>();
  for (const record of list) {
    const old = await readGame(record.id);
    if (old !== undefined && sameGame(old, record)) continue;
    const next = old === undefined ? record : { ...record, id: newId(now), revision: 0 };
    ids.set(record.id, next.id);
    added.push(next);
  }
  await addGames(added);
  for (const [id, review] of Object.entries(file.reviews ?? {})) {
    const to = ids.get(id);
    if (to !== undefined) await write('reviews', to, review);
  }
  if (file.settings !== undefined) await write('values', 'settings', readSettings(file.settings));
  for (const key of KEPT_VALUES) {
    if (file.values?.[key] !== undefined) await write('values', key, file.values[key]);
  }
  return added.length;
}
