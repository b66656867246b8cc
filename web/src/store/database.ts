// A small wrapper of IndexedDB: named values (settings, the games under way) and a list of games.
// Where the browser refuses storage, values live as long as the page; nothing fails.

const NAME = 'chuhe';
const VERSION = 1;
export type StoreName = 'values' | 'games';

let opening: Promise<IDBDatabase | null> | null = null;
const memory: Record<StoreName, Map<string, unknown>> = { values: new Map(), games: new Map() };

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
      request.result.createObjectStore('values');
      request.result.createObjectStore('games');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
    request.onblocked = () => resolve(null);
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

export async function erase(store: StoreName, key: string): Promise<void> {
  const database = await open();
  if (database === null) {
    memory[store].delete(key);
    return;
  }
  await finished(database.transaction(store, 'readwrite').objectStore(store).delete(key));
}

export async function readAll<T>(store: StoreName): Promise<T[]> {
  const database = await open();
  if (database === null) return [...memory[store].values()] as T[];
  return finished<T[]>(database.transaction(store).objectStore(store).getAll());
}
