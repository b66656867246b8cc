// A small wrapper of IndexedDB: named values (settings, what is open), the library of games, and reviews of
// games. Where the browser refuses storage, values live as long as the page; nothing fails.
//
// Version 1 had a store `games`, whose games are taken over into `library` one by one; one that could not
// be would stay where it is. While another tab still has the old version open, this one waits.

import { signal } from '@preact/signals';
import { readRecord } from '../core/record';

const NAME = 'chuhe';
const VERSION = 2;
export type StoreName = 'values' | 'library' | 'reviews';
const STORES: readonly StoreName[] = ['values', 'library', 'reviews'];

/** Whether another tab keeps the store from being opened. */
export const isBlocked = signal(false);
/** Whether a newer version of the app has taken the store over: nothing is stored any more. */
export const isOutdated = signal(false);

let opening: Promise<IDBDatabase | null> | null = null;
const memory: Record<StoreName, Map<string, unknown>> = { values: new Map(), library: new Map(), reviews: new Map() };

/** Takes the games of version 1 over. */
function takeOver(transaction: IDBTransaction): void {
  const cursors = transaction.objectStore('games').openCursor();
  const library = transaction.objectStore('library');
  cursors.onsuccess = () => {
    const cursor = cursors.result;
    if (cursor === null) return;
    const record = readRecord(cursor.value);
    if (record !== null) {
      library.put({ ...record, revision: 1 }, record.id);
      cursor.delete();
    }
    cursor.continue();
  };
}

function open(): Promise<IDBDatabase | null> {
  opening ??= new Promise((resolve) => {
    let request: IDBOpenDBRequest;
    try {
      request = indexedDB.open(NAME, VERSION);
    } catch {
      resolve(null);
      return;
    }
    request.onupgradeneeded = () => {
      const database = request.result;
      for (const name of STORES) {
        if (!database.objectStoreNames.contains(name)) database.createObjectStore(name);
      }
      if (request.transaction !== null && database.objectStoreNames.contains('games')) takeOver(request.transaction);
    };
    request.onsuccess = () => {
      isBlocked.value = false;
      // A newer version of the app must not wait for this page.
      request.result.onversionchange = () => {
        request.result.close();
        isOutdated.value = true;
      };
      resolve(request.result);
    };
    request.onerror = () => resolve(null);
    request.onblocked = () => {
      isBlocked.value = true;
    };
  });
  return opening;
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('storage failed'));
  });
}

export async function read<T>(store: StoreName, key: string): Promise<T | undefined> {
  const database = await open();
  if (database === null) return memory[store].get(key) as T | undefined;
  return finished<T>(database.transaction(store).objectStore(store).get(key));
}

export async function write(store: StoreName, key: string, value: unknown): Promise<void> {
  const database = await open();
  if (database === null) {
    memory[store].set(key, value);
    return;
  }
  await finished(database.transaction(store, 'readwrite').objectStore(store).put(value, key));
}

/** Reads a value and writes what becomes of it, without anybody in between; null leaves it as it is. */
export function update<T>(store: StoreName, key: string, change: (old: T | undefined) => T | null): Promise<void> {
  return updateAll<T>(store, [key], (_, old) => change(old));
}

/** How many values are asked for at once: few enough that the page is never busy with them for long. */
const STEP = 100;

/** Goes through a list inside one transaction, a step at a time: all or nothing is done. */
function inSteps<T>(
  transaction: IDBTransaction,
  list: readonly T[],
  ask: (item: T, done: () => void) => void,
  progress: (done: number) => void = () => undefined,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const step = (from: number) => {
      const part = list.slice(from, from + STEP);
      let left = part.length;
      const done = () => {
        left -= 1;
        if (left > 0) return;
        progress(from + part.length);
        step(from + STEP);
      };
      for (const item of part) ask(item, done);
    };
    transaction.oncomplete = () => resolve();
    const fail = () => reject(transaction.error ?? new Error('storage failed'));
    transaction.onerror = fail;
    transaction.onabort = fail;
    step(0);
  });
}

/** The same with many values, all or none; how many are done is told now and then. */
export async function updateAll<T>(
  store: StoreName,
  keys: readonly string[],
  change: (key: string, old: T | undefined) => T | null,
  progress?: (done: number) => void,
): Promise<void> {
  const database = await open();
  if (database === null) {
    for (const key of keys) {
      const next = change(key, memory[store].get(key) as T | undefined);
      if (next !== null) memory[store].set(key, next);
    }
    return;
  }
  const transaction = database.transaction(store, 'readwrite');
  const entries = transaction.objectStore(store);
  const ask = (key: string, done: () => void) => {
    const found = entries.get(key);
    found.onsuccess = () => {
      const next = change(key, found.result as T | undefined);
      if (next !== null) entries.put(next, key);
      done();
    };
  };
  await inSteps(transaction, keys, ask, progress);
}

/** Adds many values, all or none; what is there under one of the keys stays. */
export async function addAll(
  store: StoreName,
  list: readonly { readonly key: string; readonly value: unknown }[],
): Promise<void> {
  const database = await open();
  if (database === null) {
    for (const { key, value } of list) if (!memory[store].has(key)) memory[store].set(key, value);
    return;
  }
  const transaction = database.transaction(store, 'readwrite');
  const entries = transaction.objectStore(store);
  const ask = ({ key, value }: (typeof list)[number], done: () => void) => {
    const adding = entries.add(value, key);
    adding.onsuccess = done;
    adding.onerror = (event) => {
      if (adding.error?.name !== 'ConstraintError') return;
      event.preventDefault();
      event.stopPropagation();
      done();
    };
  };
  await inSteps(transaction, list, ask);
}

/** Erases many values, all or none. */
export async function eraseAll(store: StoreName, keys: readonly string[]): Promise<void> {
  const database = await open();
  if (database === null) {
    for (const key of keys) memory[store].delete(key);
    return;
  }
  const transaction = database.transaction(store, 'readwrite');
  const entries = transaction.objectStore(store);
  const ask = (key: string, done: () => void) => {
    entries.delete(key).onsuccess = done;
  };
  await inSteps(transaction, keys, ask);
}

/** All values as `take` sees them, but for those of which it makes null: read a part at a time, and all of one moment. */
export async function readAll<T>(store: StoreName, take: (value: unknown) => T | null): Promise<T[]> {
  const database = await open();
  const all: T[] = [];
  const note = (values: Iterable<unknown>) => {
    for (const value of values) {
      const taken = take(value);
      if (taken !== null) all.push(taken);
    }
  };
  if (database === null) {
    note(memory[store].values());
    return all;
  }
  const entries = database.transaction(store).objectStore(store);
  for (let range: IDBKeyRange | null = null; ; ) {
    const keys: Promise<IDBValidKey[]> = finished(entries.getAllKeys(range, STEP));
    note(await finished<unknown[]>(entries.getAll(range, STEP)));
    const last = (await keys)[STEP - 1];
    if (last === undefined) return all;
    range = IDBKeyRange.lowerBound(last, true);
  }
}

export async function readAllKeys(store: StoreName): Promise<string[]> {
  const database = await open();
  if (database === null) return [...memory[store].keys()];
  return (await finished(database.transaction(store).objectStore(store).getAllKeys())).map(String);
}
