// A game between two players at this board: who plays, how it stands, how it ended. Pure values.

import type { Clock, TimeControl } from './clock';
import { newClock } from './clock';
import type { RuleSet } from './game';
import { sideToMove } from './game';
import type { Move, Side } from './squares';

export type Player = { kind: 'person' } | { kind: 'engine'; level: number };

export interface Outcome {
  winner: Side | null;
  reason: string;
  words_en: string;
  words_zh: string;
}

export interface PlayGame {
  id: string;
  started: number;
  fen: string | null;
  moves: Move[];
  rules: RuleSet;
  red: Player;
  black: Player;
  control: TimeControl | null;
  clock: Clock | null;
  outcome: Outcome | null;
}

export interface NewGame {
  fen: string | null;
  moves?: Move[];
  rules: RuleSet;
  red: Player;
  black: Player;
  control: TimeControl | null;
}

export function newPlayGame(choice: NewGame, now: number): PlayGame {
  return {
    ...choice,
    id: `${now.toString(36)}-${Math.floor(Math.random() * 1e6).toString(36)}`,
    started: now,
    moves: choice.moves ?? [],
    clock: choice.control === null ? null : newClock(choice.control),
    outcome: null,
  };
}

/** The side of the only person, or null if there are two persons (or none). */
export function personOf(game: { readonly red: Player; readonly black: Player }): Side | null {
  if (game.red.kind === game.black.kind) return null;
  return game.red.kind === 'person' ? 'red' : 'black';
}

/** How many plies a person takes back: their own last move and what the engine answered; none once time has run out. */
export function pliesToUndo(game: PlayGame): number {
  const person = personOf(game);
  if (game.moves.length === 0 || game.outcome?.reason === 'time') return 0;
  if (person === null) return 1;
  if (sideToMove(game) !== person) return 1;
  return game.moves.length >= 2 ? 2 : 0;
}
