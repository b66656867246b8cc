// The analysis: a tree, a place in it, what the server sees there, the engine's lines and the book's moves.
// Each follows the place; what was asked about another place is dropped.

import type { ReadonlySignal } from '@preact/signals';
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import type { GameFields } from '../core/game';
import { piecesOf } from '../core/game';
import { playersOf } from '../core/record';
import type { Move } from '../core/squares';
import type { Path, Place, Tree } from '../core/tree';
import * as trees from '../core/tree';
import type { Explored, Line, Seen } from '../net/messages';
import type { Environment } from './environment';
import { Latest } from './latest';
import { tellMove } from './telling';

const GO_DELAY = 80;
const STORE_DELAY = 300;
const FULL_STRENGTH = 10;

export interface AnalysisEnvironment extends Environment {
  /** Whether the page is open: the engine works only while it is. */
  readonly isShown: ReadonlySignal<boolean>;
}

interface Stored {
  tree: Tree;
  path: Path;
  flipped: boolean;
}

export class AnalysisController {
  readonly tree = signal<Tree>(trees.emptyTree());
  readonly path = signal<Path>([]);
  readonly flipped = signal(false);
  readonly engineOn = signal(false);
  readonly lines = signal<Line[]>([]);
  readonly explored = signal<Explored | null>(null);

  /** The game up to the place; changes only when the position does. */
  private readonly placeKey = computed(() =>
    JSON.stringify([
      this.tree.value.fen,
      trees.movesTo(this.tree.value, this.path.value),
      this.environment.settings.value.rules,
    ]),
  );
  readonly place = computed<GameFields>(() => {
    const [fen, moves, rules] = JSON.parse(this.placeKey.value) as [string | null, Move[], GameFields['rules']];
    return { fen, moves, rules };
  });

  private readonly lastSeen = signal<{ key: string; seen: Seen } | null>(null);
  /** What the server sees, if it is about the place. */
  readonly seen = computed(() => (this.lastSeen.value?.key === this.placeKey.value ? this.lastSeen.value.seen : null));

  /** Texts of moves that are asked for when a tree is opened. */
  private readonly opening = new Latest();

  constructor(private readonly environment: AnalysisEnvironment) {}

  async load(): Promise<void> {
    const stored = await this.environment.storage.read<Stored>('analysis');
    if (stored?.tree?.children !== undefined) {
      this.open(stored.tree, stored.path);
      this.flipped.value = stored.flipped;
    }
    this.followPlace();
    this.followEngine();
    this.keepStored();
  }

  /** Opens a tree at a place; the texts of the moves to come are asked for, too. */
  open(tree: Tree, at: Path = []): void {
    this.set({ tree, path: at });
    const signal = this.opening.begin();
    for (const end of [trees.endOfLine(tree), trees.endOfLine(tree, at)]) {
      this.note(end, signal).catch(this.environment.notices.complain);
    }
  }

  goTo(next: Path): void {
    this.path.value = trees.clip(this.tree.value, next);
  }

  back(): void {
    this.goTo(this.path.value.slice(0, -1));
  }

  forward(): void {
    if (trees.childrenAt(this.tree.value, this.path.value).length > 0) this.goTo([...this.path.value, 0]);
  }

  toStart(): void {
    this.goTo([]);
  }

  toEnd(): void {
    this.goTo(trees.endOfLine(this.tree.value, this.path.value));
  }

  flip(): void {
    this.flipped.value = !this.flipped.value;
  }

  switchEngine(): void {
    this.engineOn.value = !this.engineOn.value;
  }

  play(moves: readonly Move[]): void {
    this.set(trees.addMoves(this.tree.value, this.path.value, moves));
  }

  comment(text: string): void {
    this.tree.value = trees.setComment(this.tree.value, this.path.value, text);
  }

  promote(): void {
    this.set(trees.promote(this.tree.value, this.path.value));
  }

  removeHere(): void {
    this.set(trees.remove(this.tree.value, this.path.value));
  }

