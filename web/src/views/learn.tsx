// The page of lessons: a list with ticks, one task at a time on the board, and what comes after the last.

import { useEffect } from 'preact/hooks';
import { language, words } from '../app/language';
import { learn, loaded, playLevelOne, told } from '../app/learn';
import type { Shape } from '../board/shapes';
import { hintShape } from '../board/shapes';
import type { Lesson, LessonOutcome, Task } from '../core/lesson';
import { learnWords } from '../words/learn';
import { GameBoard } from './gameboard';

const OUTCOMES: readonly LessonOutcome[] = ['red', 'draw', 'black'];

function Finished() {
  const say = learnWords(language.value);
  return (
    <section class="panel certificate">
      <span class="seal" aria-hidden="true">
        楚河
      </span>
      <h2>{say.finished_title}</h2>
      <p>{say.finished_text}</p>
      <button type="button" class="primary" onClick={playLevelOne}>
        {say.play_level_1}
      </button>
    </section>
  );
}

function LessonRow({ lesson }: { lesson: Lesson }) {
  const say = learnWords(language.value);
  const isDone = learn.isDone(lesson);
  const solved = lesson.tasks.filter(({ id }) => learn.done.value.has(id)).length;
  return (
    <li>
      <button type="button" class={`lesson${isDone ? ' done' : ''}`} onClick={() => learn.open(lesson)}>
        <span class="tick" aria-hidden="true">
          {isDone ? '✓' : ''}
        </span>
        <span class="lesson-title">{told(lesson.title)}</span>
        <span class="quiet figure">
          {isDone ? <span class="unseen">{say.lesson_done}</span> : null}
          {solved}/{lesson.tasks.length}
        </span>
      </button>
    </li>
  );
}

function LessonList() {
  const say = learnWords(language.value);
  const [solved, all] = [learn.solvedCount.value, learn.taskCount.value];
  return (
    <div class="text-page learn">
      <h1>{say.heading}</h1>
      {learn.isFinished.value ? <Finished /> : <p>{say.intro}</p>}
      <div class="buttons">
        {!learn.isFinished.value && (
          <button type="button" class="primary" onClick={() => learn.resume()}>
            {solved === 0 ? say.start : say.go_on}
          </button>
        )}
        <span class="quiet">{say.solved(solved, all)}</span>
      </div>
      <progress max={all} value={solved} aria-label={say.solved(solved, all)} />
      <ol class="lessons">
        {learn.lessons.map((lesson) => (
          <LessonRow key={lesson.id} lesson={lesson} />
        ))}
      </ol>
    </div>
  );
}

/** What is drawn over the board: points that were found or missed, what is to be blocked, a hint. */
function shapesOf(task: Task): Shape[] {
  const shapes: Shape[] = learn.found.value.map((at) => ({ kind: 'circle', at, tone: 'user-a' }));
  const missed = learn.missed.value;
  if (task.kind === 'points' && missed !== null) shapes.push({ kind: 'circle', at: missed, tone: 'user-c' });
  for (const to of task.block?.to ?? []) {
    shapes.push({ kind: 'arrow', from: task.block?.piece ?? to, to, tone: 'engine', weight: 0.2 });
  }
  if (task.targets !== undefined) shapes.push({ kind: 'circle', at: task.targets, tone: 'user-b' });
  if (learn.hint.value !== null) shapes.push(hintShape(learn.hint.value, 0.8));
  if (learn.isHinted.value && task.kind === 'points') {
    for (const at of learn.wanted.value.filter((one) => !learn.found.value.includes(one))) {
      shapes.push({ kind: 'circle', at, tone: 'chase' });
    }
  }
  return shapes;
}

function TaskBoard({ task }: { task: Task }) {
  const line = learn.line.value;
  const place = (at: string) => learn.tryPoint(at);
  return (
    <GameBoard
      key={task.id}
      pieces={learn.pieces.value}
      flipped={false}
      legal={(learn.triable.value ?? []).map((move) => ({ move }))}
      onMove={(move) => learn.tryMove(move)}
      lastMove={line[line.length - 1] ?? null}
      checked={learn.checked.value}
      shapes={shapesOf(task)}
      {...(task.kind === 'points'
        ? { edit: { place, shift: (_from: string, to: string | null) => to !== null && place(to) } }
        : {})}
    />
  );
}

function Counter({ task }: { task: Task }) {
  const say = learnWords(language.value);
  const left = learn.movesLeft.value;
  if (task.kind === 'points') return <p>{say.points_found(learn.found.value.length, learn.wanted.value.length)}</p>;
  return left === null || learn.stage.value === 'solved' ? null : <p>{say.moves_left(left)}</p>;
}

function Choices() {
  const say = words.value;
  const texts = { red: say.red_wins, draw: say.drawn, black: say.black_wins };
  return (
    <div class="buttons choices-of-result">
      {OUTCOMES.map((outcome) => (
        <button
          key={outcome}
          type="button"
          disabled={learn.isBusy.value || learn.missed.value === outcome}
          onClick={() => learn.choose(outcome)}
        >
          {texts[outcome]}
        </button>
      ))}
    </div>
  );
}

function Buttons({ task }: { task: Task }) {
  const say = learnWords(language.value);
  const isSolved = learn.stage.value === 'solved';
  return (
    <div class="buttons">
      <button type="button" onClick={() => learn.previous()}>
        {say.back}
      </button>
      {task.kind !== 'choice' && !isSolved && (
        <button type="button" disabled={learn.isBusy.value} onClick={() => learn.askHint()}>
          {words.value.hint}
        </button>
      )}
      <button type="button" onClick={() => learn.restart()}>
        {task.setup === undefined ? say.again : say.watch_again}
      </button>
      <button type="button" class={isSolved ? 'primary' : ''} onClick={() => learn.next()}>
        {say.next}
      </button>
    </div>
  );
}

function TaskPage({ lesson, task }: { lesson: Lesson; task: Task }) {
  const say = learnWords(language.value);
  const stage = learn.stage.value;
  const tone = stage === 'solved' ? 'good' : stage === 'showing' ? 'quiet' : 'bad';
  return (
    <div class="page">
      <div class="stage">
        <TaskBoard task={task} />
      </div>
      <div class="side">
        <section class="panel task" aria-label={told(lesson.title)}>
          <h1>{told(lesson.title)}</h1>
          <p class="quiet">
            {say.task_of(lesson.tasks.indexOf(task) + 1, lesson.tasks.length)}
            {learn.done.value.has(task.id) && stage !== 'solved' && ` · ${say.lesson_done}`}
          </p>
          <p class="task-text">{told(task.text)}</p>
          <Counter task={task} />
          {task.kind === 'choice' && <Choices />}
          <p class={`message ${tone}`} role="status" data-stage={stage}>
            {learn.message.value}
          </p>
          <Buttons task={task} />
        </section>
        <button type="button" class="to-list" onClick={() => learn.close()}>
          {say.all_lessons}
        </button>
      </div>
    </div>
  );
}

function LearnPage() {
  const lesson = learn.lesson.value;
  const task = learn.task.value;
  // On a phone a task would else begin where the list was left.
  useEffect(() => scrollTo(0, 0), [task]);
  if (lesson === null || task === null) return <LessonList />;
  return <TaskPage lesson={lesson} task={task} />;
}

/** The page, once it is known what was solved before. */
export const ready = loaded.then(() => LearnPage);
