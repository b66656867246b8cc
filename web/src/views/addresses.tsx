// The choice among the addresses of this machine, where a link is to be followed by another device.

import { useEffect, useState } from 'preact/hooks';
import { askAddresses, isSettled, network, origins } from '../app/addresses';
import { language } from '../app/language';
import { connection, isGuest } from '../app/server';
import { isLoopback } from '../core/addresses';
import { shareWords } from '../words/share';
import { Select } from './controls';

/** The beginning that links are to have, what says so, and whether it is of this machine alone; no link is to be shown before the origin is known. */
export function useOrigin(): {
  origin: string;
  isKnown: boolean;
  isLocal: boolean;
  needsLink: boolean;
  choice: preact.JSX.Element | null;
} {
  const say = shareWords(language.value);
  const [chosen, setChosen] = useState('');
  const isAsked = connection.isOpen.value && !isGuest.value;
  useEffect(() => {
    if (isAsked) void askAddresses();
  }, [isAsked]);
  const list = origins();
  const origin = list.find((one) => one.origin === chosen)?.origin ?? list[0]?.origin ?? location.origin;
  const textOf = (one: { origin: string; network: string }) => {
    const { host, hostname } = new URL(one.origin);
    const note = isLoopback(hostname) ? say.this_computer : one.network;
    return note === '' ? host : `${host} (${note})`;
  };
  const choice =
    list.length < 2 ? null : (
      <Select
        label={say.address}
        value={origin}
        onChange={setChosen}
        options={list.map((one) => ({ value: one.origin, text: textOf(one) }))}
      />
    );
  const isLocal = isLoopback(new URL(origin).hostname);
  const isKnown = !isAsked || isSettled.value;
  return { origin, isKnown, isLocal, needsLink: network.value?.needs_link === true, choice };
}
