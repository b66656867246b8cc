// Whether this page has an engine of its own. A site without a server says in its index where that is, and the book (tools/site.mjs).

import { signal } from '@preact/signals';

function find(name: string): string | null {
  const named = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return named === undefined ? null : new URL(named, document.baseURI).href;
}

/** The engine's script; none where a server is asked. */
export const engineScript: string | null = find('chuhe-engine');
/** The folder of the book, where the site has it. */
export const bookFolder: string | null = find('chuhe-book');
/** Why the engine is not there, while it is not. */
export const engineTrouble = signal<string | null>(null);

/** What belongs to such a page, once it is loaded. */
export const siteParts = signal<typeof import('./site') | null>(null);

export async function loadSite(): Promise<void> {
  if (engineScript !== null) siteParts.value = await import('./site');
}
