// The messages between the app and `chuhe serve`, as types. Field names are those on the wire.
// Scores are from Red's point of view; `wdl` is [Red wins, draw, Black wins] in thousandths.

import type { PieceLetter } from '../core/fen';
import type { Move, Side, Square } from '../core/squares';

export type RuleSet = 'asian' | 'computer' | 'simple';
export type Score = { cp: number } | { mate: number };
export type Chances = [number, number, number];
export type MoveClass = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder' | 'only' | 'book';
export type GameFormat = 'fen' | 'iccs' | 'wxf' | 'chinese' | 'pgn';

export interface GameFields {
  fen: string | null;
  moves: Move[];
  rules: RuleSet;
}

export interface ClockFields {
  red: number;
  black: number;
  red_inc: number;
  black_inc: number;
}

export type Request =
  | { type: 'hello' }
  | ({ type: 'look' } & GameFields)
  | ({
      type: 'go';
      level: number;
      lines: number;
      millis?: number;
      nodes?: number;
      depth?: number;
      clock?: ClockFields;
      infinite?: boolean;
      use_book?: boolean;
    } & GameFields)
  | { type: 'stop'; search: number }
  | ({ type: 'review'; millis: number } & GameFields)
  | { type: 'check_fen'; fen: string }
  | { type: 'read_game'; text: string }
  | ({ type: 'write_game'; format: GameFormat; tags?: Record<string, string> } & GameFields)
  | ({ type: 'explore' } & GameFields)
  | { type: 'puzzle_move'; fen: string; moves: Move[]; mate_in: number }
  | ({ type: 'offer_draw'; level: number } & GameFields);

export type RequestType = Request['type'];
export type RequestOf<T extends RequestType> = Extract<Request, { type: T }>;

export interface Welcome {
  type: 'welcome';
  version: string;
  network: string;
  levels: { number: number; elo: number | null }[];
  book: { positions: number; games: number; credit: string };
  threads: number;
  most_searches: number;
}

export interface LegalMove {
  move: Move;
  wxf: string;
  chinese: string;
  san_en: string;
}

export interface PlayedMove {
  move: Move;
  wxf: string;
  chinese: string;
  fen: string;
  capture: string | null;
  check: boolean;
}

export interface Words {
  words_en: string;
  words_zh: string;
}

export interface GameEnd extends Words {
  winner: Side | null;
  reason: string;
}

export interface Seen {
  type: 'seen';
  fen: string;
  side: Side;
  legal: LegalMove[];
  checked: Square | null;
  history: PlayedMove[];
  end: GameEnd | null;
  chased: { by: Square; target: Square }[];
  repetition: number;
  warning: Words | null;
  opening: { name_en?: string | null; name_zh?: string | null } | null;
  pieces: Record<Square, PieceLetter>;
}

export interface Line {
  type: 'line';
  depth: number;
  selective_depth: number;
  number: number;
  score: Score;
  bound: 'exact' | 'lower' | 'upper';
  wdl: Chances;
  nodes: number;
  nps: number;
  millis: number;
  moves: Move[];
  wxf: string[];
  chinese: string[];
}

export interface Best {
  type: 'best';
  move: Move | null;
  ponder: Move | null;
  score: Score | null;
  from_book: boolean;
  resigns: boolean;
}

export interface NotedMove {
  move: Move;
  wxf: string;
  chinese: string;
}

export interface Reviewed {
  type: 'reviewed';
  ply: number;
  total: number;
  score: Score;
  wdl: Chances;
  best: NotedMove | null;
  line: Move[];
  loss?: number | null;
  class?: MoveClass | null;
}

export type ClassCounts = Partial<Record<MoveClass, number>>;

export interface ReviewDone {
  type: 'review_done';
  accuracy: { red: number | null; black: number | null };
  counts: { red: ClassCounts; black: ClassCounts };
  stopped: boolean;
}

export interface FenChecked {
  type: 'fen_checked';
  ok: boolean;
  problems: (Words & { square?: Square | null })[];
  fen?: string | null;
}

export interface GameRead {
  type: 'game_read';
  fen: string | null;
  moves: Move[];
  tags: Record<string, string>;
  format: string;
  stopped_at?: string | null;
}

export interface GameWritten {
  type: 'game_written';
  text: string;
}

export interface ExploredMove extends NotedMove {
  weight: number;
  games: number;
  red: number;
  draw: number;
  black: number;
  name?: string | null;
}

export interface Explored {
  type: 'explored';
  moves: ExploredMove[];
  total: number;
}

export interface PuzzleAnswer {
  type: 'puzzle_answer';
  ok: boolean;
  reply: Move | null;
  mated: boolean;
  better?: Move | null;
}

export interface DrawAnswer {
  type: 'draw_answer';
  accepted: boolean;
}

export interface ErrorAnswer {
  type: 'error';
  text: string;
  text_zh?: string | null;
}

/** The last answer to each request; `stop` has none of its own. */
export interface FinalAnswers {
  hello: Welcome;
  look: Seen;
  go: Best;
  review: ReviewDone;
  check_fen: FenChecked;
  read_game: GameRead;
  write_game: GameWritten;
  explore: Explored;
  puzzle_move: PuzzleAnswer;
  offer_draw: DrawAnswer;
}

/** What comes before the last answer. */
export interface ProgressAnswers {
  go: Line;
  review: Reviewed;
}

export type AskType = keyof FinalAnswers;
export type Answer = FinalAnswers[AskType] | ProgressAnswers[keyof ProgressAnswers] | ErrorAnswer;
export type IncomingAnswer = Answer & { id: number | null };

const PROGRESS: readonly string[] = ['line', 'reviewed'];

export function isProgress(answer: Answer): boolean {
  return PROGRESS.includes(answer.type);
}

/** Reads a frame; null for what is no message at all. */
export function readAnswer(text: string): IncomingAnswer | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { type, id } = value as { type?: unknown; id?: unknown };
  if (typeof type !== 'string' || !(typeof id === 'number' || id === null || id === undefined)) return null;
  return { ...(value as Answer), id: id ?? null };
}