  /** The whole main line as a game. */
  mainLine(): GameFields {
    const tree = this.tree.value;
    return {
      fen: tree.fen,
      moves: trees.movesTo(tree, trees.endOfLine(tree)),
      rules: this.environment.settings.value.rules,
    };
  }

  /** Puts the tree on the list of games. */
  save(): void {
    const { storage, time, notices, words } = this.environment;
    const tree = this.tree.value;
    const now = time.now();
    storage
      .keepGame({
        id: `a${now.toString(36)}`,
        date: new Date(now).toISOString(),
        ...playersOf(tree.tags),
        words_en: '',
        words_zh: '',
        ...this.mainLine(),
        tree,
      })
      .then(() => notices.notify(words.value.saved))
      .catch(notices.complain);
  }

  private set(next: Place): void {
    batch(() => {
      this.tree.value = next.tree;
      this.path.value = trees.clip(next.tree, next.path);
    });
  }

  /** Writes the server's texts of moves along a path into the tree. */
  private async note(end: Path, signal: AbortSignal): Promise<void> {
    const tree = this.tree.value;
    if (trees.nodesAlong(tree, end).every((node) => node.fen !== '')) return;
    const { server, settings } = this.environment;
    const { rules } = settings.value;
    const game = { fen: tree.fen, moves: trees.movesTo(tree, end), rules };
    const { history } = await server.ask({ type: 'look', ...game }, { signal });
    this.tree.value = trees.annotate(this.tree.value, end, history);
  }

  private followPlace(): void {
    const { server, notices } = this.environment;
    const asking = new Latest();
    effect(() => {
      const signal = asking.begin();
      const place = this.place.value;
      if (!server.isOpen.value) return;
      untracked(() => {
        this.look(place, signal).catch(notices.complain);
        this.explore(place, signal).catch(notices.complain);
      });
    });
  }

  private async look(place: GameFields, signal: AbortSignal): Promise<void> {
    const key = this.placeKey.value;
    const path = this.path.value;
    const seen = await this.environment.server.ask({ type: 'look', ...place }, { signal });
    const before = this.lastSeen.value;
    this.lastSeen.value = { key, seen };
    this.tree.value = trees.annotate(this.tree.value, path, seen.history);
    const last = seen.history[seen.history.length - 1];
    if (last === undefined || before === null) return;
    if (seen.history.length !== before.seen.history.length + 1) return;
    tellMove(this.environment, last, piecesOf(place, place.moves.length - 1));
  }

  private async explore(place: GameFields, signal: AbortSignal): Promise<void> {
    this.explored.value = await this.environment.server.ask({ type: 'explore', ...place }, { signal });
  }

  /** While the engine is on and its page is open, searches the place; a new place stops the old search. */
  private followEngine(): void {
    const { server, settings, isShown, time } = this.environment;
    const isOver = computed(() => this.seen.value === null || this.seen.value.end !== null);
    const count = computed(() => settings.value.lines);
    const searching = new Latest();
    effect(() => {
      const signal = searching.begin();
      const place = this.place.value;
      const lines = count.value;
      const isWanted = this.engineOn.value && isShown.value && server.isOpen.value && !isOver.value;
      if (this.lines.peek().length > 0) this.lines.value = [];
      if (!isWanted) return undefined;
      return time.after(GO_DELAY, () => this.search(place, lines, signal));
    });
  }

  private search(place: GameFields, lines: number, signal: AbortSignal): void {
    const { server, notices } = this.environment;
    const progress = (line: Line) => {
      const others = this.lines.peek().filter(({ number }) => number !== line.number && number <= lines);
      this.lines.value = [...others, line].sort((one, other) => one.number - other.number);
    };
    server
      .ask({ type: 'go', level: FULL_STRENGTH, lines, infinite: true, ...place }, { signal, progress })
      .catch(notices.complain);
  }

  private keepStored(): void {
    const { storage, time, notices } = this.environment;
    effect(() => {
      const value: Stored = { tree: this.tree.value, path: this.path.value, flipped: this.flipped.value };
      return time.after(STORE_DELAY, () => {
        storage.write('analysis', value).catch(notices.complain);
      });
    });
  }
}
