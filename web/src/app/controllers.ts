// The controllers of this page, one for each thing that a user does.

import { computed } from '@preact/signals';
import { unpackTree } from '../core/pack';
import { newRecord, playersOf } from '../core/record';
import { endOfLine, mainLine } from '../core/tree';
import { AnalysisController } from '../state/analysis';
import { EditorController } from '../state/editor';
import type { ReadGame } from '../state/files';
import { FilesController } from '../state/files';
import { NewGameController } from '../state/newgame';
import { PlayController } from '../state/play';
import { RetryController } from '../state/retry';
import { ReviewController } from '../state/review';
import { RoomController } from '../state/room';
import { environment } from './environment';
import { page, show } from './route';
import { welcome } from './server';

/** A game that was read is put into the library and shown: for a review on its page, else in the analysis. */
function showGame({ tree: packed, opening }: ReadGame): void {
  const tree = unpackTree(packed);
  if (page.value !== 'review') {
    analysis.openNew(tree, endOfLine(tree), { kind: 'loaded', opening });
    show('analyse');
    return;
  }
  const { rules } = environment.settings.value;
  const record = newRecord({ kind: 'loaded', rules, tree: packed, opening }, Date.now());
  environment.library.add([record]).catch(environment.notices.complain);
  review.open({ fen: tree.fen, moves: mainLine(tree), rules, ...playersOf(tree), id: record.id });
}

function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether the server is there but knows this browser no longer, which a websocket does not tell. */
async function isTurnedAway(): Promise<boolean> {
  try {
    return (await fetch(new URL('ws', location.href), { cache: 'no-store' })).status === 403;
  } catch {
    return false;
  }
}

export const play = new PlayController(environment);
export const newGame = new NewGameController({
  ...environment,
  random: Math.random,
  startGame: (choice) => play.start(choice),
});
export const analysis = new AnalysisController({
  ...environment,
  isShown: computed(() => page.value === 'analyse'),
  bounds: computed(() => welcome.value),
});
export const review = new ReviewController(environment);
export const retry = new RetryController(environment);
export const room = new RoomController({ ...environment, newToken, isTurnedAway });
export const editor = new EditorController(environment);
export const files = new FilesController({ ...environment, show: showGame });

/** Takes up what was stored. */
export async function loadControllers(): Promise<void> {
  await Promise.all([
    play.load(),
    newGame.load(),
    analysis.load(),
    review.load(),
    retry.load(),
    editor.load(),
    room.load(),
  ]);
}
