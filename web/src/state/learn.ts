// Lessons: one small task after another, and which of them have been solved. What is right, the rules have
// written down beforehand, so that everything here works without a server. Progress is kept as it is made.

import { computed, signal } from '@preact/signals';
import type { Pieces } from '../core/fen';
import { afterMoves } from '../core/fen';
import type { Lesson, LessonAnswer, LessonAnswers, LessonOutcome, LessonProgress, Task } from '../core/lesson';
import { mergeProgress, movesIn, readProgress, triable } from '../core/lesson';
import type { Move, Square } from '../core/squares';
import { targetOf } from '../core/squares';
import { inLanguage } from '../words/language';
import { learnWords } from '../words/learn';
import { moveWords } from '../words/sentences';
import type { Environment } from './environment';
import { Latest, pause } from './latest';

/** Moves before the task are shown; something is asked; the last try was wrong, or not legal; it is solved. */
export type LearnStage = 'showing' | 'asking' | 'wrong' | 'exposed' | 'facing' | 'solved';

export interface LearnEnvironment extends Environment {
  lessons: readonly Lesson[];
  answers: LessonAnswers;
}

const SHOW_MILLIS = 550;
/** How long a wrong move stays on the board. */
const WRONG_MILLIS = 900;

const NOTHING: LessonAnswer = {};

export class LearnController {
  readonly done = signal<ReadonlySet<string>>(new Set());
  /** The id of the task that is open. */
  readonly at = signal<string | null>(null);
  readonly stage = signal<LearnStage>('asking');
  /** What is on the board behind the position of the task. */
  readonly moves = signal<readonly Move[]>([]);
  readonly found = signal<readonly Square[]>([]);
  /** The point or the result that was chosen wrongly. */
  readonly missed = signal<string | null>(null);
  readonly isHinted = signal(false);
  private readonly shown = signal(0);
  private readonly nodeIndex = signal(0);
  private readonly showing = new Latest();
  private writing: Promise<void> = Promise.resolve();

  readonly lessons: readonly Lesson[];
  private readonly tasks: readonly Task[];

  constructor(private readonly environment: LearnEnvironment) {
    this.lessons = environment.lessons;
    this.tasks = environment.lessons.flatMap((lesson) => lesson.tasks);
  }

  readonly task = computed<Task | null>(() => this.tasks.find(({ id }) => id === this.at.value) ?? null);
  readonly lesson = computed<Lesson | null>(
    () => this.lessons.find(({ tasks }) => tasks.some(({ id }) => id === this.at.value)) ?? null,
  );
  private readonly answer = computed(() => this.environment.answers[this.at.value ?? ''] ?? NOTHING);
  private readonly node = computed(() => this.answer.value.nodes?.[this.nodeIndex.value] ?? null);
  /** Every move on the board: those that were shown, and those of the solver. */
  readonly line = computed<readonly Move[]>(() => [
    ...(this.task.value?.setup ?? []).slice(0, this.shown.value),
    ...this.moves.value,
  ]);
  readonly pieces = computed<Pieces>(() => afterMoves(this.task.value?.fen ?? null, this.line.value).pieces);
  readonly isBusy = computed(() => this.stage.value === 'showing' || this.stage.value === 'solved');
  /** What may be tried; null while nothing may. */
  readonly triable = computed<readonly Move[] | null>(() => {
    const isAhead = this.stage.value === 'wrong';
    return this.isBusy.value || isAhead || this.node.value === null ? null : triable(this.node.value);
  });
  readonly checked = computed<Square | null>(() =>
    this.isBusy.value || this.moves.value.length > 0 ? null : (this.node.value?.checked ?? null),
  );
  readonly wanted = computed(() => this.answer.value.points ?? []);
  /** Moves of the solver so far, of how many; null where they are not counted. */
  readonly movesLeft = computed(() => {
    const { in: all = 1, kind } = this.task.value ?? { kind: 'points' };
    return kind === 'moves' && all > 1 ? Math.max(0, all - this.moves.value.length) : null;
  });
  /** A move that leads on, if it was asked for. */
  readonly hint = computed<Move | null>(() =>
    this.isHinted.value && !this.isBusy.value ? (Object.keys(this.node.value?.good ?? {})[0] ?? null) : null,
  );
  readonly isFinished = computed(() => this.tasks.every(({ id }) => this.done.value.has(id)));
  readonly solvedCount = computed(() => this.tasks.filter(({ id }) => this.done.value.has(id)).length);
  readonly taskCount = computed(() => this.tasks.length);

  isDone(lesson: Lesson): boolean {
    return lesson.tasks.every(({ id }) => this.done.value.has(id));
  }

  async load(): Promise<void> {
    const stored = readProgress(await this.environment.storage.read('learn'));
    this.done.value = new Set(stored.done);
    if (this.tasks.some(({ id }) => id === stored.at)) this.go(stored.at);
  }

  /** Opens a lesson at its first task that is not solved. */
  open(lesson: Lesson): void {
    const task = lesson.tasks.find(({ id }) => !this.done.value.has(id)) ?? lesson.tasks[0];
    this.go(task?.id ?? null);
    this.store();
  }

  /** Goes on where there is something left to solve; from the beginning if there is nothing. */
  resume(): void {
    const lesson = this.lessons.find((one) => !this.isDone(one)) ?? this.lessons[0];
    if (lesson !== undefined) this.open(lesson);
  }

