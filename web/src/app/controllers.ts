// The controllers of this page, one for each thing that a user does.

import { computed } from '@preact/signals';
import { packTree } from '../core/pack';
import { newRecord, playersOf } from '../core/record';
import { endOfLine, mainLine } from '../core/tree';
import { AnalysisController } from '../state/analysis';
import { EditorController } from '../state/editor';
import type { ReadGame } from '../state/files';
import { FilesController } from '../state/files';
import { NewGameController } from '../state/newgame';
import { PlayController } from '../state/play';
import { ReviewController } from '../state/review';
import { environment } from './environment';
import { page, show } from './route';

/** A game that was read is put into the library and shown: for a review on its page, else in the analysis. */
function showGame({ tree, opening }: ReadGame): void {
  if (page.value !== 'review') {
    analysis.openNew(tree, endOfLine(tree), { kind: 'loaded', opening });
    show('analyse');
    return;
  }
  const { rules } = environment.settings.value;
  const record = newRecord({ kind: 'loaded', rules, tree: packTree(tree), opening }, Date.now());
  environment.library.add([record]).catch(environment.notices.complain);
  review.open({ fen: tree.fen, moves: mainLine(tree), rules, ...playersOf(tree), id: record.id });
}

export const play = new PlayController(environment);
export const newGame = new NewGameController({
  ...environment,
  random: Math.random,
  startGame: (choice) => play.start(choice),
});
export const analysis = new AnalysisController({ ...environment, isShown: computed(() => page.value === 'analyse') });
export const review = new ReviewController(environment);
export const editor = new EditorController(environment);
export const files = new FilesController({ ...environment, show: showGame });

/** Takes up what was stored. */
export async function loadControllers(): Promise<void> {
  await Promise.all([play.load(), newGame.load(), analysis.load(), review.load(), editor.load()]);
}
