import { strict as assert } from 'node:assert';
import test from 'node:test';
import type { Lesson, LessonAnswers } from '../src/core/lesson';
import { mergeProgress, movesIn, readProgress, triable } from '../src/core/lesson';
import lessonsFile from '../src/lessons/lessons.json';
import answersFile from '../src/lessons/moves.json';
import { LearnController } from '../src/state/learn';
import { LEARN_WORDS } from '../src/words/learn';
import { settled, World } from './world';

const lessons = lessonsFile as unknown as readonly Lesson[];
const answers = answersFile as unknown as LessonAnswers;
const tasks = lessons.flatMap((lesson) => lesson.tasks);

async function learning(world = new World()): Promise<LearnController> {
  const learn = new LearnController({ ...world.environment, lessons, answers });
  await learn.load();
  return learn;
}

function openTask(learn: LearnController, id: string): void {
  const lesson = lessons.find((one) => one.tasks.some((task) => task.id === id)) ?? assert.fail(id);
  learn.open(lesson);
  while (learn.at.value !== lesson.tasks[0]?.id) learn.previous();
  while (learn.at.value !== id) learn.next();
}

/** Lets the moves before a task be shown. */
async function watch(world: World, learn: LearnController): Promise<void> {
  for (let i = 0; i < 20 && learn.stage.value === 'showing'; i++) {
    await settled();
    await world.time.pass(600);
    await settled();
  }
}

/** Solves the open task the way that the rules have written down. */
function solve(learn: LearnController): void {
  const id = learn.at.value ?? assert.fail('no task is open');
  const { outcome, points = [], nodes } = answers[id] ?? assert.fail(id);
  if (outcome !== undefined) learn.choose(outcome);
  for (const point of points) learn.tryPoint(point);
  for (let at: number | null = nodes === undefined ? null : 0; at !== null; ) {
    const [move, next] = Object.entries(nodes?.[at]?.good ?? {})[0] ?? assert.fail(id);
    learn.tryMove(move);
    at = next;
  }
}

test('every task has an answer, and every answer a task', () => {
  assert.deepEqual(Object.keys(answers).sort(), tasks.map(({ id }) => id).sort());
  for (const task of tasks) {
    const { outcome, points, nodes } = answers[task.id] ?? {};
    assert.deepEqual(
      [points !== undefined, nodes !== undefined, outcome !== undefined],
      [task.kind === 'points', task.kind === 'moves', task.kind === 'choice'],
      task.id,
    );
  }
});

test('all lessons from the first task to the end', async () => {
  const world = new World();
  const learn = await learning(world);
  learn.resume();
  for (const task of tasks) {
    assert.equal(learn.at.value, task.id);
    await watch(world, learn);
    assert.equal(learn.stage.value, 'asking', task.id);
    solve(learn);
    assert.equal(learn.stage.value, 'solved', task.id);
    assert.match(learn.message.value, /^Right! /);
    learn.next();
  }
  assert.equal(learn.at.value, null);
  assert.ok(learn.isFinished.value);
  assert.deepEqual(world.complaints, []);
});

test('a wrong move is shown and taken back, and the way so far stays', async () => {
  const world = new World();
  const learn = await learning(world);
  openTask(learn, 'horse-hunt');
  learn.tryMove('b0c2');
  const [wrong] = movesIn(answers['horse-hunt']?.nodes?.[1]?.wrong);
  learn.tryMove(wrong ?? assert.fail('nothing is wrong'));
  assert.equal(learn.stage.value, 'wrong');
  assert.equal(learn.moves.value.length, 2);
  assert.equal(learn.triable.value, null);
  learn.tryMove('c2d4');
  assert.equal(learn.moves.value.length, 2);
  await world.time.pass(1000);
  await settled();
  assert.deepEqual(learn.moves.value, ['b0c2']);
  assert.equal(learn.stage.value, 'asking');
  assert.equal(learn.message.value, LEARN_WORDS.en.wrong_capture);
  assert.equal(learn.movesLeft.value, 3);
  learn.restart();
  assert.deepEqual(learn.moves.value, []);
  assert.equal(learn.message.value, '');
});

