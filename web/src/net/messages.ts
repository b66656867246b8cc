// The messages between the app and `chuhe serve`, as types and nothing else. What is on the wire is
// generated from the server's own types (`make web-types`); here are the names by which the app speaks
// of requests and replies, and which reply belongs to which request.

import type { Reply, Request } from './generated/messages';

export type {
  Chase,
  EndingMarks,
  ExploredMove,
  FileFormat,
  GameEnd,
  GameFormat,
  GameMove,
  GameTree,
  KnownMove,
  MoveClass,
  NotedMove as LegalMove,
  Problem,
  Reply,
  Request,
  RoomAct,
  RoomTerms,
  TriedMove,
} from './generated/messages';

export type RequestType = Request['type'];
export type RequestOf<T extends RequestType> = Extract<Request, { type: T }>;
export type ReplyOf<T extends Reply['type']> = Extract<Reply, { type: T }>;

export type Welcome = ReplyOf<'welcome'>;
export type Seen = ReplyOf<'seen'>;
export type Line = ReplyOf<'line'>;
export type Reviewed = ReplyOf<'reviewed'>;
export type ReviewDone = ReplyOf<'review_done'>;
export type FenChecked = ReplyOf<'fen_checked'>;
export type GameRead = ReplyOf<'game_read'>;
export type Explored = ReplyOf<'explored'>;
export type PuzzleAnswer = ReplyOf<'puzzle_answer'>;
export type FileGame = ReplyOf<'file_game'>;
export type FileRead = ReplyOf<'file_read'>;
export type FileWritten = ReplyOf<'file_written'>;
export type RoomState = ReplyOf<'room_state'>;
export type RoomLinks = ReplyOf<'room_links'>;
export type ErrorReply = ReplyOf<'error'>;

/** The last reply to each request; `stop` has none of its own. */
export interface FinalReplies {
  hello: Welcome;
  look: Seen;
  go: ReplyOf<'best'>;
  review: ReviewDone;
  try_move: ReplyOf<'move_tried'>;
  check_fen: FenChecked;
  read_game: GameRead;
  write_game: ReplyOf<'game_written'>;
  read_file: FileRead;
  write_file: FileWritten;
  note_tree: ReplyOf<'tree_noted'>;
  explore: Explored;
  puzzle_move: PuzzleAnswer;
  offer_draw: ReplyOf<'draw_answer'>;
  judge: ReplyOf<'judged'>;
  solve: ReplyOf<'solved'>;
  addresses: ReplyOf<'addresses'>;
  rooms: ReplyOf<'rooms'>;
  room_open: ReplyOf<'room_opened'>;
  room_enter: ReplyOf<'room_closed'>;
  room_act: ReplyOf<'room_done'>;
  room_links: RoomLinks;
}

/** What comes before the last reply. */
export interface ProgressReplies {
  go: Line;
  review: Reviewed;
  read_file: FileGame;
  room_enter: RoomState;
}

export type AskType = keyof FinalReplies;
