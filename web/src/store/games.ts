// Games that are kept, and export and import of everything as one file.

import { signal } from '@preact/signals';
import type { Move } from '../core/squares';
import { isMove } from '../core/squares';
import type { Tree } from '../core/tree';
import type { RuleSet } from '../net/messages';
import { erase, read, readAll, write } from './database';
import { readSettings, settings } from './settings';

export interface GameRecord {
  id: string;
  date: string;
  red: string;
  black: string;
  result: string;
  words_en: string;
  words_zh: string;
  fen: string | null;
  moves: Move[];
  rules: RuleSet;
  tree?: Tree;
}

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

/** A game of an imported file, or null if it is not one. */
export function readRecord(value: unknown): GameRecord | null {
  if (typeof value !== 'object' || value === null) return null;
  const {
    id,
    date,
    red,
    black,
    result,
    fen,
    moves,
    rules,
    words_en = '',
    words_zh = '',
  } = value as Partial<GameRecord>;
  const texts = [id, date, red, black, result, rules];
  if (!texts.every((text) => typeof text === 'string')) return null;
  if (!(fen === null || typeof fen === 'string') || !Array.isArray(moves)) return null;
  if (!moves.every((move) => typeof move === 'string' && isMove(move))) return null;
  return { ...(value as GameRecord), words_en, words_zh };
}

/** Takes an export in and returns how many games were new or changed; null if it is no export. */
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

export function download(name: string, text: string, type = 'text/plain'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
