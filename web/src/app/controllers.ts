// The controllers of this page, one for each thing that a user does.

import { computed } from '@preact/signals';
import type { Puzzle } from '../net/messages';
import { AnalysisController } from '../state/analysis';
import { EditorController } from '../state/editor';
import { NewGameController } from '../state/newgame';
import { PlayController } from '../state/play';
import { PuzzleController } from '../state/puzzles';
import { ReviewController } from '../state/review';
import { environment } from './environment';
import { page } from './route';

async function fetchPuzzles(): Promise<Puzzle[]> {
  const response = await fetch(new URL('puzzles.json', location.href));
  if (!response.ok) throw new Error(`puzzles.json: ${response.status}`);
  return (await response.json()) as Puzzle[];
}

export const play = new PlayController(environment);
export const newGame = new NewGameController({
  ...environment,
  random: Math.random,
  startGame: (choice) => play.start(choice),
});
export const analysis = new AnalysisController({ ...environment, isShown: computed(() => page.value === 'analyse') });
export const review = new ReviewController(environment);
export const puzzles = new PuzzleController({ ...environment, fetchPuzzles });
export const editor = new EditorController(environment);

/** Takes up what was stored. */
export async function loadControllers(): Promise<void> {
  await Promise.all([play.load(), newGame.load(), analysis.load(), review.load(), puzzles.load()]);
}
