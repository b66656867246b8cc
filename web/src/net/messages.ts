// The messages between the app and `chuhe serve`, as types and nothing else: this file is the only one
// that says what is on the wire, and mirrors the server's requests and replies field by field. A field
// that the server may leave out is optional; one that it always sends, if only as null, is not.
// Scores are from Red's point of view.

import type { PieceLetter } from '../core/fen';
import type { GameFields } from '../core/game';
import type { Chances, Score } from '../core/score';
import type { Move, Side, Square } from '../core/squares';

export type MoveClass = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder' | 'only' | 'book';
export type GameFormat = 'fen' | 'iccs' | 'wxf' | 'chinese' | 'pgn';

/** Both clocks in milliseconds. */
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

/** A sentence in both languages. */
export interface Words {
  words_en: string;
  words_zh: string;
}

/** A move in the notations that are shown. */
export interface NotedMove {
  move: Move;
  wxf: string;
  chinese: string;
}

/** Something for each side. */
export interface Sides<T> {
  red: T;
  black: T;
}

export interface Welcome {
  type: 'welcome';
  version: string;
  network: string;
  levels: { number: number; elo: number }[];
  book: { positions: number; games: number; credit: string };
  threads: number;
  most_searches: number;
}

export interface LegalMove extends NotedMove {
  san_en: string;
}

export interface PlayedMove extends NotedMove {
  /** The position after it. */
  fen: string;
  /** The letter of the piece that it captured. */
  capture: string | null;
  check: boolean;
}

export interface GameEnd extends Words {
  winner: Side | null;
  reason: string;
}

export interface Chase {
  by: Square;
  target: Square;
}

export interface Opening {
  name_en?: string;
  name_zh?: string;
}

export interface Seen {
  type: 'seen';
  fen: string;
  side: Side;
  legal: LegalMove[];
  /** The square of a king in check. */
  checked: Square | null;
  history: PlayedMove[];
  end: GameEnd | null;
  chased: Chase[];
  repetition: number;
  warning: Words | null;
  opening: Opening | null;
  pieces: Record<Square, PieceLetter>;
}

export interface Line {
  type: 'line';
  /** The id of the request, again. */
  search: number;
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
  score: Score;
  from_book: boolean;
  resigns: boolean;
}

export interface Reviewed {
  type: 'reviewed';
  /** 0 is the position before the first move. */
  ply: number;
  total: number;
  score: Score;
  wdl: Chances;
  best: NotedMove | null;
  line: Move[];
  /** How many points of a hundred the move that led here gave away, and what it is called. */
  loss?: number;
  class?: MoveClass;
}

export type ClassCounts = Partial<Record<MoveClass, number>>;

export interface ReviewDone {
  type: 'review_done';
  accuracy: Sides<number>;
  counts: Sides<ClassCounts>;
  stopped: boolean;
}

export interface Problem extends Words {
  square?: Square;
}

export interface FenChecked {
  type: 'fen_checked';
  ok: boolean;
  problems: Problem[];
  fen: string | null;
}

export interface GameRead {
  type: 'game_read';
  fen: string | null;
  moves: Move[];
  tags: Record<string, string>;
  format: string;
  stopped_at?: string;
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
  name?: string;
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
  better: Move | null;
}

export interface DrawAnswer {
  type: 'draw_answer';
  accepted: boolean;
}

export interface ErrorReply {
  type: 'error';
  text: string;
  text_zh?: string;
}

/** The last reply to each request; `stop` has none of its own. */
export interface FinalReplies {
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

/** What comes before the last reply. */
export interface ProgressReplies {
  go: Line;
  review: Reviewed;
}

export type AskType = keyof FinalReplies;
export type Reply = FinalReplies[AskType] | ProgressReplies[keyof ProgressReplies] | ErrorReply;

/** The list at `puzzles.json`, which is fetched and not asked for. */
export interface Puzzle {
  fen: string;
  mate_in: number;
  source: string;
}
