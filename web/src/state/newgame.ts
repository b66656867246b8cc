// The choices for a new game. What was chosen last is offered again.

import { signal } from '@preact/signals';
import type { Odds } from '../core/fen';
import { withOdds } from '../core/fen';
import type { NewGame, Player } from '../core/playgame';
import type { Move, Side } from '../core/squares';
import { otherSide } from '../core/squares';
import { wordsIn } from '../words/language';
import type { Environment } from './environment';
import { Latest } from './latest';

export interface Draft {
  opponent: 'engine' | 'person';
  level: number;
  side: Side | 'random';
  start: 'standard' | 'odds' | 'fen';
  odds: Exclude<Odds, 'none'>;
  giver: Side;
  fen: string;
  moves: Move[];
  /** `none`, `own`, or minutes and seconds a move as `5+3`. */
  clock: string;
  minutes: number;
  increment: number;
}

const FRESH: Draft = {
  opponent: 'engine',
  level: 3,
  side: 'red',
  start: 'standard',
  odds: 'horse',
  giver: 'black',
  fen: '',
  moves: [],
  clock: 'none',
  minutes: 20,
  increment: 10,
};

const LISTS: Partial<Record<keyof Draft, readonly unknown[]>> = {
  opponent: ['engine', 'person'],
  level: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  side: ['red', 'black', 'random'],
  odds: ['horse', 'cannon', 'rook', 'two_horses'],
  giver: ['red', 'black'],
};

/** Takes what fits from what was stored. Where a game starts is chosen anew each time. */
function readDraft(stored: unknown): Draft {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<Record<keyof Draft, unknown>>;
  const fits = (name: keyof Draft, value: unknown) =>
    LISTS[name]?.includes(value) ??
    (name === 'clock' ? /^(none|own|\d+\+\d+)$/.test(String(value)) : Number.isFinite(value));
  const names = ['opponent', 'level', 'side', 'odds', 'giver', 'clock', 'minutes', 'increment'] as const;
  const kept = names.filter((name) => fits(name, given[name])).map((name) => [name, given[name]]);
  return { ...FRESH, ...(Object.fromEntries(kept) as Partial<Draft>) };
}

export interface NewGameEnvironment extends Environment {
  /** A number from 0 up to 1. */
  random(): number;
  startGame(choice: NewGame): void;
}

export class NewGameController {
  readonly draft = signal<Draft>(FRESH);
  /** Whether the form is shown in the place of a game. */
  readonly choosing = signal(false);
  readonly problem = signal('');
  private readonly starting = new Latest();

  constructor(private readonly environment: NewGameEnvironment) {}

  async load(): Promise<void> {
    this.draft.value = readDraft(await this.environment.storage.read('draft'));
  }

  edit(part: Partial<Draft>): void {
    this.draft.value = { ...this.draft.value, ...part };
    this.problem.value = '';
  }

  chooseSide(side: Draft['side']): void {
    this.edit({ side, ...(side === 'random' ? {} : { giver: otherSide(side) }) });
  }

  /** Opens the form with a position to start from, and the moves that led to it. */
  openFrom(fen: string | null, moves: Move[]): void {
    const isStart = fen === null && moves.length === 0;
    this.edit(isStart ? { start: 'standard', fen: '', moves: [] } : { start: 'fen', fen: fen ?? '', moves });
    this.choosing.value = true;
  }

  /** Starts the game, or says why it cannot be started. */
  start(): void {
    const signal = this.starting.begin();
    this.startGame(signal).catch((error: unknown) => {
      if (!signal.aborted) this.problem.value = this.environment.notices.errorText(error);
    });
  }

  private async startGame(signal: AbortSignal): Promise<void> {
    const { settings, storage, startGame, notices } = this.environment;
    const draft = this.draft.value;
    const fen = await this.startingFen(draft, signal);
    const moves = draft.start === 'fen' ? draft.moves : [];
    startGame({ fen, moves, rules: settings.value.rules, control: controlOf(draft), ...this.playersOf(draft) });
    this.choosing.value = false;
    storage.write('draft', draft).catch(notices.complain);
  }

  private async startingFen(draft: Draft, signal: AbortSignal): Promise<string | null> {
    if (draft.start === 'standard') return null;
    if (draft.start === 'odds') return withOdds(draft.odds, draft.giver);
    if (draft.fen.trim() === '') return null;
    const { server, language } = this.environment;
    const checked = await server.ask({ type: 'check_fen', fen: draft.fen }, { signal });
    if (!checked.ok) throw new Error(checked.problems.map((problem) => wordsIn(language.value, problem)).join(' '));
    return checked.fen ?? draft.fen;
  }

  private playersOf(draft: Draft): { red: Player; black: Player } {
    const side = draft.side !== 'random' ? draft.side : this.environment.random() < 0.5 ? 'red' : 'black';
    const person: Player = { kind: 'person' };
    const other: Player = draft.opponent === 'engine' ? { kind: 'engine', level: draft.level } : person;
    return side === 'red' ? { red: person, black: other } : { red: other, black: person };
  }
}

function controlOf({ clock, minutes, increment }: Draft): NewGame['control'] {
  if (clock === 'none') return null;
  if (clock === 'own') return { minutes, increment };
  const [chosenMinutes = 10, chosenIncrement = 0] = clock.split('+').map(Number);
  return { minutes: chosenMinutes, increment: chosenIncrement };
}
