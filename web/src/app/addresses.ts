// By which addresses other devices come to the server of this page. Asked when something is shared; a server that cannot be asked knows none.

import { signal } from '@preact/signals';
import { originsFor } from '../core/addresses';
import type { ReplyOf } from '../net/messages';
import { connection } from './server';

/** What the server has said; nothing before that. */
export const network = signal<ReplyOf<'addresses'> | null>(null);

/** Whether the question has been settled, by an answer or by a failure: a link made before that may be one that nobody else can follow. */
export const isSettled = signal(false);

export async function askAddresses(): Promise<void> {
  network.value = await connection.ask({ type: 'addresses' }).catch(() => null);
  isSettled.value = true;
}

/** The beginnings of links, the best one first, each with the name of its network if it has one. */
export function origins(): { origin: string; network: string }[] {
  const known = network.value?.addresses ?? [];
  return originsFor(
    location.origin,
    known.map(({ address }) => address),
  ).map((origin) => ({ origin, network: known.find(({ address }) => address === origin)?.network ?? '' }));
}
