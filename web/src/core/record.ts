// A game of the library, as it is stored and exported: its tree, what is known about it, and for a game
// that was played here how it stands. A revision number tells which of two versions is the newer one.

import type { Clock, TimeControl } from './clock';
import type { RuleSet } from './game';
import type { PackedTree } from './pack';
import { mainLineOf, packLine, packTree, readPacked, readResult } from './pack';
import type { Outcome, Player } from './playgame';
import type { Move, Side } from './squares';
import { isMove } from './squares';
import type { FlatMove, Tags, Tree } from './tree';
import { tagOf, unflatten } from './tree';

export type GameKind = 'played' | 'analysed' | 'loaded';

export interface OpeningWords {
  code?: string;
  name_en?: string;
  name_zh?: string;
}

/** How a game that was played here stands. */
export interface PlayState {
  red: Player;
  black: Player;
  control: TimeControl | null;
  clock: Clock | null;
  outcome: Outcome | null;
}

export interface GameRecord {
  id: string;
  /** Counts the changes; 0 before the first one is stored. */
  revision: number;
  created: number;
  changed: number;
  kind: GameKind;
  folder: string;
  /** Its place among the games of its folder, which are the chapters of it. */
  chapter: number;
  /** What the user calls it; empty for the names of the players. */
  name: string;
  rules: RuleSet;
  tree: PackedTree;
  /** How it ended, in words. */
  words_en: string;
  words_zh: string;
  opening: OpeningWords | null;
  play: PlayState | null;
  /** The side of the user in a game against a friend; null where that is not known, or `play` says it. */
  person: Side | null;
  /** When it was deleted; it is kept for a while. */
  deleted: number | null;
}

/** What became of a change: stored, or refused because there is a newer version, which is given. */
export interface Stored {
  isStored: boolean;
  record: GameRecord;
}

export function newId(now: number): string {
  return `${now.toString(36)}-${Math.floor(Math.random() * 2 ** 32).toString(36)}`;
}

export function newRecord(
  part: Pick<GameRecord, 'kind' | 'rules' | 'tree'> & Partial<GameRecord>,
  now: number,
): GameRecord {
  return {
    id: newId(now),
    revision: 0,
    created: now,
    changed: now,
    folder: '',
    chapter: 0,
    name: '',
    words_en: '',
    words_zh: '',
    opening: null,
    play: null,
    person: null,
    deleted: null,
    ...part,
  };
}

/** Names and result from the tags. */
export function playersOf(tree: Pick<Tree, 'tags' | 'result'>): { red: string; black: string; result: string } {
  return { red: tagOf(tree, 'Red'), black: tagOf(tree, 'Black'), result: tree.result };
}

export function isUnfinished(record: GameRecord): boolean {
  return record.play !== null && record.play.outcome === null;
}

