// The analysis: a tree, a place in it, what the server sees there, the engine's lines and the book's moves.
// Each follows the place; what was asked about another place is dropped. The tree is a game of the library
// from its first move on.

import type { ReadonlySignal } from '@preact/signals';
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import type { GameFields, ResultMark } from '../core/game';
import { piecesOf, sideToMove } from '../core/game';
import { notedTree } from '../core/notate';
import type { PackedTree } from '../core/pack';
import { packTree, readPacked, unpackTree } from '../core/pack';
import type { GameRecord, OpeningWords } from '../core/record';
import { isUnfinished, newId, newRecord, readTreeOfVersion1 } from '../core/record';
import type { Settings } from '../core/settings';
import type { Move } from '../core/squares';
import type { Path, Place, Tree } from '../core/tree';
import * as trees from '../core/tree';
import type { Explored, Line, RequestOf, Seen } from '../net/messages';
import type { Environment } from './environment';
import { Keeper } from './keeper';
import { Latest } from './latest';
import { tellMove } from './telling';

const GO_DELAY = 80;
const STORE_DELAY = 300;
const FULL_STRENGTH = 10;
/** How long a threat is searched for. */
const THREAT_MILLIS = 2000;

export interface AnalysisEnvironment extends Environment {
  /** Whether the page is open: the engine works only while it is. */
  readonly isShown: ReadonlySignal<boolean>;
  /** The most threads and mebibytes that the server gives to an analysis; null while it is not known. */
  readonly bounds: ReadonlySignal<{ threads: number; memory: number } | null>;
}

type Wishes = Pick<RequestOf<'go'>, 'lines' | 'threads' | 'memory' | 'depth' | 'millis'>;

/** What this tab stores: the tree as it is here, so that a reload finds what the library has not got yet. */
interface StoredAnalysis {
  /** The game of the library that it is, if it is one. */
  id: string | null;
  revision: number;
  isChanged: boolean;
  tree: PackedTree;
  path: Path;
  flipped: boolean;
}

export class AnalysisController {
  readonly tree = signal<Tree>(trees.emptyTree());
  readonly path = signal<Path>([]);
  readonly flipped = signal(false);
  readonly engineOn = signal(false);
  readonly lines = signal<Line[]>([]);
  /** Whether the search has reached the limit that was set. */
  readonly isDone = signal(false);
  readonly explored = signal<Explored | null>(null);
  readonly threatOn = signal(false);
  /** What the opponent would play if it were their turn; null while it is not known, or there is no such question. */
  readonly threat = signal<Move | null>(null);

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

  private readonly keeping = signal<Keeper | null>(null);
  /** Texts of moves that are asked for when a tree is opened. */
  private readonly opening = new Latest();

  constructor(private readonly environment: AnalysisEnvironment) {}

  async load(): Promise<void> {
    const { storage, library } = this.environment;
    const stored = await storage.read<StoredAnalysis>('analysis');
    if (stored !== undefined) await this.takeUp(stored);
    this.followPlace();
    this.followEngine();
    this.followThreat();
    this.keepStored();
    library.onChangeElsewhere((record) => this.hear(record));
  }

  /** Takes up what was stored, by this tab or by version 1 of the app. */
  private async takeUp(stored: StoredAnalysis): Promise<void> {
    const packed = readPacked(stored.tree);
    const tree = packed === null ? readTreeOfVersion1(stored.tree) : unpackTree(packed);
    if (tree === null) return;
    const record = typeof stored.id === 'string' ? await this.environment.library.read(stored.id) : undefined;
    this.flipped.value = stored.flipped === true;
    const path = Array.isArray(stored.path) ? stored.path : [];
    // Perhaps it was stored while this page was being left.
    const isThere = record !== undefined && JSON.stringify(record.tree) === JSON.stringify(packed);
    if (record !== undefined && (isThere || (record.revision !== stored.revision && !stored.isChanged))) {
      this.set({ tree: unpackTree(record.tree), path });
      this.keeper = this.keeperOf(record);
    } else {
      this.set({ tree, path });
      // If the library has a newer version by now, storing this one is refused, and both are kept.
      if (record !== undefined) this.keeper = this.keeperOf({ ...record, revision: stored.revision });
      if (packed === null || stored.isChanged === true || (record === undefined && stored.id !== null)) this.keep();
    }
    this.noteAll();
  }

