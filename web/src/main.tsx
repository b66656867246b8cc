// Starts the app: stored things first, so that the first picture is already the right one.

import { effect } from '@preact/signals';
import { render } from 'preact';
import { loadAnalysis } from './state/analysis';
import { loadPlay } from './state/play';
import { loadPuzzles } from './state/puzzles';
import { loadReview } from './state/review';
import { watchRoute } from './state/route';
import { connectServer } from './state/server';
import { loadGames } from './store/games';
import { loadSettings, settings } from './store/settings';
import { App } from './views/app';
import { loadDraft } from './views/newgame';
import { language, words } from './words';
import './styles/base.css';
import './styles/board.css';
import './styles/pages.css';

function dressPage(): void {
  effect(() => {
    const { colours, theme, animation } = settings.value;
    Object.assign(document.documentElement.dataset, { colours, theme, animation: animation ? 'on' : 'off' });
    document.documentElement.lang = language.value === 'zh' ? 'zh-Hans' : 'en';
    document.title = words.value.title;
  });
}

async function start(): Promise<void> {
  connectServer();
  await loadSettings();
  dressPage();
  watchRoute();
  await Promise.all([loadPlay(), loadAnalysis(), loadReview(), loadPuzzles(), loadGames(), loadDraft()]);
  const root = document.getElementById('app');
  if (root !== null) render(<App />, root);
}

void start();