/** A day where the user is, as tags write it, such as 2026.11.17. */
export function tagDate(millis: number): string {
  const day = new Date(millis);
  const figures = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}.${figures(day.getMonth() + 1)}.${figures(day.getDate())}`;
}

/** When the game was played if its tags say so, else when it came here; to be compared as text. */
export function dateOf(record: GameRecord): string {
  return tagOf(record.tree, 'Date') || tagDate(record.created);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

const RULES: readonly unknown[] = ['asian', 'computer', 'simple'];
const KINDS: readonly unknown[] = ['played', 'analysed', 'loaded'];
const LEVELS: readonly unknown[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

function isPlayer(value: unknown): value is Player {
  const { kind, level } = (value ?? {}) as { kind?: unknown; level?: unknown };
  return kind === 'person' || (kind === 'engine' && LEVELS.includes(level));
}

/** More changes than anybody makes, and few enough to count on. */
const MAX_REVISION = 2 ** 40;

function readOpening(value: unknown): OpeningWords | null {
  if (typeof value !== 'object' || value === null) return null;
  const names = ['code', 'name_en', 'name_zh'] as const;
  const texts = names.flatMap((name) => {
    const text = (value as Record<string, unknown>)[name];
    return isText(text) ? [[name, text]] : [];
  });
  return texts.length === 0 ? null : (Object.fromEntries(texts) as OpeningWords);
}

function isControl(value: unknown): value is TimeControl {
  const { minutes, increment } = (value ?? {}) as Partial<TimeControl>;
  return isTime(minutes) && isTime(increment);
}

function isClock(value: unknown): value is Clock {
  const { red, black, running = null } = (value ?? {}) as Partial<Clock>;
  const isRunning = running !== null && ['red', 'black'].includes(running.side) && isTime(running.since);
  return isTime(red) && isTime(black) && (running === null || isRunning);
}

function readOutcome(value: unknown): Outcome | null {
  if (typeof value !== 'object' || value === null) return null;
  const { winner = null, reason, words_en, words_zh } = value as Partial<Outcome>;
  const text = (part: unknown) => (isText(part) ? part : '');
  return {
    winner: winner === 'red' || winner === 'black' ? winner : null,
    reason: text(reason),
    words_en: text(words_en),
    words_zh: text(words_zh),
  };
}

function readPlay(value: unknown): PlayState | null {
  if (typeof value !== 'object' || value === null) return null;
  const { red, black, control = null, clock = null, outcome = null } = value as Partial<PlayState>;
  if (!isPlayer(red) || !isPlayer(black)) return null;
  return {
    red,
    black,
    control: isControl(control) ? control : null,
    clock: isControl(control) && isClock(clock) ? clock : null,
    outcome: readOutcome(outcome),
  };
}

/** A game of the library or of an export of any version, or null if it is not one. */
export function readRecord(value: unknown): GameRecord | null {
  if (typeof value !== 'object' || value === null) return null;
  const stored = value as Partial<GameRecord>;
  const tree = readPacked(stored.tree);
  if (tree === null || !isText(stored.id) || stored.id === '') return readVersion1(value);
  return {
    id: stored.id,
    revision: isTime(stored.revision) ? Math.min(Math.max(0, Math.floor(stored.revision)), MAX_REVISION) : 0,
    created: isTime(stored.created) ? stored.created : 0,
    changed: isTime(stored.changed) ? stored.changed : 0,
    kind: KINDS.includes(stored.kind) ? (stored.kind as GameKind) : 'loaded',
    folder: isText(stored.folder) ? stored.folder : '',
    chapter: isTime(stored.chapter) ? stored.chapter : 0,
    name: isText(stored.name) ? stored.name : '',
    rules: RULES.includes(stored.rules) ? (stored.rules as RuleSet) : 'asian',
    tree,
    words_en: isText(stored.words_en) ? stored.words_en : '',
    words_zh: isText(stored.words_zh) ? stored.words_zh : '',
    opening: readOpening(stored.opening),
    play: readPlay(stored.play),
    person: stored.person === 'red' || stored.person === 'black' ? stored.person : null,
    deleted: isTime(stored.deleted) ? stored.deleted : null,
  };
}

interface Version1Node {
  move?: unknown;
  comment?: unknown;
  children?: unknown;
}

/** A tree as version 1 of the store had it: tags as an object, no glyphs, children in children. */
export function readTreeOfVersion1(value: unknown): Tree | null {
  if (typeof value !== 'object' || value === null) return null;
  const { fen = null, comment = '', tags = {}, children } = value as Record<string, unknown>;
  if (!Array.isArray(children) || !(fen === null || isText(fen)) || !isText(comment)) return null;
  const flat: FlatMove[] = [];
  const waiting = (children as Version1Node[]).map((node) => ({ node, parent: 0 })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { move, comment: words, children: after } = next.node ?? {};
    if (!isText(move) || !isMove(move)) return null;
    flat.push({ move, parent: next.parent, ...(isText(words) && words !== '' ? { comment: words } : {}) });
    const parent = flat.length;
    const list = (Array.isArray(after) ? after : []) as Version1Node[];
    waiting.push(...list.map((node) => ({ node, parent })).reverse());
  }
  const entries = Object.entries((tags ?? {}) as Record<string, unknown>);
  const texts = entries.filter((entry): entry is [string, string] => isText(entry[1]));
  const pairs: Tags = texts.filter(([name]) => name !== 'Result');
  const result = readResult(texts.find(([name]) => name === 'Result')?.[1]);
  return { fen, comment, tags: pairs, result, children: unflatten(flat) };
}

/** A game as version 1 of the store and of the export had it. */
function readVersion1(value: unknown): GameRecord | null {
  const { id, date, red, black, result, fen, moves, rules, tree, words_en, words_zh } = value as Record<
    string,
    unknown
  >;
  if (![id, date, red, black, result, rules].every(isText)) return null;
  if (!(fen === null || isText(fen)) || !Array.isArray(moves)) return null;
  if (!moves.every((move): move is Move => isText(move) && isMove(move))) return null;
  const created = Date.parse(date as string) || 0;
  const whole = tree === undefined ? null : readTreeOfVersion1(tree);
  const named: [string, string][] = [
    ['Date', tagDate(created)],
    ['Red', red as string],
    ['Black', black as string],
  ];
  const tags: Tags = named.filter(([, text]) => text !== '');
  return newRecord(
    {
      id: id as string,
      kind: tree === undefined ? 'played' : 'analysed',
      rules: RULES.includes(rules) ? (rules as RuleSet) : 'asian',
      words_en: isText(words_en) ? words_en : '',
      words_zh: isText(words_zh) ? words_zh : '',
      tree: whole === null ? packLine(fen, moves, { tags, result: readResult(result) }) : packTree(whole),
    },
    created,
  );
}

/** Whether two records say the same of their game. */
export function sameGame(one: GameRecord, other: GameRecord): boolean {
  return (
    JSON.stringify([one.tree, one.play?.outcome ?? null]) === JSON.stringify([other.tree, other.play?.outcome ?? null])
  );
}

export function movesOf(record: GameRecord): Move[] {
  return mainLineOf(record.tree);
}
