// Sentences of the server about mistakes, in which `{reply}` and `{better}` stand for moves, and `{c7=file 3}` for a place.

import type { NotationStyle } from './movetext';

/** A sentence with its moves put in, and with places as the notation has them. */
export function fillMoves(
  sentence: string,
  moves: { reply?: string; better?: string },
  notation: NotationStyle,
): string {
  return sentence
    .replaceAll('{reply}', moves.reply ?? '')
    .replaceAll('{better}', moves.better ?? '')
    .replace(/\{([a-i]\d)=([^}]*)\}/g, notation === 'iccs' ? '$1' : '$2');
}
