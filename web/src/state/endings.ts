// Theoretical endings against the whole engine: the user wins, or holds. The rules decide how a game ends; where the
// engine saw a win of the user's and then none, it says after which move. Every game that is decided is counted.

import { computed, effect, signal, untracked } from '@preact/signals';
import { piecesOf, seenAfter } from '../core/game';
import type { EndingCounts } from '../core/puzzle';
import type { Move, Side } from '../core/squares';
import type { EndingMarks, Seen } from '../net/messages';
import { Latest } from './latest';
import type { PuzzleEnvironment } from './puzzlelog';
import { tellMove } from './telling';

export interface Ending {
  id: string;
  fen: string;
  goal: 'win' | 'hold';
  en: string;
  zh: string;
}

export function readEndings(text: string): Ending[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [id, fen, goal, en, zh] = line.split('\t');
      if (id === undefined || fen === undefined || en === undefined || zh === undefined) return [];
      return goal === 'win' || goal === 'hold' ? [{ id, fen: `${fen} - - 0 1`, goal, en, zh }] : [];
    });
}

export type EndingResult = 'won' | 'held' | 'drawn' | 'lost';

interface Open {
  id: string;
  moves: Move[];
  sawWin: boolean;
  slipped: number | null;
  isCounted: boolean;
}

/** How long the engine thinks about a move. */
const MILLIS = 800;
/** After this many plies an ending is a draw, whatever was captured. */
const MAX_PLIES = 240;

export class EndingController {
  readonly ending = signal<Ending | null>(null);
  readonly moves = signal<Move[]>([]);
  readonly thinking = signal(false);
  /** The number of the move that lost the win; null if none is known. */
  readonly slipped = signal<number | null>(null);
  readonly counts = signal<Readonly<EndingCounts>>({});
  private readonly lastSeen = signal<Seen | null>(null);
  private sawWin = false;
  private isCounted = false;
  private readonly turn = new Latest();

  readonly side = computed<Side>(() => (this.ending.value?.goal === 'hold' ? 'black' : 'red'));
  readonly seen = computed(() => seenAfter(this.lastSeen.value, this.moves.value));
  readonly result = computed<EndingResult | null>(() => {
    const end = this.seen.value?.end ?? null;
    const { value: ending } = this.ending;
    if (ending === null) return null;
    if (end === null && this.moves.value.length < MAX_PLIES) return null;
    const winner = end?.winner ?? null;
    if (winner === null) return ending.goal === 'hold' ? 'held' : 'drawn';
    if (winner !== this.side.value) return 'lost';
    return ending.goal === 'hold' ? 'held' : 'won';
  });
  readonly isUsersTurn = computed(() => (this.moves.value.length % 2 === 0) === (this.side.value === 'red'));
  readonly legal = computed(() =>
    this.result.value !== null || !this.isUsersTurn.value ? null : (this.seen.value?.legal ?? null),
  );

  constructor(
    private readonly environment: PuzzleEnvironment,
    readonly endings: readonly Ending[],
    /** What the engine takes for a win and for none; null before it has said. */
    private readonly marks: () => EndingMarks | null,
  ) {}

  async load(): Promise<void> {
    const { storage, server } = this.environment;
    this.counts.value = (await storage.read<EndingCounts>('endings')) ?? {};
    const open = await storage.read<Open>('ending_open');
    const ending = this.endings.find(({ id }) => id === open?.id);
    if (open !== undefined && ending !== undefined) {
      this.ending.value = ending;
      this.moves.value = open.moves;
      this.slipped.value = open.slipped;
      this.sawWin = open.sawWin;
      this.isCounted = open.isCounted;
    }
    effect(() => {
      if (server.isOpen.value) untracked(() => this.continue());
    });
  }

  choose(id: string | null): void {
    this.ending.value = this.endings.find((ending) => ending.id === id) ?? null;
    this.restart();
  }

