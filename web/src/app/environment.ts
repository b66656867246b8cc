// The world around the controllers, as this page has it: the connection, IndexedDB, the browser's timers.

import type { Environment, Time } from '../state/environment';
import { read, write } from '../store/database';
import { keepGame } from '../store/games';
import { settings } from '../store/settings';
import { language, words } from './language';
import { announce, complain, errorText, notify } from './notices';
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

export const environment: Environment = {
  server: connection,
  storage: {
    read: (name) => read('values', name),
    write: (name, value) => write('values', name, value),
    keepGame,
  },
  time,
  notices: { announce, notify, complain, errorText },
  settings,
  language,
  words,
  sound,
};
