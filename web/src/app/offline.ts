// The app without its server: a service worker keeps its files where the browser allows one (https, or this
// machine). It keeps nothing of the user's. When a newer version has been taken in, the user is offered it.

import { effect } from '@preact/signals';
import { words } from './language';
import { offer } from './notices';
import { connection } from './server';

/** Whether the files that a page would load now are those of this page: its script, and its engine where it has one. */
async function isCurrent(): Promise<boolean> {
  const script = document.querySelector('script[type="module"]')?.getAttribute('src');
  const engine = document.querySelector('meta[name="chuhe-engine"]')?.getAttribute('content');
  if (script === null || script === undefined) return true;
  try {
    const response = await fetch(new URL('index.html', location.href), { cache: 'no-cache' });
    const text = await response.text();
    return !response.ok || (text.includes(script) && text.includes(engine ?? ''));
  } catch {
    return true;
  }
}

async function offerNewVersion(): Promise<void> {
  if (await isCurrent()) return;
  offer(words.value.app_updated, words.value.reload, () => location.reload());
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  const address = new URL('worker.js', location.href);
  // A browser that keeps workers out may answer with nothing at all.
  const registration = (await workers.register(address, { updateViaCache: 'none' })) as
    | ServiceWorkerRegistration
    | undefined;
  if (registration === undefined) return;
  workers.addEventListener('controllerchange', () => void offerNewVersion());
  // A server that comes back may be a newer one.
  effect(() => {
    if (connection.isOpen.value) registration.update().catch(() => undefined);
  });
}

/** Has the files kept once the page stands, so that its own loading is not held up. */
export function watchInstalled(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (workers === undefined) return;
  const begin = () => void register(workers).catch(() => undefined);
  if (document.readyState === 'complete') setTimeout(begin, 500);
  else addEventListener('load', () => setTimeout(begin, 500), { once: true });
}
