// Short notices on the screen, and words for screen readers.

import { signal } from '@preact/signals';
import { isSilent, ServerError } from '../net/connection';
import { language, words } from './language';

interface Notice {
  text: string;
  bad: boolean;
  action?: { label: string; run: () => void };
}

export const notice = signal<Notice | null>(null);
export const announcement = signal('');

let timer: ReturnType<typeof setTimeout> | undefined;

function show(next: Notice, millis: number): void {
  clearTimeout(timer);
  notice.value = next;
  timer = setTimeout(dismiss, millis);
}

export function dismiss(): void {
  notice.value = null;
}

export function notify(text: string, bad = false): void {
  show({ text, bad }, bad ? 8000 : 4000);
}

/** Says what has been done, with a button that undoes it. */
export function offer(text: string, label: string, action: () => void): void {
  const run = () => {
    dismiss();
    action();
  };
  show({ text, bad: false, action: { label, run } }, 15_000);
}

/** Says something to those who listen; the same words twice are said twice. */
export function announce(text: string): void {
  announcement.value = announcement.value === text ? `${text}\u00a0` : text;
}

export function errorText(error: unknown): string {
  if (error instanceof ServerError) {
    return (language.value === 'zh' && error.reply.text_zh) || error.reply.text;
  }
  return error instanceof Error ? error.message : String(error);
}

/** For promises whose failure the user should see. */
export function complain(error: unknown): void {
  if (isSilent(error)) return;
  notify(`${words.value.something_wrong} ${errorText(error)}`, true);
}
