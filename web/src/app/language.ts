// The language in use: the browser's, unless the user has chosen.

import { computed } from '@preact/signals';
import { settings } from '../store/settings';
import { deskWords } from '../words/desk';
import type { Dictionary } from '../words/en';
import type { Language } from '../words/language';
import { dictionaryOf, preferredLanguage, wordsIn } from '../words/language';

export const language = computed<Language>(() => {
  const chosen = settings.value.language;
  return chosen === 'auto' ? preferredLanguage(navigator.languages) : chosen;
});

export const words = computed<Dictionary>(() => dictionaryOf(language.value));

/** The words of the pages for playing and analysing. */
export const desk = computed(() => deskWords(language.value));

/** Picks the server's words in the language of the interface. */
export function said(text: { words_en: string; words_zh: string }): string {
  return wordsIn(language.value, text);
}