  next(): void {
    const at = this.endings.findIndex(({ id }) => id === this.ending.value?.id);
    this.choose(this.endings[(at + 1) % this.endings.length]?.id ?? null);
  }

  restart(): void {
    this.moves.value = [];
    this.slipped.value = null;
    this.sawWin = false;
    this.isCounted = false;
    this.continue();
  }

  tryMove(move: Move): void {
    if (this.legal.value === null) return;
    this.moves.value = [...this.moves.value, move];
    this.continue();
  }

  /** Takes the user's last move back, and the answer to it. */
  undo(): void {
    const plies = this.isUsersTurn.value ? 2 : 1;
    if (this.moves.value.length < plies) return;
    this.moves.value = this.moves.value.slice(0, -plies);
    const { slipped } = this;
    if (slipped.value !== null && this.moves.value.length < 2 * slipped.value - 1) slipped.value = null;
    this.continue();
  }

  /** Looks at the position, and lets the engine move if it is its turn. */
  private continue(): void {
    const signal = this.turn.begin();
    this.thinking.value = false;
    this.store();
    if (this.ending.value !== null) this.goOn(signal).catch(this.environment.notices.complain);
  }

  private async goOn(signal: AbortSignal): Promise<void> {
    const { server } = this.environment;
    await this.look(signal);
    if (this.result.value !== null || this.isUsersTurn.value) return;
    this.thinking.value = true;
    const request = { type: 'go', level: 10, lines: 1, millis: MILLIS, ...this.game() } as const;
    const { move, score } = await server.ask(request, { signal }).finally(() => {
      if (!signal.aborted) this.thinking.value = false;
    });
    if (score !== null) this.judge('mate' in score ? Math.sign(score.mate) * 10_000 : score.cp);
    if (move === null) return;
    this.moves.value = [...this.moves.value, move];
    this.store();
    await this.look(signal);
  }

  /** Notes where a win was lost; scores are Red's. */
  private judge(score: number): void {
    if (this.ending.value?.goal !== 'win' || this.slipped.value !== null) return;
    const marks = this.marks();
    if (marks === null) return;
    if (score >= marks.won) this.sawWin = true;
    else if (score <= marks.gone && this.sawWin) this.slipped.value = Math.ceil(this.moves.value.length / 2);
  }

  private game() {
    return { fen: this.ending.value?.fen ?? null, moves: this.moves.value, rules: 'asian' as const };
  }

  private async look(signal: AbortSignal): Promise<void> {
    const game = this.game();
    const seen = await this.environment.server.ask({ type: 'look', ...game }, { signal });
    const before = this.lastSeen.value?.history.length ?? 0;
    this.lastSeen.value = seen;
    const last = seen.history[seen.history.length - 1];
    if (last !== undefined && game.moves.length > before) {
      tellMove(this.environment, last, piecesOf(game, game.moves.length - 1));
    }
    if (this.result.value !== null) this.count(this.result.value);
  }

  private count(result: EndingResult): void {
    const id = this.ending.value?.id;
    if (id === undefined || this.isCounted) return;
    this.isCounted = true;
    const isDone = result === 'won' || result === 'held';
    this.environment.sound(isDone ? 'right' : 'wrong');
    this.environment.storage
      .update('endings', (old) => {
        const counts = { ...(old as EndingCounts | undefined) };
        const { tries, done } = counts[id] ?? { tries: 0, done: 0 };
        counts[id] = { tries: tries + 1, done: done + (isDone ? 1 : 0) };
        this.counts.value = counts;
        return counts;
      })
      .catch(this.environment.notices.complain);
    this.store();
  }

  private store(): void {
    const { storage, notices } = this.environment;
    const { sawWin, isCounted } = this;
    const [id, moves, slipped] = [this.ending.value?.id ?? '', this.moves.value, this.slipped.value];
    const open: Open = { id, moves, sawWin, slipped, isCounted };
    storage.write('ending_open', open).catch(notices.complain);
  }
}
