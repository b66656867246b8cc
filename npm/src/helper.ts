// A worker that is one thread of a search after another.

import { parent, ready } from './platform.js';
import { Instance } from './program.js';
import type { Queue } from './threads.js';
import { serve } from './threads.js';

/** What a helper needs, from the desk. */
export interface HelperOrder {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  queue: Queue;
}

ready().then(() => {
  const desk = parent();
  desk.listen((message) => {
    const { module, memory, queue } = message as HelperOrder;
    const silent = () => undefined;
    // The seat itself looks whether to stop; a thread of a search starts no others.
    const calls = { reply: silent, start: silent, stop: silent, isStopped: () => false, spawn: () => -1 };
    const instance = new Instance(module, memory, calls, true);
    try {
      serve(queue, (number, begin) => instance.runThread(number, begin));
    } catch (error) {
      desk.post({ failed: instance.reason(error) });
    }
  });
});
