// What the user has chosen: read once at the start, written on every change.

import { signal } from '@preact/signals';
import type { Settings } from '../core/settings';
import { DEFAULTS, readSettings } from '../core/settings';
import { read, write } from './database';

export const settings = signal<Settings>(DEFAULTS);

export async function loadSettings(): Promise<void> {
  settings.value = readSettings(await read('values', 'settings'));
}

export function change(part: Partial<Settings>): void {
  settings.value = readSettings({ ...settings.value, ...part });
  void write('values', 'settings', settings.value);
}