  /** Opens a tree at a place, in the place of what is there, which is kept. If it is a game of the library, changes go there. */
  open(tree: Tree, at: Path = [], record: GameRecord | null = null): void {
    const { notices, words } = this.environment;
    const before = { tree: this.tree.value, path: this.path.value, keeper: this.keeper };
    // What came by a link has not been kept yet.
    if (this.keeper === null && before.tree !== tree) this.keep();
    before.keeper = this.keeper;
    void this.keeper?.flush();
    this.keeper = record === null ? null : this.keeperOf(record);
    this.set({ tree, path: at });
    this.noteAll();
    if (trees.isBlank(before.tree) || before.tree === tree) return;
    notices.offer(words.value.analysis_kept, words.value.back_to_it, () => {
      void this.keeper?.flush();
      this.keeper = before.keeper;
      this.set(before);
      this.noteAll();
    });
  }

  /** Opens a game of the library. One that is still being played is left as it is: changes make a copy. */
  openRecord(record: GameRecord, at?: Path): void {
    const tree = unpackTree(record.tree);
    this.open(tree, at ?? trees.endOfLine(tree), isUnfinished(record) ? null : record);
  }

  /** Opens a tree that is new here and belongs into the library at once. */
  openNew(tree: Tree, at: Path, part: Pick<GameRecord, 'kind'> & Partial<GameRecord>): void {
    this.open(tree, at);
    this.keep(part);
  }

  /** Keeps the tree in the library; null as long as there is nothing to keep. */
  private get keeper(): Keeper | null {
    return this.keeping.value;
  }

  private set keeper(keeper: Keeper | null) {
    this.keeping.value = keeper;
  }