test('a move that is not legal stays off the board, with the reason', async () => {
  const world = new World();
  const learn = await learning(world);
  openTask(learn, 'check-rook');
  assert.equal(learn.checked.value, 'e0');
  learn.tryMove('e0e1');
  assert.deepEqual([learn.stage.value, learn.moves.value], ['exposed', []]);
  assert.equal(learn.message.value, LEARN_WORDS.en.exposed);
  learn.tryMove('a5e5');
  assert.equal(learn.stage.value, 'solved');
  assert.deepEqual(world.sounds, ['wrong', 'capture', 'right']);
  const faced = Object.values(answers).some(({ nodes = [] }) => nodes.some(({ facing }) => facing !== undefined));
  assert.ok(faced, 'no task lets the kings face each other');
});

test('points: each once, wrong ones are told', async () => {
  const learn = await learning();
  openTask(learn, 'king-steps');
  learn.tryPoint('e1');
  assert.equal(learn.stage.value, 'asking');
  learn.tryPoint('e2');
  learn.tryPoint('e2');
  assert.deepEqual(learn.found.value, ['e2']);
  learn.tryPoint('f2');
  assert.deepEqual([learn.stage.value, learn.missed.value], ['wrong', 'f2']);
  learn.tryPoint('d1');
  assert.equal(learn.missed.value, null);
  learn.tryPoint('f1');
  learn.tryPoint('e0');
  assert.equal(learn.stage.value, 'solved');
});

test('moves before a task are shown, and given up when another task is opened', async () => {
  const world = new World();
  const learn = await learning(world);
  openTask(learn, 'check-change');
  assert.equal(learn.triable.value, null);
  await settled();
  await world.time.pass(600);
  await settled();
  assert.equal(learn.line.value.length, 1);
  openTask(learn, 'king-steps');
  await world.time.pass(6000);
  await settled();
  assert.deepEqual([learn.line.value.length, learn.stage.value], [0, 'asking']);
  openTask(learn, 'check-change');
  await watch(world, learn);
  learn.tryMove('a8a9');
  assert.equal(learn.message.value, LEARN_WORDS.en.wrong_fair);
  await world.time.pass(1000);
  await settled();
  learn.tryMove('a8a7');
  assert.equal(learn.stage.value, 'solved');
});

test('the result has to be the right one', async () => {
  const world = new World();
  const learn = await learning(world);
  openTask(learn, 'check-result');
  learn.choose('black');
  assert.equal(learn.stage.value, 'showing');
  await watch(world, learn);
  learn.choose('draw');
  assert.deepEqual([learn.stage.value, learn.missed.value], ['wrong', 'draw']);
  learn.choose('black');
  assert.equal(learn.stage.value, 'solved');
});

test('progress is kept, resumed, and shared with another tab', async () => {
  const world = new World();
  const learn = await learning(world);
  const other = await learning(world);
  learn.resume();
  solve(learn);
  learn.next();
  await settled();
  openTask(other, 'rook-hunt');
  solve(other);
  other.close();
  await settled();
  await settled();
  const later = await learning(world);
  assert.deepEqual([...later.done.value].sort(), ['king-steps', 'rook-hunt']);
  assert.equal(later.at.value, null);
  later.resume();
  assert.equal(later.at.value, 'king-hunt');
  await settled();
  assert.equal((await learning(world)).at.value, 'king-hunt');
});

test('what was stored and is damaged counts as nothing', async () => {
  for (const damaged of [7, null, 'x', { done: 'x' }, { done: [1, {}], at: 5 }, { at: 'no such task' }]) {
    const world = new World();
    world.stored.set('learn', damaged);
    const learn = await learning(world);
    assert.deepEqual([learn.at.value, learn.solvedCount.value], [null, 0]);
  }
  assert.deepEqual(readProgress({ done: ['a', 3], at: 'a' }), { done: ['a'], at: 'a' });
  assert.deepEqual(mergeProgress({ done: ['a'], at: 'x' }, { done: ['b', 'a'] }), { done: ['a', 'b'], at: 'x' });
});

test('in a hunt every move of the piece is either on the way, wrong, or not legal', () => {
  for (const [id, { nodes = [] }] of Object.entries(answers)) {
    for (const node of nodes) assert.equal(new Set(triable(node)).size, triable(node).length, id);
  }
});

test('the words of the lessons page exist in both languages', () => {
  const { en, zh } = LEARN_WORDS;
  assert.deepEqual(Object.keys(zh), Object.keys(en));
  const example = (entry: unknown) => (typeof entry === 'function' ? String(entry(2, 3)) : String(entry));
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    assert.match(example(zh[key]), /\p{Script=Han}/u, key);
    assert.doesNotMatch(example(en[key]), /\p{Script=Han}/u, key);
  }
});
