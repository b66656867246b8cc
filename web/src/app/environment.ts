// The world around the controllers, as this page has it: the connection, IndexedDB, the browser's timers.
// What a tab has open it remembers for itself, so that two tabs do not take it from each other; a new tab
// begins with what was open last.

import type { Environment, Storage, Time } from '../state/environment';
import { read, update, write } from '../store/database';
import { addGames, games, onChangeElsewhere, putGame, readGame } from '../store/library';
import { settings } from '../store/settings';
import { language, words } from './language';
import { announce, complain, errorText, notify, offer } from './notices';
import { connection } from './server';
import { sound } from './sound';

const time: Time = {
  now: () => Date.now(),
  after(millis, call) {
    const timer = setTimeout(call, millis);
    return () => clearTimeout(timer);
  },
  every(millis, call) {
    setInterval(call, millis);
  },
};

const OF_THIS_TAB: readonly string[] = ['play', 'analysis', 'review', 'editor', 'puzzle_open', 'ending_open'];
const nameHere = (name: string) => `chuhe.${name}`;

function readHere(name: string): unknown {
  try {
    const text = sessionStorage.getItem(nameHere(name));
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function writeHere(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(nameHere(name), JSON.stringify(value));
  } catch {
    // Too large, or refused by the browser: then what was there is out of date.
    try {
      sessionStorage.removeItem(nameHere(name));
    } catch {
      // Refused altogether.
    }
  }
}

const storage: Storage = {
  async read<T>(name: string): Promise<T | undefined> {
    const here = OF_THIS_TAB.includes(name) ? readHere(name) : undefined;
    return here === undefined ? read<T>('values', name) : (here as T);
  },
  write(name, value) {
    if (OF_THIS_TAB.includes(name)) writeHere(name, value);
    return write('values', name, value);
  },
  update: (name, change) => update<unknown>('values', name, change),
};

export const environment: Environment = {
  server: connection,
  storage,
  library: {
    games,
    read: readGame,
    put: (record) => putGame(record),
    add: addGames,
    onChangeElsewhere,
    readReview: (id) => read('reviews', id),
    writeReview: (id, review) => write('reviews', id, review),
  },
  time,
  notices: { announce, notify, offer, complain, errorText },
  settings,
  language,
  words,
  sound,
};