  /** The game of the library that is open, if it is one. */
  get recordId(): string | null {
    return this.keeper?.record.id ?? null;
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

  switchThreat(): void {
    this.threatOn.value = !this.threatOn.value;
  }

  /** Plays the engine's best move; starts the engine if it is off. */
  playBest(): void {
    const move = this.lines.value[0]?.moves[0];
    if (!this.engineOn.value) this.switchEngine();
    else if (move !== undefined) this.play([move]);
  }

  play(moves: readonly Move[]): void {
    this.edit(trees.addMoves(this.tree.value, this.path.value, moves));
  }

  comment(text: string): void {
    this.edit({ tree: trees.setComment(this.tree.value, this.path.value, text), path: this.path.value });
  }

  glyph(glyph: number): void {
    this.edit({ tree: trees.toggleGlyph(this.tree.value, this.path.value, glyph), path: this.path.value });
  }

  setTag(name: string, value: string): void {
    this.edit({ tree: trees.withTag(this.tree.value, name, value.trim()), path: this.path.value });
  }

  setResult(result: ResultMark): void {
    this.edit({ tree: { ...this.tree.value, result }, path: this.path.value });
  }

  promote(): void {
    this.edit(trees.promote(this.tree.value, this.path.value));
  }

  removeHere(): void {
    const { notices, words } = this.environment;
    const before = { tree: this.tree.value, path: this.path.value };
    const after = trees.remove(before.tree, before.path);
    this.edit(after);
    if (after.tree === before.tree) return;
    notices.offer(words.value.moves_removed, words.value.undo_it, () => {
      // What has changed since is not thrown away for it.
      if (
        this.tree.value === after.tree ||
        trees.flatten(this.tree.value).length === trees.flatten(after.tree).length
      ) {
        this.edit(before);
      }
    });
  }

  /** The whole main line as a game. */
  mainLine(): GameFields {
    const tree = this.tree.value;
    return {
      fen: tree.fen,
      moves: trees.mainLine(tree),
      rules: this.environment.settings.value.rules,
    };
  }

  /** What has not been stored yet is stored now. */
  async flush(): Promise<void> {
    await this.keeper?.flush();
  }

  private set(next: Place): void {
    batch(() => {
      this.tree.value = next.tree;
      this.path.value = trees.clip(next.tree, next.path);
    });
  }

  /** Changes the tree, and keeps it in the library. */
  private edit(next: Place): void {
    const isChanged = next.tree !== this.tree.value;
    this.set(next);
    if (isChanged) this.keep();
  }

  private keep(part: Partial<GameRecord> = {}): void {
    const tree = this.tree.value;
    if (trees.isBlank(tree) && this.keeper === null) return;
    const { settings, time } = this.environment;
    // A game that was deleted and is worked on is wanted again.
    const content = { tree: packTree(tree), deleted: null, ...part };
    this.keeper ??= this.keeperOf(newRecord({ kind: 'analysed', rules: settings.value.rules, ...content }, time.now()));
    this.keeper.change(content, STORE_DELAY);
    this.storeHere();
  }

  private keeperOf(record: GameRecord): Keeper {
    const keeper: Keeper = new Keeper(
      this.environment,
      record,
      (newer, own) => this.keepBoth(newer, own),
      () => {
        if (this.keeper === keeper) this.storeHere();
      },
    );
    return keeper;
  }

  /** Somebody else has stored another version of the game: what is here becomes a game of its own. */
  private keepBoth(newer: GameRecord, own: GameRecord): void {
    const { notices, words, time, library } = this.environment;
    const copy: GameRecord = { ...own, id: newId(time.now()), revision: 0 };
    if (this.keeper?.record.id !== newer.id) {
      library.put(copy).catch(notices.complain);
      return;
    }
    this.keeper = this.keeperOf(copy);
    this.keep();
    notices.notify(words.value.kept_both);
  }

  /** Another tab has changed the game that is open here. */
  private hear(record: GameRecord): void {
    if (this.keeper?.hear(record) !== true) return;
    this.set({ tree: unpackTree(record.tree), path: this.path.value });
    this.noteAll();
    this.environment.notices.announce(this.environment.words.value.changed_elsewhere);
  }

  /** Asks for the texts of all moves that have none, and writes them into the tree. */
  private noteAll(): void {
    const { server, notices } = this.environment;
    const tree = this.tree.value;
    const flat = trees.flatten(tree);
    if (flat.length === 0) return;
    const signal = this.opening.begin();
    const bare = flat.map(({ move, parent }) => ({ move, parent }));
    if (!server.isOpen.value) {
      const texts = notedTree(tree.fen, bare);
      const both = { wxf: texts.map(({ wxf }) => wxf), chinese: texts.map(({ chinese }) => chinese) };
      this.tree.value = { ...tree, children: trees.unflatten(flat, both) };
    }
    const question = { fen: tree.fen, tags: [], result: '*', comment: '', nodes: bare };
    server
      .ask({ type: 'note_tree', tree: question }, { signal })
      .then((texts) => {
        const now = trees.flatten(this.tree.value);
        const isSame =
          now.length === bare.length &&
          now.every(({ move, parent }, index) => move === bare[index]?.move && parent === bare[index]?.parent);
        if (isSame) this.tree.value = { ...this.tree.value, children: trees.unflatten(now, texts) };
        else this.noteAll();
      })
      .catch(notices.complain);
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
    this.noteOpening(seen.opening, path);
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
    const wishes = computed(() => JSON.stringify(this.wishes(settings.value)));
    const searching = new Latest();
    effect(() => {
      const signal = searching.begin();
      const place = this.place.value;
      const options = JSON.parse(wishes.value) as Wishes;
      const isWanted = this.engineOn.value && isShown.value && server.isOpen.value && !isOver.value;
      if (this.lines.peek().length > 0) this.lines.value = [];
      this.isDone.value = false;
      if (!isWanted) return undefined;
      return time.after(GO_DELAY, () => this.search(place, options, signal));
    });
  }

  /** How the user wants positions to be searched, within what the server gives. */
  private wishes({ lines, engineThreads, engineMemory, engineDepth, engineSeconds }: Settings): Wishes {
    const bounds = this.environment.bounds.value;
    const threads = Math.min(engineThreads, bounds?.threads ?? 1);
    const memory = Math.min(engineMemory, bounds?.memory ?? 0);
    return {
      lines,
      ...(threads > 1 ? { threads } : {}),
      ...(memory > 0 ? { memory } : {}),
      ...(engineDepth > 0 ? { depth: engineDepth } : {}),
      ...(engineSeconds > 0 ? { millis: engineSeconds * 1000 } : {}),
    };
  }

  private search(place: GameFields, options: Wishes, signal: AbortSignal): void {
    const { server, notices } = this.environment;
    const { lines } = options;
    const progress = (line: Line) => {
      const others = this.lines.peek().filter(({ number }) => number !== line.number && number <= lines);
      this.lines.value = [...others, line].sort((one, other) => one.number - other.number);
    };
    server
      .ask({ type: 'go', level: FULL_STRENGTH, infinite: true, ...options, ...place }, { signal, progress })
      .then(() => {
        this.isDone.value = true;
      })
      .catch(notices.complain);
  }

  /** While it is wanted, finds out what the opponent would play in the position; in check there is no such question. */
  private followThreat(): void {
    const { server, isShown, time } = this.environment;
    const asking = new Latest();
    effect(() => {
      const signal = asking.begin();
      const place = this.place.value;
      const seen = this.seen.value;
      this.threat.value = null;
      const isWanted = this.threatOn.value && isShown.value && server.isOpen.value;
      if (!isWanted || seen === null || seen.end !== null || seen.checked !== null) return undefined;
      const [board = ''] = seen.fen.split(' ');
      const fen = `${board} ${sideToMove(place) === 'red' ? 'b' : 'w'} - - 0 1`;
      return time.after(GO_DELAY, () => this.askThreat({ fen, moves: [], rules: place.rules }, signal));
    });
  }

  private askThreat(place: GameFields, signal: AbortSignal): void {
    const show = (move: Move | null | undefined) => {
      this.threat.value = move ?? null;
    };
    this.environment.server
      .ask(
        { type: 'go', level: FULL_STRENGTH, lines: 1, millis: THREAT_MILLIS, aside: true, ...place },
        { signal, progress: (line) => show(line.moves[0]) },
      )
      // A position that the rules do not know with the other side to move has no threat to show.
      .then(
        ({ move }) => show(move),
        () => signal.aborted || show(null),
      );
  }

  /** The name of the opening is kept with the game: that of its main line. */
  private noteOpening(opening: OpeningWords | null, path: Path): void {
    if (opening === null || this.keeper === null || path.some((index) => index > 0)) return;
    if (JSON.stringify(opening) === JSON.stringify(this.keeper.record.opening)) return;
    this.keeper.change({ opening }, STORE_DELAY);
  }

  private storeHere(): void {
    const { storage, notices } = this.environment;
    const value: StoredAnalysis = {
      id: this.keeper?.record.id ?? null,
      revision: this.keeper?.record.revision ?? 0,
      isChanged: this.keeper?.isChanged === true,
      tree: packTree(this.tree.value),
      path: this.path.value,
      flipped: this.flipped.value,
    };
    storage.write('analysis', value).catch(notices.complain);
  }

  private keepStored(): void {
    const { time } = this.environment;
    effect(() => {
      void [this.tree.value, this.path.value, this.flipped.value];
      // A little later than the library, so that it is known what that has.
      return time.after(STORE_DELAY * 2, () => this.storeHere());
    });
  }
}
