// Starts the app: the settings, then the menu, and the page as soon as what was stored is there, so that nothing is shown that is not so.

import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { loadControllers } from './app/controllers';
import { loadSite } from './app/engine';
import { language, words } from './app/language';
import { watchLinks } from './app/links';
import { notify } from './app/notices';
import { watchInstalled } from './app/offline';
import { watchRoom } from './app/room';
import { page, watchRoute } from './app/route';
import { connectServer } from './app/server';
import { prepareSound } from './app/sound';
import { watchDrops } from './app/transfer';
import { loadOutlines } from './board/glyphs';
import { isBlocked, isOutdated } from './store/database';
import { openLibrary } from './store/library';
import { loadSettings, settings } from './store/settings';
import { App } from './views/app';
import './styles/base.css';
import './styles/board.css';
import './styles/pages.css';
import './styles/learn.css';
import './styles/explorer.css';
import './styles/review.css';
import './styles/chapters.css';
import './styles/desk.css';
import './styles/room.css';
import './styles/share.css';
import './styles/puzzles.css';

const PAINT_PATIENCE = 100;

function dressPage(): void {
  effect(() => {
    const { colours, theme, animation } = settings.value;
    Object.assign(document.documentElement.dataset, { colours, theme, animation: animation ? 'on' : 'off' });
    document.documentElement.lang = language.value;
    document.title = `${words.value[page.value]} · ${words.value.brand}`;
  });
}

/** The store waits for another tab, or belongs to a newer version of the app: the user can end both. */
function watchStore(): void {
  effect(() => {
    if (isBlocked.value) document.body.dataset.waiting = words.value.store_blocked;
    else delete document.body.dataset.waiting;
    if (isOutdated.value) notify(words.value.store_outdated, true);
  });
}

/** Lets the browser paint what there is; a tab that is not seen does not wait for it. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PAINT_PATIENCE);
  });
}

async function start(): Promise<void> {
  await loadSite();
  connectServer();
  watchStore();
  const library = openLibrary(Date.now());
  await loadSettings();
  dressPage();
  watchRoute();
  const isLoaded = signal(false);
  const root = document.getElementById('app');
  if (root !== null) render(<App isLoaded={isLoaded} />, root);
  await Promise.all([loadOutlines(settings.value.pieces), library, painted()]);
  await loadControllers();
  watchRoom();
  watchDrops();
  watchLinks();
  isLoaded.value = true;
  watchInstalled();
  prepareSound();
}

void start();
