// Everything of the user's as one file, and back. A file of an older version is read, too. What is in the
// library already stays; a game that has changed since is kept beside the one of the file.

import { mergeProgress } from '../core/lesson';
import { packLine, packTree } from '../core/pack';
import type { EndingCounts, StoredLog } from '../core/puzzle';
import { mergedAttempts, mergedCounts, readLog } from '../core/puzzle';
import type { GameRecord } from '../core/record';
import { newId, newRecord, readRecord, readTreeOfVersion1, sameGame } from '../core/record';
import type { History } from '../core/retry';
import { mergeHistories } from '../core/retry';
import { readSettings } from '../core/settings';
import { isBlank } from '../core/tree';
import { read, readAllKeys, update, write } from './database';
import { addGames, games, readGame } from './library';
import { settings } from './settings';

const KEPT_VALUES = ['puzzles', 'endings', 'draft', 'retry', 'learn'] as const;

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

/** The game and the analysis that an export of version 1 had open beside its list of games. */
function openInVersion1(values: Record<string, unknown>, now: number): GameRecord[] {
  const records: GameRecord[] = [];
  const play = values.play as (Record<string, unknown> & { moves?: unknown; fen?: string | null }) | undefined;
  if (Array.isArray(play?.moves) && play.moves.length > 0) {
    const { id, started, rules, moves, fen = null } = play;
    const tree = packLine(fen, moves as string[]);
    const record = readRecord({ id, created: started, changed: started, kind: 'played', rules, tree, play });
    if (record !== null) records.push(record);
  }
  const tree = readTreeOfVersion1((values.analysis as { tree?: unknown } | undefined)?.tree);
  if (tree !== null && !isBlank(tree)) {
    records.push(newRecord({ kind: 'analysed', rules: 'asian', tree: packTree(tree) }, now));
  }
  return records;
}

/** What becomes of a value that is here and in the file: nothing that was tried, solved or learnt is lost. */
function joined(key: (typeof KEPT_VALUES)[number], old: unknown, value: unknown): unknown {
  if (key === 'puzzles') {
    const attempts = mergedAttempts(readLog(old), readLog(value));
    return { version: 2, attempts } satisfies StoredLog;
  }
  if (key === 'endings') return mergedCounts((old ?? {}) as EndingCounts, (value ?? {}) as EndingCounts);
  if (key === 'retry') return joinedRetries(old, value);
  if (key === 'learn') return mergeProgress(old, value);
  return value;
}

function joinedRetries(old: unknown, value: unknown): { history: History } {
  const historyOf = (stored: unknown) =>
    ((stored as { history?: History } | null | undefined)?.history ?? {}) as History;
  return { history: mergeHistories(historyOf(old), historyOf(value)) };
}

/** Takes a backup in and says how many games were new; null if it is not a backup. */
export async function readBackup(text: string, now = Date.now()): Promise<number | null> {
  const file = parse(text);
  if (file === null) return null;
  const list = (Array.isArray(file.games) ? file.games : []).map(readRecord).filter((record) => record !== null);
  const isThere = (record: GameRecord) => games.value.some((old) => sameGame(old, record));
  const isListed = (record: GameRecord) => list.some(({ id }) => id === record.id);
  list.push(...openInVersion1(file.values ?? {}, now).filter((record) => !isThere(record) && !isListed(record)));
  const added = new Map<string, GameRecord>();
  const ids = new Map<string, string>();
  for (const record of list) {
    const old = added.get(record.id) ?? (await readGame(record.id));
    if (old !== undefined && sameGame(old, record)) continue;
    const next = old === undefined ? record : { ...record, id: newId(now), revision: 0 };
    ids.set(record.id, next.id);
    added.set(next.id, next);
  }
  await addGames([...added.values()]);
  for (const [id, review] of Object.entries(file.reviews ?? {})) {
    const to = ids.get(id);
    if (to !== undefined) await write('reviews', to, review);
  }
  if (file.settings !== undefined) await write('values', 'settings', readSettings(file.settings));
  for (const key of KEPT_VALUES) {
    const value = file.values?.[key];
    if (value !== undefined) await update<unknown>('values', key, (old) => joined(key, old, value));
  }
  return added.size;
}
