// Games that are kept, and export and import of everything as one file.

import { signal } from '@preact/signals';
import type { GameRecord } from '../core/record';
import { readRecord } from '../core/record';
import { readSettings } from '../core/settings';
import { erase, read, readAll, write } from './database';
import { settings } from './settings';

export const games = signal<GameRecord[]>([]);

export async function loadGames(): Promise<void> {
  const all = await readAll<GameRecord>('games');
  games.value = all.sort((one, other) => (one.date < other.date ? 1 : -1));
}

export async function keepGame(game: GameRecord): Promise<void> {
  await write('games', game.id, game);
  await loadGames();
}

export async function deleteGame(id: string): Promise<void> {
  await erase('games', id);
  await loadGames();
}

const KEPT_VALUES = ['play', 'analysis', 'review', 'puzzles'] as const;

export async function exportAll(): Promise<string> {
  const values: Record<string, unknown> = {};
  for (const key of KEPT_VALUES) values[key] = await read('values', key);
  return JSON.stringify({ chuhe: 1, settings: settings.value, games: games.value, values }, null, 1);
}

/** Takes an export in and returns how many games were new or changed; null if it is not an export. */
export async function importAll(text: string): Promise<number | null> {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof file !== 'object' || file === null || !('chuhe' in file)) return null;
  const {
    games: list,
    settings: stored,
    values,
  } = file as {
    games?: unknown;
    settings?: unknown;
    values?: Record<string, unknown>;
  };
  const records = (Array.isArray(list) ? list : []).map(readRecord).filter((record) => record !== null);
  for (const record of records) await write('games', record.id, record);
  if (stored !== undefined) await write('values', 'settings', readSettings(stored));
  for (const key of KEPT_VALUES) {
    if (values?.[key] !== undefined) await write('values', key, values[key]);
  }
  await loadGames();
  return records.length;
}
