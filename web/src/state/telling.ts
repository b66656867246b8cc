// A move that was made, for ears: its sound, and its words for a screen reader.

import type { Pieces } from '../core/fen';
import type { GameMove } from '../net/messages';
import { moveWords } from '../words/sentences';
import type { Environment } from './environment';

/** Tells a move on the position before it. */
export function tellMove(environment: Environment, played: GameMove, before: Pieces): void {
  environment.sound(played.check ? 'check' : played.capture !== null ? 'capture' : 'move');
  environment.notices.announce(moveWords(played.move, before, played.check, environment.words.value));
}
