// The position editor: pieces anywhere; the server says why a position is not legal, and where.

import { batch, computed, effect, signal, untracked } from '@preact/signals';
import type { PieceLetter, Placement } from '../core/fen';
import { mirrored, movePiece, readFen, START, swapped, withoutSquare, writeFen } from '../core/fen';
import type { Side, Square } from '../core/squares';
import type { FenChecked } from '../net/messages';
import type { Environment } from './environment';
import { Latest } from './latest';

export type Tool = PieceLetter | 'hand' | 'eraser';

interface StoredEditor {
  fen: string;
  flipped: boolean;
}

export class EditorController {
  readonly position = signal<Placement>(readFen(START) ?? { pieces: {}, side: 'red' });
  readonly tool = signal<Tool>('hand');
  /** What the server said last; null before its first word. */
  readonly checked = signal<FenChecked | null>(null);
  readonly flipped = signal(false);
  /** What the last word was about. */
  private readonly checkedFen = signal('');
  private readonly checking = new Latest();

  /** The position as the server writes it, if it has found this very position legal. */
  readonly legalFen = computed(() => {
    const fen = writeFen(this.position.value);
    if (this.checked.value?.ok !== true || this.checkedFen.value !== fen) return null;
    return this.checked.value.fen ?? fen;
  });

  /** Where something is wrong. */
  readonly problemSquares = computed<Square[]>(() => {
    if (this.checked.value === null || this.checked.value.ok) return [];
    return this.checked.value.problems.flatMap(({ square }) => (square == null ? [] : [square]));
  });

  constructor(private readonly environment: Environment) {}

  /** Takes up the position that was being set up, and stores every change of it. */
  async load(): Promise<void> {
    const { storage, notices } = this.environment;
    const stored = await storage.read<StoredEditor>('editor');
    const placement = typeof stored?.fen === 'string' ? readFen(stored.fen) : null;
    if (placement !== null) this.position.value = placement;
    this.flipped.value = stored?.flipped === true;
    let isFirst = true;
    effect(() => {
      const value: StoredEditor = { fen: writeFen(this.position.value), flipped: this.flipped.value };
      if (!isFirst) storage.write('editor', value).catch(notices.complain);
      isFirst = false;
    });
  }

  /** Opens a position; null is the start position. What is not a board changes nothing. */
  open(fen: string | null): void {
    const placement = readFen(fen ?? START);
    if (placement === null) return;
    const before = this.position.value;
    this.position.value = placement;
    const isLost = ![writeFen(placement), START].includes(writeFen(before));
    if (!isLost) return;
    const { notices, words } = this.environment;
    notices.offer(words.value.position_replaced, words.value.undo_it, () => {
      this.position.value = before;
    });
  }

  /** Takes a text for the position; where it is not a board at all, the server says what is wrong with it. */
  readText(fen: string): void {
    const placement = readFen(fen);
    if (placement !== null) this.position.value = placement;
    else this.check(fen);
  }

  /** Has the position checked whenever it changes, until the returned function is called. */
  follow(): () => void {
    const { server } = this.environment;
    return effect(() => {
      const fen = writeFen(this.position.value);
      if (server.isOpen.value) untracked(() => this.check(fen));
    });
  }

  /** The chosen tool is used on a square. */
  touch(at: Square): void {
    const { pieces } = this.position.value;
    const tool = this.tool.value;
    if (tool === 'hand') return;
    if (tool === 'eraser' || pieces[at] === tool) this.set({ pieces: withoutSquare(pieces, at) });
    else this.set({ pieces: { ...pieces, [at]: tool } });
  }

  /** A piece is moved; null is off the board. */
  shift(from: Square, to: Square | null): void {
    const { pieces } = this.position.value;
    this.set({ pieces: to === null ? withoutSquare(pieces, from) : movePiece(pieces, from, to) });
  }

  setSide(side: Side): void {
    this.set({ side });
  }

  clear(): void {
    const before = this.position.value;
    this.set({ pieces: {} });
    const { notices, words } = this.environment;
    notices.offer(words.value.position_replaced, words.value.undo_it, () => {
      this.position.value = before;
    });
  }

  mirror(): void {
    this.set({ pieces: mirrored(this.position.value.pieces) });
  }

  swapSides(): void {
    this.position.value = swapped(this.position.value);
  }

  flip(): void {
    this.flipped.value = !this.flipped.value;
  }

  private set(part: Partial<Placement>): void {
    this.position.value = { ...this.position.value, ...part };
  }

  private check(fen: string): void {
    const { server, notices } = this.environment;
    server
      .ask({ type: 'check_fen', fen }, { signal: this.checking.begin() })
      .then((reply) => {
        batch(() => {
          this.checked.value = reply;
          this.checkedFen.value = fen;
        });
      })
      .catch(notices.complain);
  }
}
