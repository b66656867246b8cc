// The analysis: a tree, a place in it, what the server sees there, the engine's lines and the book's moves.
// Each follows the place; answers about another place are dropped.

import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { afterMoves } from '../core/fen';
import { moveWords } from '../core/movetext';
import type { Move } from '../core/squares';
import type { Path, Place, Tree } from '../core/tree';
import * as trees from '../core/tree';
import type { Search } from '../net/connection';
import type { Explored, GameFields, Line, Seen } from '../net/messages';
import { read, write } from '../store/database';
import { settings } from '../store/settings';
import { words } from '../words';
import { announce, complain } from './notices';
import { page } from './route';
import { connection, isConnected } from './server';
import { soundOfMove } from './sound';

const GO_DELAY = 80;
const STORE_DELAY = 300;

export const tree = signal<Tree>(trees.emptyTree());
export const path = signal<Path>([]);
export const flipped = signal(false);
export const engineOn = signal(false);
export const lines = signal<Line[]>([]);
export const explored = signal<Explored | null>(null);

/** The game up to the place; changes only when the position does. */
const placeKey = computed(() =>
  JSON.stringify([tree.value.fen, trees.movesTo(tree.value, path.value), settings.value.rules]),
);
export const place = computed<GameFields>(() => {
  const [fen, moves, rules] = JSON.parse(placeKey.value) as [string | null, Move[], GameFields['rules']];
  return { fen, moves, rules };
});

const answer = signal<{ key: string; seen: Seen } | null>(null);
export const seen = computed(() => (answer.value?.key === placeKey.value ? answer.value.seen : null));

function set(next: Place): void {
  batch(() => {
    tree.value = next.tree;
    path.value = trees.clip(next.tree, next.path);
  });
}

/** Opens a tree at a place; the texts of the moves to come are asked for, too. */
export function open(next: Tree, at: Path = []): void {
  set({ tree: next, path: at });
  for (const end of [trees.endOfLine(next), trees.endOfLine(next, at)]) note(end).catch(complain);
}

/** Writes the server's texts of moves along a path into the tree. */
async function note(end: Path): Promise<void> {
  if (trees.nodesAlong(tree.value, end).every((node) => node.fen !== '')) return;
  const { fen } = tree.value;
  const { history } = await connection.ask<'look'>({
    type: 'look',
    fen,
    moves: trees.movesTo(tree.value, end),
    rules: settings.value.rules,
  });
  if (tree.value.fen === fen) tree.value = trees.annotate(tree.value, end, history);
}

export function goTo(next: Path): void {
  path.value = trees.clip(tree.value, next);
}

export function step(by: number): void {
  if (by < 0) goTo(path.value.slice(0, by));
  else if (trees.childrenAt(tree.value, path.value).length > 0) goTo([...path.value, 0]);
}

export function toStart(): void {
  goTo([]);
}

export function toEnd(): void {
  goTo(trees.endOfLine(tree.value, path.value));
}

export function play(move: Move): void {
  playLine([move]);
}

export function playLine(moves: readonly Move[]): void {
  set(trees.addMoves(tree.value, path.value, moves));
}

export function comment(text: string): void {
  tree.value = trees.setComment(tree.value, path.value, text);
}

export function promote(): void {
  set(trees.promote(tree.value, path.value));
}

export function removeHere(): void {
  set(trees.remove(tree.value, path.value));
}

async function look(key: string, fields: GameFields): Promise<void> {
  const asked = path.value;
  const result = await connection.ask<'look'>({ type: 'look', ...fields });
  if (key !== placeKey.value) return;
  const before = answer.value;
  answer.value = { key, seen: result };
  tree.value = trees.annotate(tree.value, asked, result.history);
  const last = result.history[result.history.length - 1];
  if (last === undefined || before === null) return;
  const wasHere = before.seen.history.length;
  if (result.history.length !== wasHere + 1) return;
  soundOfMove(last);
  announce(moveWords(last.move, afterMoves(fields.fen, fields.moves.slice(0, -1)).pieces, last.check, words.value));
}

async function explore(key: string, fields: GameFields): Promise<void> {
  const result = await connection.ask<'explore'>({ type: 'explore', ...fields });
  if (key === placeKey.value) explored.value = result;
}

function followPlace(): void {
  effect(() => {
    if (!isConnected()) return;
    const key = placeKey.value;
    untracked(() => {
      look(key, place.value).catch(complain);
      explore(key, place.value).catch(complain);
    });
  });
}

/** While the engine is on and its page is open, searches the place; a new place stops the old search. */
function followEngine(): void {
  const ended = computed(() => seen.value?.end != null || seen.value === null);
  const count = computed(() => settings.value.lines);
  effect(() => {
    const key = placeKey.value;
    const wanted = engineOn.value && page.value === 'analyse' && isConnected() && !ended.value;
    const fields = place.peek();
    const asked = count.value;
    if (untracked(() => lines.value.length > 0)) lines.value = [];
    if (!wanted) return undefined;
    let search: Search<'go'> | null = null;
    const timer = setTimeout(() => {
      search = connection.search<'go'>({ type: 'go', level: 10, lines: asked, infinite: true, ...fields }, (line) => {
        if (key !== placeKey.peek() || !engineOn.peek()) return;
        lines.value = [
          ...lines.peek().filter((other) => other.number !== line.number && other.number <= asked),
          line,
        ].sort((one, other) => one.number - other.number);
      });
      search.done.catch(complain);
    }, GO_DELAY);
    return () => {
      clearTimeout(timer);
      search?.stop();
    };
  });
}

function keepStored(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const value = { tree: tree.value, path: path.value, flipped: flipped.value };
    clearTimeout(timer);
    timer = setTimeout(() => {
      write('values', 'analysis', value).catch(complain);
    }, STORE_DELAY);
  });
}

export async function loadAnalysis(): Promise<void> {
  const stored = await read<{ tree: Tree; path: Path; flipped: boolean }>('values', 'analysis');
  if (stored?.tree?.children !== undefined) {
    open(stored.tree, stored.path);
    flipped.value = stored.flipped;
  }
  followPlace();
  followEngine();
  keepStored();
}
