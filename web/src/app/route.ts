// Which page is shown: the part of the address after `#/`.

import { signal } from '@preact/signals';

export const PAGES = ['play', 'analyse', 'review', 'puzzles', 'learn', 'games', 'settings', 'about', 'editor'] as const;
export type Page = (typeof PAGES)[number];

export function readPage(hash: string): Page {
  const name = hash.replace(/^#\/?/, '');
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
