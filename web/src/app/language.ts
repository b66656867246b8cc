// The language in use: the browser's, unless the user has chosen.

import { computed } from '@preact/signals';
import { settings } from '../store/settings';
import { localeOf } from '../words/dates';

import { deskWords } from '../words/desk';
import type { Dictionary } from '../words/en';
import type { Language, Pair } from '../words/language';
import { allDictionaries, dictionaryOf, inLanguage, preferredLanguage, wordsIn } from '../words/language';
import { nameInWords } from '../words/sentences';
import { siteParts } from './engine';

export const language = computed<Language>(() => {
  const chosen = settings.value.language;
  return chosen === 'auto' ? preferredLanguage(navigator.languages) : chosen;
});

/** What is said where the page has an engine of its own; none where it has a server. */
export const site = computed(() => siteParts.value?.siteWords(language.value) ?? null);

export const words = computed<Dictionary>(() => ({ ...dictionaryOf(language.value), ...site.value?.words }));

/** Words of a page of its own (`{ en, zh }`) in the language of the interface: `const say = choose(learnWords)`. */
export function choose<T>(pair: Pair<T>): T {
  return inLanguage(language.value, pair);
}

/** How dates and numbers are written. */
export const locale = computed(() => localeOf(language.value, navigator.languages));

/** The words of the pages for playing and analysing. */
export const desk = computed(() => ({ ...deskWords(language.value), ...site.value?.desk }));

/** A player's name as a record has it; names that the app has given are told in the language of the interface. */
export function playerIn(name: string): string {
  return nameInWords(name, allDictionaries(), words.value);
}

/** Picks the server's words in the language of the interface. */
export function said(text: { words_en: string; words_zh: string }): string {
  return wordsIn(language.value, text);
}