  close(): void {
    this.go(null);
    this.store();
  }

  /** The task behind this one, or the list behind the last. */
  next(): void {
    const index = this.tasks.findIndex(({ id }) => id === this.at.value);
    this.go(this.tasks[index + 1]?.id ?? null);
    this.store();
  }

  previous(): void {
    const index = this.tasks.findIndex(({ id }) => id === this.at.value);
    this.go(this.tasks[index - 1]?.id ?? null);
    this.store();
  }

  /** Begins the task anew. */
  restart(): void {
    this.go(this.at.value);
  }

  askHint(): void {
    this.isHinted.value = true;
  }

  tryMove(move: Move): void {
    const node = this.node.value;
    if (node === null || this.triable.value?.includes(move) !== true) return;
    this.isHinted.value = false;
    if (movesIn(node.exposed).includes(move)) this.refuse('exposed');
    else if (movesIn(node.facing).includes(move)) this.refuse('facing');
    else {
      this.tell(move, movesIn(node.checks).includes(move));
      this.moves.value = [...this.moves.value, move];
      const next = node.good[move];
      if (next === undefined) this.takeBack();
      else if (next === null) this.solve();
      else {
        this.nodeIndex.value = next;
        this.stage.value = 'asking';
      }
    }
  }

  tryPoint(at: Square): void {
    const { kind, targets, block } = this.task.value ?? {};
    const isTaken = at === targets || at === block?.piece || this.found.value.includes(at);
    if (kind !== 'points' || this.isBusy.value || isTaken) return;
    const isRight = this.wanted.value.includes(at);
    this.missed.value = isRight ? null : at;
    if (!isRight) {
      this.refuse('wrong');
      return;
    }
    this.found.value = [...this.found.value, at];
    this.environment.sound('move');
    if (this.found.value.length === this.wanted.value.length) this.solve();
    else this.stage.value = 'asking';
  }

  choose(outcome: LessonOutcome): void {
    if (this.task.value?.kind !== 'choice' || this.isBusy.value) return;
    this.missed.value = outcome === this.answer.value.outcome ? null : outcome;
    if (this.missed.value === null) this.solve();
    else this.refuse('wrong');
  }

  private go(at: string | null): void {
    const signal = this.showing.begin();
    this.at.value = at;
    this.moves.value = [];
    this.found.value = [];
    this.missed.value = null;
    this.isHinted.value = false;
    this.nodeIndex.value = 0;
    this.shown.value = 0;
    const setup = this.task.value?.setup ?? [];
    this.stage.value = setup.length > 0 ? 'showing' : 'asking';
    this.show(setup, signal).catch(this.environment.notices.complain);
  }

  private async show(setup: readonly Move[], signal: AbortSignal): Promise<void> {
    for (const move of setup) {
      await pause(this.environment.time, SHOW_MILLIS, signal);
      this.tell(move, false);
      this.shown.value += 1;
    }
    if (setup.length > 0) this.stage.value = 'asking';
  }

  private tell(move: Move, check: boolean): void {
    const { notices, words, sound } = this.environment;
    const isCapture = this.pieces.value[targetOf(move)] !== undefined;
    sound(check ? 'check' : isCapture ? 'capture' : 'move');
    notices.announce(moveWords(move, this.pieces.value, check, words.value));
  }

  /** Shows a wrong move for a moment and takes it back. */
  private takeBack(): void {
    const { time, notices } = this.environment;
    this.refuse('wrong');
    pause(time, WRONG_MILLIS, this.showing.begin())
      .then(() => {
        this.moves.value = this.moves.value.slice(0, -1);
        this.stage.value = 'asking';
        this.missed.value = 'move';
      })
      .catch(notices.complain);
  }

  private refuse(stage: 'wrong' | 'exposed' | 'facing'): void {
    this.stage.value = stage;
    this.environment.sound('wrong');
  }

  private solve(): void {
    this.stage.value = 'solved';
    this.missed.value = null;
    this.done.value = new Set([...this.done.value, this.at.value ?? '']);
    this.store();
    this.environment.sound('right');
  }

  /** What there is to say about the last try. */
  readonly message = computed<string>(() => {
    const { language } = this.environment;
    const say = learnWords(language.value);
    const task = this.task.value;
    const stage = this.stage.value;
    if (task === null) return '';
    if (stage === 'showing') return say.watch;
    if (stage === 'solved') return `${say.right} ${inLanguage(language.value, task.done)}`;
    if (stage === 'exposed') return say.exposed;
    if (stage === 'facing') return say.facing;
    if (stage !== 'wrong' && this.missed.value === null) return '';
    if (task.kind === 'points') return task.block === undefined ? say.wrong_point : say.wrong_block;
    if (task.kind === 'choice') return say.wrong_choice;
    return say[`wrong_${task.goal ?? 'capture'}`];
  });

  /** Writes progress down without losing what another tab has solved. */
  private store(): void {
    const { storage, notices } = this.environment;
    this.writing = this.writing
      .then(() =>
        storage.update('learn', (old) => {
          const { done } = mergeProgress(old, { done: [...this.done.value] });
          this.done.value = new Set(done);
          return { done, at: this.at.value } satisfies LessonProgress;
        }),
      )
      .catch(notices.complain);
  }
}
