// Short notices on the screen, and words for screen readers.

import { signal } from '@preact/signals';
import { isSilent, ServerError } from '../net/connection';
import { wordsIn } from '../words/language';
import { language, words } from './language';

export const notice = signal<{ text: string; bad: boolean } | null>(null);
/** What has been done and can be undone; it stays beside other notices. */
export const offered = signal<{ text: string; label: string; run: () => void } | null>(null);
export const announcement = signal('');

let timer: ReturnType<typeof setTimeout> | undefined;
let offerTimer: ReturnType<typeof setTimeout> | undefined;

export function notify(text: string, bad = false): void {
  clearTimeout(timer);
  notice.value = { text, bad };
  timer = setTimeout(
    () => {
      notice.value = null;
    },
    bad ? 8000 : 4000,
  );
}

export function dismiss(): void {
  clearTimeout(offerTimer);
  offered.value = null;
}

/** Says what has been done, with a button that undoes it. */
export function offer(text: string, label: string, action: () => void): void {
  dismiss();
  const run = () => {
    dismiss();
    action();
  };
  offered.value = { text, label, run };
  offerTimer = setTimeout(dismiss, 20_000);
}

/** Says something to those who listen; the same words twice are said twice. */
export function announce(text: string): void {
  announcement.value = announcement.value === text ? `${text}\u00a0` : text;
}

export function errorText(error: unknown): string {
  if (error instanceof ServerError) {
    return wordsIn(language.value, { words_en: error.reply.text, words_zh: error.reply.text_zh });
  }
  return error instanceof Error ? error.message : String(error);
}

/** For promises whose failure the user should see. */
export function complain(error: unknown): void {
  if (isSilent(error)) return;
  notify(`${words.value.something_wrong} ${errorText(error)}`, true);
}
