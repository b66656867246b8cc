// A game that is kept, as it is stored and exported.

import type { RuleSet } from './game';
import type { Move } from './squares';
import { isMove } from './squares';
import type { Tree } from './tree';

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

type Players = Pick<GameRecord, 'red' | 'black' | 'result'>;

/** Who played and how it ended, from the tags of a PGN. */
export function playersOf(tags: Readonly<Record<string, string>>): Players {
  return { red: tags.Red ?? '', black: tags.Black ?? '', result: tags.Result ?? '*' };
}

export function tagsOf({ red, black, result }: Players): Record<string, string> {
  return { Red: red, Black: black, Result: result };
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
