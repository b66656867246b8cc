// Which page is shown: the part of the address after `#/`.

import { signal } from '@preact/signals';

export const PAGES = ['play', 'analyse', 'review', 'puzzles', 'games', 'settings', 'about', 'editor', 'room'] as const;
export type Page = (typeof PAGES)[number];

/** How the address of a game in a link begins; `links.ts` opens it. */
export const LINK_START = '#/game/';

export function readPage(hash: string): Page {
  if (hash.startsWith(LINK_START)) return 'analyse';
  const name = hash.replace(/^#\/?/, '').replace(/\/.*$/, '');
  return (PAGES as readonly string[]).includes(name) ? (name as Page) : 'play';
}

export const page = signal<Page>(readPage(location.hash));

export function watchRoute(): void {
  addEventListener('hashchange', () => {
    page.value = readPage(location.hash);
  });
}

export function show(next: Page): void {
  location.hash = `#/${next}`;
  page.value = next;
}
