// Whole sentences about pieces, moves, players and results, in the words of a dictionary.

import type { PieceLetter, Pieces } from '../core/fen';
import type { PlayGame } from '../core/playgame';
import { personOf } from '../core/playgame';
import type { Move, Side, Square } from '../core/squares';
import { originOf, targetOf } from '../core/squares';
import type { Dictionary } from './en';

export function pieceWords(piece: PieceLetter, words: Dictionary): string {
  return words[`piece_${piece}`];
}

export function squareWords(at: Square, piece: PieceLetter | undefined, words: Dictionary): string {
  return words.square_says(at, piece === undefined ? words.empty_square : pieceWords(piece, words));
}

/** A move in words, told on the position before it: "red cannon h2 to e2, takes black pawn, check". */
export function moveWords(move: Move, before: Pieces, check: boolean, words: Dictionary): string {
  const piece = before[originOf(move)];
  if (piece === undefined) return move;
  const parts = [words.moved(pieceWords(piece, words), originOf(move), targetOf(move))];
  const victim = before[targetOf(move)];
  if (victim !== undefined) parts.push(words.captures(pieceWords(victim, words)));
  if (check) parts.push(words.gives_check);
  return parts.join(words.comma);
}

export function playerName(game: PlayGame, side: Side, words: Dictionary): string {
  const player = game[side];
  if (player.kind === 'engine') return `${words.brand} · ${words.level_n(player.level)}`;
  return personOf(game) === side ? words.you : words[side];
}

/**
 * A name from a record in these words, if the app itself gave it in any language: "You", "Red", "Chuhe · level 3". Names of people stay as
 * they are.
 */
export function nameInWords(name: string, dictionaries: readonly Dictionary[], words: Dictionary): string {
  for (const other of dictionaries) {
    for (const key of ['you', 'red', 'black'] as const) if (name === other[key]) return words[key];
    const level = /\d+/.exec(name)?.[0];
    if (level !== undefined && name === `${other.brand} · ${other.level_n(Number(level))}`) {
      return `${words.brand} · ${words.level_n(Number(level))}`;
    }
  }
  return name;
}

export function resultWords(winner: Side | null, words: Dictionary): string {
  if (winner === null) return words.drawn;
  return winner === 'red' ? words.red_wins : words.black_wins;
}
