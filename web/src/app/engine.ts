// Whether this page has an engine of its own. A site without a server says in its index where the engine is (tools/site.mjs).

import { signal } from '@preact/signals';

function find(): string | null {
  const named = document.querySelector<HTMLMetaElement>('meta[name="chuhe-engine"]')?.content;
  return named === undefined ? null : new URL(named, document.baseURI).href;
}

/** The engine's script; none where a server is asked. */
export const engineScript: string | null = find();
/** Why the engine is not there, while it is not. */
export const engineTrouble = signal<string | null>(null);

/** What belongs to such a page, once it is loaded. */
export const siteParts = signal<typeof import('./site') | null>(null);

export async function loadSite(): Promise<void> {
  if (engineScript !== null) siteParts.value = await import('./site');
}
