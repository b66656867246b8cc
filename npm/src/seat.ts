// A worker that carries out tasks, one after the other.

import { parent } from './platform.js';
import type { Program } from './program.js';
import { Instance, newMemory } from './program.js';
import type { Queue } from './threads.js';
import { enqueue } from './threads.js';
import type { Token } from './token.js';
import { Lookout } from './token.js';

/** What a seat needs, from the desk. */
export interface SeatOrder {
  program: Program;
  /** The memory that it shares with its threads, if it has any. */
  memory: WebAssembly.Memory | null;
  /** Where it asks for threads, if it has any. */
  queue: Queue | null;
  threads: number;
  hash: number;
}

/** A task. */
export interface TaskOrder {
  id: bigint;
  text: string;
  token: Token;
}

/** What a seat tells the desk, beside replies, which are texts. */
export type SeatNews = { ended: bigint } | { failed: string } | { wantsThread: true };

const desk = parent();
const tell = (news: SeatNews) => desk.post(news);
const lookout = new Lookout();
let token: Token | null = null;
let instance: Instance | null = null;

function open({ program, memory, queue, threads, hash }: SeatOrder): Instance {
  const opened = new Instance(program.module, memory ?? newMemory(program.build), {
    reply: (text) => desk.post(text),
    start: () => undefined,
    stop: () => undefined,
    isStopped: () => token !== null && lookout.isWithdrawn(token),
    spawn(begin) {
      if (queue === null) return -1;
      tell({ wantsThread: true });
      return enqueue(queue, begin);
    },
  });
  opened.openSeat(threads, hash);
  return opened;
}

function carryOut(task: TaskOrder): void {
  token = task.token;
  lookout.begin();
  instance?.carryOut(task.text);
  token = null;
  tell({ ended: task.id });
}

desk.listen((message) => {
  try {
    if ('program' in (message as SeatOrder)) instance = open(message as SeatOrder);
    else carryOut(message as TaskOrder);
  } catch (error) {
    tell({ failed: instance?.reason(error) ?? String(error) });
  }
});
