// Threads of a search: whoever wants one writes where it begins into a queue that all workers of a seat share; helpers, each in a
// worker of its own, take it from there. A helper waits for the place in the queue whose number it has drawn, so that every place
// has one reader, and none is read twice.

/** Places in the queue, which is more than a search has threads. */
const PLACES = 64;
/** Where the numbers are that were last written and drawn; the places follow. */
const WRITTEN = 0;
const DRAWN = 1;
const FIRST = 2;

/** Memory that workers share. */
export type Queue = Int32Array;

export function newQueue(): Queue {
  return new Int32Array(new SharedArrayBuffer((FIRST + PLACES) * Int32Array.BYTES_PER_ELEMENT));
}

/** Wants a thread that begins with this; its number, or -1 if too many wait. Only the seat itself may ask. */
export function enqueue(queue: Queue, begin: number): number {
  const number = Atomics.load(queue, WRITTEN);
  const place = FIRST + (number % PLACES);
  if (Atomics.load(queue, place) !== 0) return -1;
  Atomics.store(queue, WRITTEN, number + 1);
  Atomics.store(queue, place, begin);
  Atomics.notify(queue, place);
  return number + 1;
}

/** Waits for a thread that is wanted, and hands it over with its number. Never returns. */
export function serve(queue: Queue, run: (number: number, begin: number) => void): never {
  for (;;) {
    const number = Atomics.add(queue, DRAWN, 1);
    const place = FIRST + (number % PLACES);
    let begin = 0;
    while (begin === 0) {
      Atomics.wait(queue, place, 0);
      begin = Atomics.exchange(queue, place, 0);
    }
    run(number + 1, begin);
  }
}
