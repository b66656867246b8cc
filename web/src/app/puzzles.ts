// The controllers of the page of puzzles, which is loaded when it is first opened, and its words.

import { computed } from '@preact/signals';
import { readPuzzles } from '../core/puzzle';
import { EndingController, readEndings } from '../state/endings';
import type { PuzzleEnvironment } from '../state/puzzlelog';
import { PuzzleController } from '../state/puzzles';
import type { PuzzleWords } from '../words/puzzles';
import { puzzleWords } from '../words/puzzles';
import endingsText from './endings.txt?raw';
import { environment } from './environment';
import { choose } from './language';
import address from './puzzles.txt?url';
import { welcome } from './server';

async function fetchText(from: string): Promise<string> {
  const response = await fetch(new URL(from, location.href));
  if (!response.ok) throw new Error(`${from}: ${response.status}`);
  return response.text();
}

const here: PuzzleEnvironment = {
  ...environment,
  random: Math.random,
  fetchPuzzles: async () => readPuzzles(await fetchText(address)),
};

export const say = computed<PuzzleWords>(() => choose(puzzleWords));
export const puzzles = new PuzzleController(here);
export const endings = new EndingController(here, readEndings(endingsText), () => welcome.value?.ending ?? null);
