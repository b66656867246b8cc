// The dictionary in use: chosen by the browser's languages, unless the user has chosen.

import { computed } from '@preact/signals';
import { settings } from '../store/settings';
import type { Dictionary } from './en';
import { en } from './en';
import type { Language } from './language';
import { preferredLanguage } from './language';
import { zh } from './zh';

export const language = computed<Language>(() => {
  const chosen = settings.value.language;
  return chosen === 'auto' ? preferredLanguage(navigator.languages) : chosen;
});

export const words = computed<Dictionary>(() => (language.value === 'zh' ? zh : en));

/** Picks the server's words in the language of the interface. */
export function said(text: { words_en: string; words_zh: string }): string {
  return language.value === 'zh' ? text.words_zh || text.words_en : text.words_en;
}
