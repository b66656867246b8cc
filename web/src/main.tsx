// Starts the app: stored things first, so that the first picture is already the right one.

import { effect } from '@preact/signals';
import { render } from 'preact';
import { loadControllers } from './app/controllers';
import { language, words } from './app/language';
import { watchRoute } from './app/route';
import { connectServer } from './app/server';
import { loadGames } from './store/games';
import { loadSettings, settings } from './store/settings';
import { App } from './views/app';
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
  await Promise.all([loadControllers(), loadGames()]);
  const root = document.getElementById('app');
  if (root !== null) render(<App />, root);
}

void start();
